/// Decoded pictures, as many as fit: the one that was not asked for for longest goes first.
struct PictureMemory {
    private let limit: Int
    private var entries: [String: (pixels: Pixels, lastUse: Int)] = [:]
    private var uses = 0
    /// What the pictures take, in bytes.
    private(set) var byteCount = 0

    /// Makes an empty memory for so many bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// The picture at `address`, where it is remembered.
    mutating func pixels(at address: String) -> Pixels? {
        guard let entry = entries[address] else { return nil }
        uses += 1
        entries[address] = (entry.pixels, uses)
        return entry.pixels
    }

    /// Remembers a picture, and forgets others for it. One that is larger than all of the memory is not remembered.
    mutating func remember(_ pixels: Pixels, at address: String) {
        forget(address)
        guard pixels.bytes.count <= limit else { return }
        uses += 1
        entries[address] = (pixels, uses)
        byteCount += pixels.bytes.count
        // Some dozens of entries: looking at all of them costs less than keeping them in order.
        while byteCount > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key {
            forget(oldest)
        }
    }

    private mutating func forget(_ address: String) {
        if let entry = entries.removeValue(forKey: address) { byteCount -= entry.pixels.bytes.count }
    }
}

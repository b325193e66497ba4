/// A cache of decoded pictures; the least recently used goes first.
struct PictureCache {
    private let maximumBytes: Int
    private var entries: [String: (pixels: Pixels, lastUse: Int)] = [:]
    private var uses = 0
    /// The size of the pictures in bytes.
    private(set) var byteCount = 0

    /// Creates an empty cache of at most `maximumBytes`.
    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Returns the picture at `address`, or `nil`.
    mutating func pixels(at address: String) -> Pixels? {
        guard let entry = entries[address] else { return nil }
        uses += 1
        entries[address] = (entry.pixels, uses)
        return entry.pixels
    }

    /// Stores a picture and removes others for it. One larger than the whole cache is not stored.
    mutating func remember(_ pixels: Pixels, at address: String) {
        remove(address)
        guard pixels.bytes.count <= maximumBytes else { return }
        uses += 1
        entries[address] = (pixels, uses)
        byteCount += pixels.bytes.count
        // Some dozens of entries: searching them costs less than keeping them in order.
        while byteCount > maximumBytes, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key {
            remove(oldest)
        }
    }

    private mutating func remove(_ address: String) {
        if let entry = entries.removeValue(forKey: address) { byteCount -= entry.pixels.bytes.count }
    }
}

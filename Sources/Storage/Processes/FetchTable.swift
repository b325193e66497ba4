import CCrashMark
import EngineConcepts
import LibC

/// The names of what is being read, each in a slot of its own in memory. If the program crashes, a signal handler writes them
/// to a file and marks the file.
struct FetchTable {
    /// The length of a slot in bytes.
    private static let slotLength = 256
    /// The number of slots: more than is ever read at once. What is beyond is not watched.
    private static let slotCount = 1024
    /// The maximum length of a name in bytes, apart from the replacement of a letter that is cut.
    private static let maximumNameLength = slotLength - 8
    private static let unmarked = UInt8(ascii: "-")
    private static let marked = UInt8(ascii: "!")

    private let descriptor: CInt
    private let text: UnsafeMutablePointer<UInt8>
    /// The slots of the names, and how often each is being read.
    private var slots: [String: (index: Int, uses: Int)] = [:]
    private var freeSlots: [Int] = []
    /// The length of the text up to the last slot that was used, in bytes.
    private var usedLength = 0

    /// Creates an empty table, which a crash writes to the file that ``openFile(at:)`` has opened.
    init(writtenTo descriptor: CInt) {
        self.descriptor = descriptor
        // Untouched pages take no memory.
        text = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.slotCount * Self.slotLength)
        _ = crash_mark_arm(descriptor, text)
    }

    /// Closes the file and frees the memory. The table cannot be used any more.
    func end() {
        _ = crash_mark_arm(-1, nil)
        close(descriptor)
        text.deallocate()
    }

    /// Adds a name, unless all slots are taken.
    mutating func add(_ name: String) {
        if let known = slots[name] {
            slots[name] = (known.index, known.uses + 1)
            return
        }
        let slot = freeSlots.popLast() ?? slots.count
        guard slot < Self.slotCount else { return }
        slots[name] = (slot, 1)
        write(name, to: slot)
        usedLength = max(usedLength, (slot + 1) * Self.slotLength)
        crash_mark_extend(usedLength)
    }

    mutating func remove(_ name: String) {
        guard let slot = slots.removeValue(forKey: name) else { return }
        if slot.uses > 1 {
            slots[name] = (slot.index, slot.uses - 1)
        } else {
            freeSlots.append(slot.index)
            write("", to: slot.index)
        }
    }

    /// Writes to the file what a crash leaves there.
    func writeAsCrash() {
        crash_mark_write(descriptor, text, usedLength)
    }

    private func write(_ name: String, to slot: Int) {
        let start = text + slot * Self.slotLength
        start.update(repeating: UInt8(ascii: " "), count: Self.slotLength - 1)
        start[Self.slotLength - 1] = UInt8(ascii: "\n")
        for (index, byte) in name.utf8.prefix(Self.slotLength - 1).enumerated() { start[index] = byte }
    }

    /// Returns the name of a part of a source in files: without spaces and line ends, and short enough for a slot.
    static func name(of part: WatchedPart, of supplier: SupplierID) -> String {
        let clean = (part.prefix + supplier.rawValue).utf8.map { $0 > 0x20 && $0 != 0x7f ? $0 : UInt8(ascii: "_") }
        guard clean.count > maximumNameLength else { return String(decoding: clean, as: UTF8.self) }
        // The hash distinguishes sources whose names begin alike.
        let hash = String(StableHash.fnv1a(clean), radix: 16)
        return String(decoding: clean.prefix(maximumNameLength - 1 - hash.count), as: UTF8.self) + "~" + hash
    }

    // MARK: The file

    /// Opens the file at `path` without any name. Returns its descriptor, or `nil` if the disk is full.
    static func openFile(at path: String) throws(StorageError) -> CInt? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let head = [unmarked, UInt8(ascii: "\n")]
        if descriptor >= 0, pwrite(descriptor, head, head.count, 0) == head.count { return descriptor }
        let error = StorageError(opening: path, errno)
        if descriptor >= 0 { close(descriptor) }
        guard error.code == .full else { throw error }
        return nil
    }

    /// Returns the names that a crash has written to the file at `path`.
    static func namesOfCrash(at path: String) throws(StorageError) -> Set<String> {
        guard let text = try String.ofFile(at: path), text.utf8.first == marked else { return [] }
        return Set(
            text.split(separator: "\n").dropFirst().map { $0.split(separator: " ").joined() }.filter { !$0.isEmpty })
    }
}

extension WatchedPart {
    /// The beginning of names in files. No identity of a source begins so.
    fileprivate var prefix: String {
        switch self {
        case .items: ""
        case .posts: "~posts:"
        case .events: "~events:"
        }
    }
}

/// A compiled terminfo entry that can be extended with 24-bit colours.
///
/// ncurses sends 24-bit colours only for entries that declare them (`RGB`, 2²⁴ colours). Few systems have such
/// entries and few users select them. So the entry of the user's terminal is read, extended and passed to ncurses in
/// memory; its keys and everything else stay the same. The format is that of term(5), with numbers of 16 or 32 bits.
nonisolated struct TerminfoEntry {
    private var names: [UInt8]
    private var booleans: [UInt8]
    private var numbers: [Int32]
    /// Offsets into ``strings``; negative if absent.
    private var offsets: [Int16]
    private var strings: [UInt8]
    private var extended: Extended

    /// The user-defined part: the values, then the names of all three kinds.
    private struct Extended {
        var booleans: [UInt8] = []
        var numbers: [Int32] = []
        var offsets: [Int16] = []
        var booleanNames: [[UInt8]] = []
        var otherNames: [[UInt8]] = []
        var strings: [UInt8] = []
    }

    // The indexes in term.h of the capabilities that are changed here.
    private static let canChange = 27
    private static let maxColors = 13
    private static let maxPairs = 14
    private static let initializeColor = 299
    private static let setForeground = 359
    private static let setBackground = 360

    /// Parses a compiled entry, or returns `nil` if the bytes are not one.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        guard let magic = reader.short(), magic == 0x11a || magic == 0x21e,
            let header = reader.shorts(5), header.allSatisfy({ $0 >= 0 })
        else { return nil }
        reader.numberIsLong = magic == 0x21e
        guard let names = reader.read(Int(header[0])), let booleans = reader.read(Int(header[1])) else { return nil }
        reader.align()
        guard let numbers = reader.numbers(Int(header[2])), let offsets = reader.shorts(Int(header[3])),
            let strings = reader.read(Int(header[4]))
        else { return nil }
        self.names = names
        self.booleans = booleans
        self.numbers = numbers
        self.offsets = offsets
        self.strings = strings
        reader.align()
        extended = Self.extended(&reader) ?? Extended()
    }

    /// Returns the same terminal with 24-bit colours, or `nil` if the entry has no room for them.
    ///
    /// Colours 0 to 7 stay those of the palette, as in ncurses' own entries of this kind.
    func withTruecolor() -> [UInt8]? {
        var entry = self
        func pad<Value>(_ values: inout [Value], to count: Int, _ absent: Value) {
            values += Array(repeating: absent, count: max(0, count - values.count))
        }
        pad(&entry.booleans, to: Self.canChange + 1, 0)
        pad(&entry.numbers, to: Self.maxPairs + 1, -1)
        pad(&entry.offsets, to: Self.setBackground + 1, -1)
        entry.booleans[Self.canChange] = 0
        entry.numbers[Self.maxColors] = 0x100_0000
        entry.numbers[Self.maxPairs] = 0x1_0000
        entry.offsets[Self.initializeColor] = -1
        guard entry.setString(Self.setForeground, Self.colorString("3")),
            entry.setString(Self.setBackground, Self.colorString("4"))
        else { return nil }
        let flag = Array("RGB".utf8)
        if let index = entry.extended.booleanNames.firstIndex(of: flag) {
            entry.extended.booleans[index] = 1
        } else {
            let index = entry.extended.booleanNames.firstIndex { flag.lexicographicallyPrecedes($0) }
            entry.extended.booleanNames.insert(flag, at: index ?? entry.extended.booleanNames.count)
            entry.extended.booleans.insert(1, at: index ?? entry.extended.booleans.count)
        }
        return entry.compiledBytes
    }

    private static func colorString(_ digit: String) -> String {
        "\u{1b}[%?%p1%{8}%<%t\(digit)%p1%d%e"
            + "\(digit)8;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"
    }

    private mutating func setString(_ index: Int, _ text: String) -> Bool {
        guard let offset = Int16(exactly: strings.count) else { return false }
        offsets[index] = offset
        strings += Array(text.utf8) + [0]
        return true
    }

    private var compiledBytes: [UInt8] {
        var writer = Writer()
        writer.append([0x21e, names.count, booleans.count, numbers.count, offsets.count, strings.count], size: 2)
        writer.bytes += names + booleans
        writer.align()
        writer.append(numbers, size: 4)
        writer.append(offsets, size: 2)
        writer.bytes += strings
        writer.align()
        let allNames = extended.booleanNames + extended.otherNames
        let nameBytes = Array(allNames.map { $0 + [0] }.joined())
        let nameOffsets = allNames.indices.map { allNames[..<$0].reduce(0) { $0 + $1.count + 1 } }
        let present = extended.offsets.filter { $0 >= 0 }.count
        writer.append(
            [
                extended.booleans.count, extended.numbers.count, extended.offsets.count, present + allNames.count,
                extended.strings.count + nameBytes.count,
            ], size: 2)
        writer.bytes += extended.booleans
        writer.align()
        writer.append(extended.numbers, size: 4)
        writer.append(extended.offsets, size: 2)
        writer.append(nameOffsets, size: 2)
        writer.bytes += extended.strings + nameBytes
        return writer.bytes
    }

    private static func extended(_ reader: inout Reader) -> Extended? {
        guard let header = reader.shorts(5), header.allSatisfy({ $0 >= 0 }) else { return nil }
        guard let booleans = reader.read(Int(header[0])) else { return nil }
        reader.align()
        let nameCount = Int(header[0]) + Int(header[1]) + Int(header[2])
        guard let numbers = reader.numbers(Int(header[1])), let offsets = reader.shorts(Int(header[2])),
            let nameOffsets = reader.shorts(nameCount), let table = reader.read(Int(header[4]))
        else { return nil }
        // The names start after the last value.
        var valuesEnd = 0
        for offset in offsets where offset >= 0 {
            guard let length = table[safelyFrom: Int(offset)].firstIndex(of: 0) else { return nil }
            valuesEnd = max(valuesEnd, length + 1)
        }
        var names: [[UInt8]] = []
        for offset in nameOffsets {
            guard offset >= 0 else { return nil }
            let rest = table[safelyFrom: valuesEnd + Int(offset)]
            guard let end = rest.firstIndex(of: 0) else { return nil }
            names.append(Array(rest[..<end]))
        }
        return Extended(
            booleans: booleans, numbers: numbers, offsets: offsets, booleanNames: Array(names[..<booleans.count]),
            otherNames: Array(names[booleans.count...]), strings: Array(table[..<valuesEnd]))
    }

    private struct Reader {
        let bytes: [UInt8]
        var offset = 0
        var numberIsLong = false

        mutating func read(_ count: Int) -> [UInt8]? {
            guard count >= 0, bytes.count - offset >= count else { return nil }
            defer { offset += count }
            return Array(bytes[offset..<offset + count])
        }

        mutating func align() { offset += offset % 2 }

        mutating func short() -> Int16? { read(2).map { Int16(bitPattern: UInt16($0[0]) | UInt16($0[1]) << 8) } }

        mutating func shorts(_ count: Int) -> [Int16]? {
            guard count >= 0, bytes.count - offset >= 2 * count else { return nil }
            return (0..<count).compactMap { _ in short() }
        }

        mutating func numbers(_ count: Int) -> [Int32]? {
            guard numberIsLong else { return shorts(count)?.map(Int32.init) }
            guard let raw = read(4 * count) else { return nil }
            return stride(from: 0, to: raw.count, by: 4)
                .map { start in
                    Int32(bitPattern: raw[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
                }
        }
    }

    private struct Writer {
        var bytes: [UInt8] = []

        mutating func align() { if bytes.count % 2 == 1 { bytes.append(0) } }

        /// Appends the lowest `size` bytes of each value, the lowest first.
        mutating func append(_ values: [some BinaryInteger], size: Int) {
            for value in values { bytes += (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        }
    }
}

extension [UInt8] {
    /// The bytes from `start`, or none if that is beyond the end.
    fileprivate nonisolated subscript(safelyFrom start: Int) -> ArraySlice<UInt8> {
        self[Swift.min(Swift.max(0, start), count)...]
    }
}

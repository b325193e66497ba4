/// Reads keys from the bytes of a terminal of which no description is at hand: what practically all send, by ECMA-48 and
/// xterm (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>). Sequences and characters may come in pieces.
nonisolated struct KeyReader {
    private var rest: [UInt8] = []
    private static let longest = 32

    /// Takes bytes; answers what they say.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [InputDecoder.Unit] {
        rest += bytes
        var units: [InputDecoder.Unit] = []
        var index = rest.startIndex
        while index < rest.endIndex, let (unit, end) = unit(at: index) {
            if let unit { units.append(unit) }
            index = end
        }
        rest.removeFirst(index)
        return units
    }

    /// What stands at `start`, and where it ends; nil where more has to come.
    private func unit(at start: Int) -> (InputDecoder.Unit?, end: Int)? {
        let byte = rest[start]
        if byte == 0x1b, start + 1 < rest.endIndex,
            rest[start + 1] == UInt8(ascii: "[") || rest[start + 1] == UInt8(ascii: "O")
        {
            return sequence(at: start)
        }
        let length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
        guard start + length <= rest.endIndex else { return nil }
        let scalar = String(decoding: rest[start..<start + length], as: UTF8.self).unicodeScalars.first
        return (scalar.map { .character($0.value) }, start + length)
    }

    private func sequence(at start: Int) -> (InputDecoder.Unit?, end: Int)? {
        guard let end = rest[(start + 2)...].firstIndex(where: { 0x40...0x7e ~= $0 }) else {
            // More has to come, unless this is nothing that anybody sends.
            guard rest.endIndex - start > Self.longest else { return nil }
            return (.character(0x1b), start + 1)
        }
        let parameters = String(decoding: rest[(start + 2)..<end], as: UTF8.self)
        let last = String(decoding: rest[end...end], as: UTF8.self)
        let unit: InputDecoder.Unit? =
            switch (last, parameters) {
            case ("~", "200"): .announced(.pasteStart)
            case ("~", "201"): .announced(.pasteEnd)
            case ("~", _): Self.numbered[parameters].map { .key($0) }
            default: Self.lettered[last].map { .key($0) }
            }
        return (unit, end + 1)
    }

    private static let lettered = [
        "A": "KEY_UP", "B": "KEY_DOWN", "C": "KEY_RIGHT", "D": "KEY_LEFT", "H": "KEY_HOME", "F": "KEY_END",
        "Z": "KEY_BTAB", "M": "KEY_ENTER", "P": "KEY_F(1)", "Q": "KEY_F(2)", "R": "KEY_F(3)", "S": "KEY_F(4)",
    ]

    private static let numbered = [
        "1": "KEY_HOME", "2": "KEY_IC", "3": "KEY_DC", "4": "KEY_END", "5": "KEY_PPAGE", "6": "KEY_NPAGE",
        "7": "KEY_HOME",
        "8": "KEY_END",
    ]
}

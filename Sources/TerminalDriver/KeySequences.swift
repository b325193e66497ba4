import TerminalKit

/// The control sequences that nearly all terminals send for their keys, whatever their terminfo entry says: xterm's
/// (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>) and the `CSI u` of fixterms and kitty
/// (<https://sw.kovidgoyal.net/kitty/keyboard-protocol/>).
nonisolated enum KeySequences {
    /// Returns the meaning of `CSI` followed by `bytes`, which end with the final byte, or `nil` if it is unknown.
    static func control(_ bytes: ArraySlice<UInt8>) -> InputDecoder.Unit? {
        guard let final = bytes.last else { return nil }
        let parameters = String(decoding: bytes.dropLast(), as: UTF8.self)
        if parameters.hasPrefix("<"), final == UInt8(ascii: "M") || final == UInt8(ascii: "m") {
            return .mouse(String(parameters.dropFirst()), isRelease: final == UInt8(ascii: "m"))
        }
        if parameters.hasPrefix("?"), final == UInt8(ascii: "c") {
            return .attributes(parameters.dropFirst().split(separator: ";").dropFirst().compactMap { Int($0) })
        }
        if parameters.hasPrefix("?"), parameters.hasSuffix("$"), final == UInt8(ascii: "y") {
            let numbers = parameters.dropFirst().dropLast().split(separator: ";").map { Int($0) }
            // 0: the terminal has no such mode; 4: the mode is permanently off.
            guard numbers.count == 2, let mode = numbers[0], let state = numbers[1] else { return nil }
            return .mode(mode, isUnderstood: [1, 2, 3].contains(state))
        }
        guard let fields = Field.all(parameters) else { return nil }
        switch (final, fields.map(\.first)) {
        case (UInt8(ascii: "~"), [200]): return .pasteStart
        case (UInt8(ascii: "~"), [201]): return .pasteEnd
        default: return key(final, fields).map { .key($0) }
        }
    }

    /// Returns the meaning of `SS3` followed by `bytes`, which end with the final byte, or `nil` if it is unknown.
    static func singleShift(_ bytes: ArraySlice<UInt8>) -> InputDecoder.Unit? {
        guard let final = bytes.last, let fields = Field.all(String(decoding: bytes.dropLast(), as: UTF8.self)),
            let code = lettered[final] ?? functions[final] ?? keypad[final],
            let modifiers = fields.last.map(held) ?? []
        else { return nil }
        return .key(Key(code, modifiers))
    }

    /// Returns the key that the Linux console sends as `CSI [` and `letter`.
    static func console(_ letter: UInt8) -> InputDecoder.Unit? {
        guard UInt8(ascii: "A")...UInt8(ascii: "E") ~= letter else { return nil }
        return .key(Key(.function(Int(letter - UInt8(ascii: "A")) + 1)))
    }

    private static func key(_ final: UInt8, _ fields: [Field]) -> Key? {
        guard let modifiers = fields.count > 1 ? held(fields[1]) : [] else { return nil }
        switch final {
        case UInt8(ascii: "Z"): return fields.isEmpty ? Key(.named(.tab), .shift) : nil
        case UInt8(ascii: "u"): return fields.first.flatMap { unicode($0, modifiers) }
        case UInt8(ascii: "~"):
            guard let number = fields.first?.first else { return nil }
            // xterm's modifyOtherKeys.
            if number == 27, fields.count == 3 { return unicode(fields[2], modifiers) }
            guard fields.count < 3 else { return nil }
            return numbered[number].map { Key($0, modifiers) }
        // CSI R with parameters is a cursor position report.
        case UInt8(ascii: "R") where !fields.isEmpty: return nil
        default:
            guard fields.count != 1, fields.count < 3, fields.first?.first ?? 1 == 1 else { return nil }
            return (lettered[final] ?? functions[final]).map { Key($0, modifiers) }
        }
    }

    /// Returns the key for a character's code point in `CSI u`.
    private static func unicode(_ field: Field, _ modifiers: Key.Modifiers) -> Key? {
        guard let number = field.first else { return nil }
        if let code = coded[number] { return Key(code, modifiers) }
        guard let value = UInt32(exactly: number), value > 0x20 && value < 0x7f || value >= 0xa0,
            !(0xe000...0xf8ff ~= value), let scalar = Unicode.Scalar(value)
        else { return nil }
        let character = Character(scalar)
        guard modifiers.contains(.shift) else { return Key(.character(character), modifiers) }
        // The shifted symbol depends on the keyboard layout; only letters are certain.
        guard character.isCased, !modifiers.contains(.control) else { return nil }
        return Key(.character(character), modifiers)
    }

    /// Returns the modifiers for xterm's number, or `nil` if one of them is unsupported or the key was released.
    private static func held(_ field: Field) -> Key.Modifiers? {
        guard let first = field.first else { return [] }
        // Caps Lock and Num Lock are ignored.
        let bits = (first - 1) & ~0b1100_0000
        guard first > 0, bits < 8, field.second.map({ $0 == 1 || $0 == 2 }) ?? true else { return nil }
        return Key.Modifiers(rawValue: UInt8(bits))
    }

    /// One parameter: an optional number, with subparameters after colons.
    private struct Field {
        let first: Int?
        let second: Int?

        /// Returns the fields of `text`, or `nil` if it contains anything but numbers.
        static func all(_ text: String) -> [Field]? {
            guard !text.isEmpty else { return [] }
            var fields: [Field] = []
            for part in text.split(separator: ";", omittingEmptySubsequences: false) {
                let numbers = part.split(separator: ":", omittingEmptySubsequences: false)
                guard numbers.allSatisfy({ $0.utf8.count < 10 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else {
                    return nil
                }
                fields.append(
                    Field(
                        first: numbers.first.flatMap { Int($0) },
                        second: numbers.dropFirst().first.flatMap { Int($0) }))
            }
            return fields
        }
    }

    private static let lettered: [UInt8: Key.Code] = [
        UInt8(ascii: "A"): .named(.up), UInt8(ascii: "B"): .named(.down), UInt8(ascii: "C"): .named(.right),
        UInt8(ascii: "D"): .named(.left), UInt8(ascii: "H"): .named(.home), UInt8(ascii: "F"): .named(.end),
    ]

    private static let functions: [UInt8: Key.Code] = [
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
        UInt8(ascii: "S"): .function(4),
    ]

    /// The keypad in application mode, which ncurses enables: <https://vt100.net/docs/vt510-rm/chapter8.html>.
    private static let keypad: [UInt8: Key.Code] = {
        var codes: [UInt8: Key.Code] = [
            UInt8(ascii: "M"): .named(.enter), UInt8(ascii: "I"): .named(.tab), UInt8(ascii: " "): .character(" "),
            UInt8(ascii: "X"): .character("="),
        ]
        for (letter, character) in zip(UInt8(ascii: "j")..., "*+,-./0123456789") {
            codes[letter] = .character(character)
        }
        return codes
    }()

    private static let numbered: [Int: Key.Code] = [
        1: .named(.home), 2: .named(.insert), 3: .named(.delete), 4: .named(.end), 5: .named(.pageUp),
        6: .named(.pageDown), 7: .named(.home), 8: .named(.end),
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6),
        18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]

    /// The keys of `CSI u` that are not characters, or not by their code point; from 57399 those of the keypad.
    private static let coded: [Int: Key.Code] = {
        var codes: [Int: Key.Code] = [
            8: .named(.backspace), 9: .named(.tab), 13: .named(.enter), 27: .named(.escape), 32: .character(" "),
            127: .named(.backspace), 57_414: .named(.enter), 57_415: .character("="), 57_416: .character(","),
            57_417: .named(.left), 57_418: .named(.right), 57_419: .named(.up), 57_420: .named(.down),
            57_421: .named(.pageUp), 57_422: .named(.pageDown), 57_423: .named(.home), 57_424: .named(.end),
            57_425: .named(.insert), 57_426: .named(.delete),
        ]
        for (number, character) in zip(57_399..., "0123456789./*-+") { codes[number] = .character(character) }
        return codes
    }()
}

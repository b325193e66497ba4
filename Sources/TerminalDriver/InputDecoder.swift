import TerminalKit

/// Turns the units of a ``KeyReader`` into events: keys with modifiers, pastes and the mouse. A state machine without
/// I/O: a paste may be spread over several reads.
nonisolated struct InputDecoder {
    enum Unit: Hashable {
        /// A character, possibly a control character.
        case character(UInt32)
        /// A key that is not a character.
        case key(Key)
        /// The start of pasted text.
        case pasteStart
        /// The end of pasted text.
        case pasteEnd
        /// A mouse report in the format of xterm's mode 1006: button, column and row, separated by semicolons.
        case mouse(String, isRelease: Bool)
        /// The terminal's answer to DA1, without the number of its class.
        case attributes([Int])
        /// The terminal's answer to DECRQM for a mode.
        case mode(Int, isUnderstood: Bool)
        /// A sequence without a meaning here.
        case unknown
    }

    private enum State {
        case ground
        case escape
        case paste([Unicode.Scalar])
    }

    /// The number of characters of a paste beyond which the rest is dropped.
    private static let maximumPasteLength = 1_000_000

    private var state = State.ground

    /// Decodes a unit. Returns the events it completes.
    mutating func decode(_ unit: Unit) -> [TerminalEvent] {
        switch (state, unit) {
        case (.paste(let scalars), .pasteEnd):
            state = .ground
            return [.paste(Self.text(scalars))]
        case (.paste(var scalars), .character(let value)):
            // Removed from the state before it grows, so that the array is not copied for every character.
            state = .ground
            if scalars.count < Self.maximumPasteLength, let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
            state = .paste(scalars)
            return []
        case (.paste, _): return []
        case (.escape, .character(let value)):
            state = .ground
            guard value != 0x1b, let key = Self.key(character: value) else { return [.key(.named(.escape))] }
            return [.key(Key(key.code, key.modifiers.union(.alt)))]
        case (.escape, .key(let key)):
            state = .ground
            return [.key(Key(key.code, key.modifiers.union(.alt)))]
        case (.escape, _):
            // The next unit cannot be combined with Alt, so the Escape was a key of its own.
            state = .ground
            return [.key(.named(.escape))] + decode(unit)
        case (.ground, .character(0x1b)):
            state = .escape
            return []
        case (.ground, .character(let value)): return Self.key(character: value).map { [.key($0)] } ?? []
        case (.ground, .key(let key)): return [.key(key)]
        case (.ground, .mouse(let report, let isRelease)):
            return Self.mouse(report, isRelease: isRelease).map { [.mouse($0)] } ?? []
        case (.ground, .attributes(let numbers)): return [.attributes(numbers)]
        case (.ground, .mode(let number, let isUnderstood)): return [.mode(number, isUnderstood: isUnderstood)]
        case (.ground, .pasteStart):
            state = .paste([])
            return []
        case (.ground, .pasteEnd), (.ground, .unknown): return []
        }
    }

    /// Ends the input when nothing more follows: a pending Escape was a key of its own.
    mutating func endOfRead() -> TerminalEvent? {
        guard case .escape = state else { return nil }
        state = .ground
        return .key(.named(.escape))
    }

    /// Parses a mouse report in the format of xterm's mode 1006: button, column and row, both from 1. Returns `nil`
    /// for numbers that no terminal has, with which calculations could overflow.
    private static func mouse(_ report: String, isRelease: Bool) -> MouseEvent? {
        let fields = report.split(separator: ";").compactMap { UInt16($0).map { Int($0) } }
        guard fields.count == 3, fields[1] > 0, fields[2] > 0 else { return nil }
        let code = fields[0]
        let modifiers = Key.Modifiers(rawValue: UInt8(code >> 2 & 0b111))
        let action: MouseEvent.Action
        switch code & 0b1100_0011 {
        case 64: action = .wheelUp
        case 65: action = .wheelDown
        case let button where button < 3:
            let which: MouseEvent.Button = button == 0 ? .left : button == 1 ? .middle : .right
            action = isRelease ? .release(which) : code & 32 != 0 ? .drag(which) : .press(which)
        default: return nil
        }
        return MouseEvent(action, at: Point(x: fields[1] - 1, y: fields[2] - 1), modifiers: modifiers)
    }

    private static func text(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in scalars {
            // Terminals send carriage returns as line ends.
            if scalar != "\n" || previous != "\r" { view.append(scalar == "\r" ? "\n" : scalar) }
            previous = scalar
        }
        return String(view)
    }

    private static func key(character value: UInt32) -> Key? {
        switch value {
        case 0: return Key(.character(" "), .control)
        case 8, 127: return .named(.backspace)
        case 9: return .named(.tab)
        case 10, 13: return .named(.enter)
        case 27: return .named(.escape)
        case 1...26: return Unicode.Scalar(value + 0x60).map { .control(Character($0)) }
        // C1 control characters are neither text nor keys.
        case 0x80...0x9f: return nil
        case 28...31: return Unicode.Scalar(value + 0x40).map { .control(Character($0)) }
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }
}

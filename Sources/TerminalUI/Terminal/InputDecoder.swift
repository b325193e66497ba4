import TerminalKit

/// Turns what ncurses reads into events: keys with their modifiers, pastes and the mouse. A state machine without I/O:
/// pastes and reports of the mouse may come in pieces, over several reads.
nonisolated struct InputDecoder {
    /// One thing that ncurses has read.
    enum Unit: Hashable {
        /// A character.
        case character(UInt32)
        /// A key that the terminal has a sequence for, by ncurses' name of it, such as `KEY_UP` or `kLFT5`.
        case key(String)
        /// A sequence that was announced to ncurses at start.
        case announced(Announced)
    }

    /// The sequences that ncurses does not know by itself.
    enum Announced: Int32, CaseIterable {
        case pasteStart = 2_000
        case pasteEnd
        case mouse

        /// What the terminal sends.
        var sequence: String {
            switch self {
            case .pasteStart: "\u{1b}[200~"
            case .pasteEnd: "\u{1b}[201~"
            case .mouse: "\u{1b}[<"
            }
        }
    }

    private enum State {
        case ground
        case escape
        case paste([Unicode.Scalar])
        case mouse(String)
    }

    private var state = State.ground
    private static let pasteMaximum = 1_000_000

    /// Takes what was read; answers the event that it completes.
    mutating func take(_ unit: Unit) -> TerminalEvent? {
        switch (state, unit) {
        case (.paste(let scalars), .announced(.pasteEnd)):
            state = .ground
            return .paste(Self.text(scalars))
        case (.paste(var scalars), .character(let value)):
            // Taken out of the state before it grows, so that the array is not copied for every character.
            state = .ground
            if scalars.count < Self.pasteMaximum, let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
            state = .paste(scalars)
            return nil
        case (.paste, _):
            return nil
        case (.mouse(let report), .character(let value)):
            return takeMouse(report, value)
        case (_, .announced(.pasteStart)):
            state = .paste([])
            return nil
        case (_, .announced(.mouse)):
            state = .mouse("")
            return nil
        case (_, .announced(.pasteEnd)):
            state = .ground
            return nil
        case (.escape, .character(let value)):
            state = .ground
            guard value != 0x1b, let key = Self.key(character: value) else { return .key(.named(.escape)) }
            return .key(Key(key.code, key.modifiers.union(.alt)))
        case (.escape, .key(let name)):
            state = .ground
            return Self.key(name: name).map { .key(Key($0.code, $0.modifiers.union(.alt))) }
        case (_, .character(0x1b)):
            state = .escape
            return nil
        case (_, .character(let value)):
            state = .ground
            return Self.key(character: value).map { .key($0) }
        case (_, .key(let name)):
            state = .ground
            return Self.key(name: name).map { .key($0) }
        }
    }

    /// Nothing more can be read for now: an Escape that nothing followed was the key.
    mutating func endOfRead() -> TerminalEvent? {
        guard case .escape = state else { return nil }
        state = .ground
        return .key(.named(.escape))
    }

    private mutating func takeMouse(_ report: String, _ value: UInt32) -> TerminalEvent? {
        guard let scalar = Unicode.Scalar(value), report.utf8.count < 32 else {
            state = .ground
            return nil
        }
        switch scalar {
        case "0"..."9", ";":
            state = .mouse(report + String(Character(scalar)))
            return nil
        case "M", "m":
            state = .ground
            return Self.mouse(report, isRelease: scalar == "m").map { .mouse($0) }
        default:
            state = .ground
            return nil
        }
    }

    /// Reads a report of the mouse as xterm's mode 1006 sends it: button; column; row, both from 1.
    private static func mouse(_ report: String, isRelease: Bool) -> MouseEvent? {
        let fields = report.split(separator: ";").compactMap { Int($0) }
        guard fields.count == 3, fields[1] > 0, fields[2] > 0 else { return nil }
        let code = fields[0]
        var modifiers: Key.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
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
            // Terminals send carriage returns for line ends.
            if scalar == "\n", previous == "\r" {
                previous = scalar
                continue
            }
            previous = scalar
            view.append(scalar == "\r" ? "\n" : scalar)
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
        case 28...31: return Unicode.Scalar(value + 0x40).map { .control(Character($0)) }
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }

    private static func key(name: String) -> Key? {
        if let key = named[name] { return key }
        if name.hasPrefix("KEY_F("), let number = Int(name.dropFirst(6).dropLast()) {
            return function(number)
        }
        // xterm's modified keys: kLFT5 is Ctrl with the left arrow.
        guard let digit = name.last?.wholeNumberValue, let base = modified[String(name.dropLast())] else { return nil }
        var modifiers: Key.Modifiers = []
        if (digit - 1) & 1 != 0 { modifiers.insert(.shift) }
        if (digit - 1) & 2 != 0 { modifiers.insert(.alt) }
        if (digit - 1) & 4 != 0 { modifiers.insert(.control) }
        return Key(.named(base), modifiers)
    }

    /// terminfo numbers modified function keys on: F13 is Shift-F1, F25 Ctrl-F1, F37 both, F49 Alt-F1.
    private static func function(_ number: Int) -> Key? {
        let groups: [Key.Modifiers] = [[], .shift, .control, [.control, .shift], .alt, [.alt, .shift]]
        let group = (number - 1) / 12
        guard number > 0, groups.indices.contains(group) else { return nil }
        return Key(.function((number - 1) % 12 + 1), groups[group])
    }

    private static let modified: [String: Key.Name] = [
        "kUP": .up, "kDN": .down, "kLFT": .left, "kRIT": .right, "kHOM": .home, "kEND": .end, "kPRV": .pageUp,
        "kNXT": .pageDown, "kDC": .delete, "kIC": .insert,
    ]

    private static let named: [String: Key] = [
        "KEY_UP": .named(.up), "KEY_DOWN": .named(.down), "KEY_LEFT": .named(.left), "KEY_RIGHT": .named(.right),
        "KEY_HOME": .named(.home), "KEY_END": .named(.end), "KEY_LL": .named(.end), "KEY_PPAGE": .named(.pageUp),
        "KEY_NPAGE": .named(.pageDown), "KEY_ENTER": .named(.enter), "KEY_BACKSPACE": .named(.backspace),
        "KEY_DC": .named(.delete), "KEY_IC": .named(.insert), "KEY_BTAB": Key(.named(.tab), .shift),
        "KEY_SLEFT": Key(.named(.left), .shift), "KEY_SRIGHT": Key(.named(.right), .shift),
        "KEY_SR": Key(.named(.up), .shift), "KEY_SF": Key(.named(.down), .shift),
        "KEY_SHOME": Key(.named(.home), .shift), "KEY_SEND": Key(.named(.end), .shift),
        "KEY_SPREVIOUS": Key(.named(.pageUp), .shift), "KEY_SNEXT": Key(.named(.pageDown), .shift),
        "KEY_SDC": Key(.named(.delete), .shift), "KEY_SIC": Key(.named(.insert), .shift),
        "KEY_A1": .named(.home), "KEY_A3": .named(.pageUp), "KEY_C1": .named(.end), "KEY_C3": .named(.pageDown),
    ]
}

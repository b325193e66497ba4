/// An error about the name of a key.
public struct KeyNotationError: Error, Hashable, Sendable {
    /// The text as written.
    public let text: String
}

extension Key: CustomStringConvertible {
    /// Parses the form of ``description``, such as `g`, `ctrl-d`, `alt-enter`, `space`, `shift-tab`, `f5`, `-`.
    public init(_ text: String) throws(KeyNotationError) {
        var rest = Substring(text)
        var modifiers: Modifiers = []
        while rest.count > 1, let dash = rest.firstIndex(of: "-"), dash != rest.startIndex,
            rest.index(after: dash) != rest.endIndex
        {
            switch rest[..<dash].lowercased() {
            case "ctrl", "control", "c": modifiers.insert(.control)
            case "alt", "meta", "m", "a": modifiers.insert(.alt)
            case "shift", "s": modifiers.insert(.shift)
            default: throw KeyNotationError(text: text)
            }
            rest = rest[rest.index(after: dash)...]
        }
        guard let code = Code(notation: rest) else { throw KeyNotationError(text: text) }
        self.init(code, modifiers)
    }

    /// The form in configurations, help and documentation.
    public var description: String {
        var text = ""
        if modifiers.contains(.control) { text += "ctrl-" }
        if modifiers.contains(.alt) { text += "alt-" }
        if modifiers.contains(.shift) { text += "shift-" }
        switch code {
        case .character(" "): text += "space"
        case .character(let character): text.append(character)
        case .named(let name): text += name.rawValue
        case .function(let number): text += "f\(number)"
        }
        return text
    }

    /// Returns the short form, such as `⏎` or `^d`.
    public func label(_ glyphs: Glyphs) -> String {
        guard !glyphs.isASCII else { return description }
        var text = ""
        if modifiers.contains(.control) { text += "^" }
        if modifiers.contains(.alt) { text += "M-" }
        if modifiers.contains(.shift) { text += "S-" }
        switch code {
        case .character(" "): text += "␣"
        case .named(.enter): text += "⏎"
        case .named(.up): text += "↑"
        case .named(.down): text += "↓"
        case .named(.left): text += "←"
        case .named(.right): text += "→"
        case .named(.escape): text += "Esc"
        case .named(.pageUp): text += "PgUp"
        case .named(.pageDown): text += "PgDn"
        case .named(let name): text += name.rawValue.prefix(1).uppercased() + name.rawValue.dropFirst()
        case .character(let character): text.append(character)
        case .function(let number): text += "F\(number)"
        }
        return text
    }
}

extension Key.Code {
    fileprivate init?(notation: Substring) {
        if notation.count == 1, let character = notation.first {
            self = .character(character)
            return
        }
        let name = notation.lowercased()
        switch name {
        case "space", "spc": self = .character(" ")
        case "esc": self = .named(.escape)
        case "return", "cr": self = .named(.enter)
        case "del": self = .named(.delete)
        case "ins": self = .named(.insert)
        case "bs": self = .named(.backspace)
        case "pgup": self = .named(.pageUp)
        case "pgdn", "pgdown": self = .named(.pageDown)
        default:
            if let named = Key.Name(rawValue: name) {
                self = .named(named)
            } else if name.first == "f", let number = Int(name.dropFirst()), (1...63).contains(number) {
                self = .function(number)
            } else {
                return nil
            }
        }
    }
}

/// Keys pressed one after another, such as `g g`.
public struct KeySequence: Hashable, Sendable, CustomStringConvertible {
    /// The keys; at least one.
    public let keys: [Key]

    /// Parses keys separated by spaces. A word that begins with a sign, such as `,o`, is several keys without spaces.
    public init(_ text: String) throws(KeyNotationError) {
        var keys: [Key] = []
        for word in text.split(separator: " ") {
            // No name of a key begins with a sign.
            let isRun = word.count > 1 && word.first.map { !$0.isLetter && !$0.isNumber } == true
            for part in isRun ? word.map({ String($0) }) : [String(word)] { keys.append(try Key(part)) }
        }
        guard !keys.isEmpty else { throw KeyNotationError(text: text) }
        self.keys = keys
    }

    /// Returns true if both are equal or one is a prefix of the other.
    public func overlaps(_ other: KeySequence) -> Bool {
        keys.starts(with: other.keys) || other.keys.starts(with: keys)
    }

    public var description: String { keys.map(\.description).joined(separator: " ") }

    /// Returns the short form.
    public func label(_ glyphs: Glyphs) -> String { keys.map { $0.label(glyphs) }.joined() }
}

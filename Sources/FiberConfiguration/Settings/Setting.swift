/// A setting of `config.toml`. ``Setting/all`` is the one table for the default file, reading, checking and documentation.
public struct Setting: Sendable {
    /// The types of values.
    public enum Kind: Hashable, Sendable {
        /// `true` or `false`.
        case flag
        /// A whole number within these bounds.
        case number(ClosedRange<Int>)
        /// One of these words.
        case choice([String])
        /// A name: one of these, or the user's own.
        case name([String])
        /// Any text.
        case text
        /// A list of words: a program and its arguments.
        case words
    }

    /// The full name, such as `timeline.refresh-minutes`.
    public let name: String
    /// The table in the file.
    public let table: String
    /// The key in the table.
    public let key: String
    /// The type of the value.
    public let kind: Kind
    /// The default value.
    public let standard: SettingValue
    /// The explanation in the default file.
    public let explanation: String
    /// True if a new value takes effect at the next start.
    public let needsRestart: Bool
    /// The numbers that a screen offers; others may be typed.
    public let steps: [Int]

    init(
        _ name: String, _ kind: Kind, standard: SettingValue, _ explanation: String, steps: [Int] = [],
        needsRestart: Bool = false
    ) {
        self.name = name
        table = String(name.prefix { $0 != "." })
        key = String(name.dropFirst(table.count + 1))
        self.kind = kind
        self.standard = standard
        self.explanation = explanation
        self.steps = steps
        self.needsRestart = needsRestart
    }

    /// Returns true if `value` is valid.
    public func takes(_ value: SettingValue) -> Bool {
        switch (kind, value) {
        case (.flag, .flag), (.words, .words): true
        case (.number(let bounds), .number(let number)): bounds.contains(number)
        case (.choice(let words), .choice(let word)): words.contains(word)
        case (.name, .choice(let name)): !name.isEmpty
        case (.text, .choice): true
        default: false
        }
    }

    /// Returns `value` with the present word in place of a former one, which files and stored choices may still have.
    func replacingFormerWord(in value: SettingValue) -> SettingValue {
        guard case .choice(let word) = value, let present = Self.formerWords[name]?[word] else { return value }
        return .choice(present)
    }

    /// The present words by the full names of settings and the former words.
    private static let formerWords = ["images.show": ["ticket": "item"]]

    /// Returns the setting with this full name.
    public static func named(_ name: String) -> Setting? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// The value of a setting, of the type that the setting takes.
public enum SettingValue: Hashable, Codable, Sendable {
    case flag(Bool)
    case number(Int)
    case choice(String)
    case words([String])

    public var toml: String {
        switch self {
        case .flag(let flag): String(flag)
        case .number(let number): String(number)
        case .choice(let word): TOMLWriter.quoted(word)
        case .words(let words): TOMLWriter.list(words)
        }
    }
}

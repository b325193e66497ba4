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
        /// A name: one of these, or the reader's own.
        case name([String])
        /// A list of words: a program and its arguments.
        case words
    }

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
    public private(set) var needsRestart = false
    /// The numbers that a screen offers; others may be typed.
    public private(set) var steps: [Int] = []

    /// The full name, such as `timeline.refresh-minutes`.
    public var name: String { "\(table).\(key)" }

    /// Returns true if `value` is valid.
    public func takes(_ value: SettingValue) -> Bool {
        switch (kind, value) {
        case (.flag, .flag), (.words, .words): true
        case (.number(let bounds), .number(let number)): bounds.contains(number)
        case (.choice(let words), .choice(let word)): words.contains(word)
        case (.name, .choice(let name)): !name.isEmpty
        default: false
        }
    }

    /// Returns the setting with this full name.
    public static func named(_ name: String) -> Setting? {
        all.first { $0.name == name }
    }
}

/// The value of a setting.
public enum SettingValue: Hashable, Codable, Sendable {
    case flag(Bool)
    case number(Int)
    case choice(String)
    case words([String])

    /// The value in TOML.
    public var toml: String {
        switch self {
        case .flag(let flag): String(flag)
        case .number(let number): String(number)
        case .choice(let word): TOMLText.quoted(word)
        case .words(let words): TOMLText.list(words)
        }
    }
}

extension Setting {
    /// All settings in the order of the default file.
    public static let all: [Setting] = [
        Setting(
            table: "appearance", key: "theme",
            kind: .name([
                "dark", "light", "high-contrast", "high-contrast-light", "racing", "dusk", "sepia", "plain",
            ]),
            standard: .choice("dark"),
            explanation: "The colours of the screens. A file in the directory \"themes\" beside this one adds a theme."),
        Setting(
            table: "appearance", key: "density", kind: .choice(["compact", "regular", "roomy"]),
            standard: .choice("regular"),
            explanation: "How much of each ticket the timeline shows, until you change it on the screen."),
        Setting(
            table: "appearance", key: "times", kind: .choice(["relative", "exact"]), standard: .choice("relative"),
            explanation: "How times are printed, until you change it on the screen."),
        Setting(
            table: "appearance", key: "colors", kind: .choice(["auto", "truecolor", "256", "16", "none"]),
            standard: .choice("auto"),
            explanation: "How many colours to use. \"auto\" asks the terminal; NO_COLOR in the environment wins.",
            needsRestart: true),
        Setting(
            table: "appearance", key: "ascii", kind: .flag, standard: .flag(false),
            explanation: "Draw with ASCII characters only.", needsRestart: true),
        Setting(
            table: "appearance", key: "linear", kind: .flag, standard: .flag(false),
            explanation:
                "Say everything line by line instead of drawing screens: for screen readers, Braille displays and simple "
                + "terminals. `fiber --linear` does so once.", needsRestart: true),
        Setting(
            table: "appearance", key: "language", kind: .choice(["auto", "en", "es"]), standard: .choice("auto"),
            explanation: "The language of screens and commands. \"auto\" asks the environment (LC_ALL, LC_MESSAGES, LANG).",
            needsRestart: true),
        Setting(
            table: "appearance", key: "ambiguous-width", kind: .choice(["narrow", "wide"]), standard: .choice("narrow"),
            explanation:
                "How wide your terminal draws characters whose width Unicode leaves open, such as Greek letters: \"wide\" "
                + "in some terminals of East Asia.", needsRestart: true),
        Setting(
            table: "appearance", key: "right-to-left", kind: .choice(["fiber", "terminal"]), standard: .choice("fiber"),
            explanation:
                "Who puts Hebrew and Arabic in order: Fiber, or the terminal, where it does that and cannot be told not to.",
            needsRestart: true),
        Setting(
            table: "timeline", key: "mark-read-on-open", kind: .flag, standard: .flag(true),
            explanation: "Count a ticket as read when it is opened."),
        Setting(
            table: "timeline", key: "mark-read-on-passing", kind: .flag, standard: .flag(false),
            explanation: "Count tickets as read when the cursor moves past them."),
        Setting(
            table: "timeline", key: "fold-duplicates", kind: .flag, standard: .flag(true),
            explanation:
                "Show the same story from several sources as one row, \"also on …\", that is read at once; until you "
                + "change it on the screen."),
        Setting(
            table: "timeline", key: "refresh-at-start", kind: .flag, standard: .flag(true),
            explanation: "Ask for what is new when Fiber starts."),
        Setting(
            table: "timeline", key: "refresh-minutes", kind: .number(0...1440), standard: .number(15),
            explanation: "Ask for what is new every so many minutes while Fiber runs; 0 for never.",
            steps: [0, 5, 15, 30, 60, 180, 360]),
        Setting(
            table: "timeline", key: "rarest-refresh-hours", kind: .number(1...168), standard: .number(6),
            explanation:
                "A feed that seldom has anything new is asked less often by itself, but at least every so many hours.",
            needsRestart: true,
            steps: [1, 3, 6, 12, 24, 48, 168]),
        Setting(
            table: "images", key: "show", kind: .choice(["never", "ticket", "timeline"]), standard: .choice("ticket"),
            explanation:
                "Where pictures are drawn: nowhere, in an open ticket, or also in the timeline where it shows most of each "
                + "ticket; until you change it on the screen. A picture's server learns that somebody reads."),
        Setting(
            table: "images", key: "protocol", kind: .choice(["auto", "kitty", "sixel", "characters"]),
            standard: .choice("auto"),
            explanation:
                "How pictures are drawn: by the terminal itself where it is known to take them by kitty's protocol with Unicode "
                + "placeholders (kitty, Ghostty) or, in the viewer, says that it draws sixels; always so; or in characters.",
            needsRestart: true),
        Setting(
            table: "images", key: "download-megabytes", kind: .number(1...100), standard: .number(10),
            explanation: "Pictures with more bytes are not fetched.", needsRestart: true,
            steps: [1, 2, 5, 10, 20, 50, 100]),
        Setting(
            table: "images", key: "megapixels", kind: .number(1...200), standard: .number(40),
            explanation:
                "Pictures with more pixels are not decoded: what they take bounds the memory that it can take.",
            needsRestart: true,
            steps: [10, 20, 40, 80, 200]),
        Setting(
            table: "images", key: "memory-megabytes", kind: .number(1...1000), standard: .number(32),
            explanation: "How much of what was decoded is kept in memory.", needsRestart: true,
            steps: [16, 32, 64, 128, 256]),
        Setting(
            table: "images", key: "disk-megabytes", kind: .number(0...10_000), standard: .number(64),
            explanation: "How much of what was fetched is kept on disk, in the cache directory; 0 for nothing.",
            needsRestart: true,
            steps: [0, 16, 64, 256, 1000]),
        Setting(
            table: "images", key: "disk-days", kind: .number(1...365), standard: .number(14),
            explanation: "For how many days it is kept.", needsRestart: true,
            steps: [1, 7, 14, 30, 90, 365]),
        Setting(
            table: "notifications", key: "bell", kind: .flag, standard: .flag(true),
            explanation: "Ring the terminal's bell when a rule with the effect \"notify\" has something to tell."),
        Setting(
            table: "notifications", key: "terminal", kind: .choice(["none", "osc9", "osc777"]),
            standard: .choice("none"),
            explanation: "Ask the terminal to show a notification, in one of the ways that terminals understand."),
        Setting(
            table: "notifications", key: "command", kind: .words, standard: .words([]),
            explanation:
                "The program that shows notifications, with its arguments, such as [\"notify-send\", \"--app-name=fiber\"]; "
                + "--, title and text are added behind them. No shell is involved. Empty: none."),
        Setting(
            table: "network", key: "slow-seconds", kind: .number(1...600), standard: .number(5),
            explanation: "A source that is silent for so long is slow: the others are shown without it.",
            needsRestart: true,
            steps: [2, 5, 10, 20]),
        Setting(
            table: "network", key: "timeout-seconds", kind: .number(1...3600), standard: .number(30),
            explanation: "A request that takes longer is given up.", needsRestart: true,
            steps: [10, 30, 60, 120]),
        Setting(
            table: "network", key: "parallel", kind: .number(1...256), standard: .number(64),
            explanation: "How many sources are asked at the same time.", needsRestart: true,
            steps: [1, 8, 32, 64, 128]),
        Setting(
            table: "network", key: "feed-items", kind: .number(100...10_000_000), standard: .number(100_000),
            explanation: "How many items of one document are read: what they take bounds the memory that it can take.",
            needsRestart: true,
            steps: [1000, 10_000, 100_000, 1_000_000]),
        Setting(
            table: "rows", key: "compact", kind: .words, standard: .words([]),
            explanation:
                "How a ticket's row is laid out at the density of this name, a text for each line, such as "
                + "[\"{kind} {source:16} {title} {text}{>}{marks}{counts}\"]. Empty: Fiber's own way."),
        Setting(
            table: "rows", key: "regular", kind: .words, standard: .words([]),
            explanation: "The same for the density \"regular\": [\"{title}{>}{marks}{source}\", \"{text*2}\"]."),
        Setting(
            table: "rows", key: "roomy", kind: .words, standard: .words([]),
            explanation:
                "The same for \"roomy\". The fields are title, author, handle, text, source, kind, topics, marks, counts, "
                + "link, via and also."),
        Setting(
            table: "browser", key: "command", kind: .words, standard: .words([]),
            explanation:
                "The program that opens links, with its arguments; the address is added as the last one. No shell is "
                + "involved. Empty: the system's own (xdg-open, or open on macOS)."),
    ]
}

/// Writes TOML.
enum TOMLText {
    /// Returns `words` as an array of strings.
    static func list(_ words: [String]) -> String {
        "[" + words.map(quoted).joined(separator: ", ") + "]"
    }

    /// Returns `text` as a basic string.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case let scalar where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

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
        case (.text, .choice): true
        default: false
        }
    }

    /// Returns the setting with this full name.
    public static func named(_ name: String) -> Setting? {
        byName[name]
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
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
            explanation: "The amount of text per item in the timeline."),
        Setting(
            table: "appearance", key: "times", kind: .choice(["relative", "exact"]), standard: .choice("relative"),
            explanation: "The format of times."),
        Setting(
            table: "appearance", key: "reading-width", kind: .number(0...1000), standard: .number(78),
            explanation:
                "The maximum width of running text in an open item, in columns; 0 for the width of the screen. Code and "
                + "tables may be wider.",
            steps: [60, 72, 78, 90, 100, 120, 0]),
        Setting(
            table: "appearance", key: "hyperlinks", kind: .choice(["auto", "always", "never"]),
            standard: .choice("auto"),
            explanation:
                "Links of an open item that the terminal itself can open (OSC 8). \"auto\" uses them where the terminal "
                + "is known to support them.",
            needsRestart: true),
        Setting(
            table: "appearance", key: "colors", kind: .choice(["auto", "truecolor", "256", "16", "none"]),
            standard: .choice("auto"),
            explanation: "The number of colours. \"auto\" detects it; NO_COLOR in the environment takes precedence.",
            needsRestart: true),
        Setting(
            table: "appearance", key: "ascii", kind: .flag, standard: .flag(false),
            explanation: "Use only ASCII characters.", needsRestart: true),
        Setting(
            table: "appearance", key: "linear", kind: .flag, standard: .flag(false),
            explanation:
                "Print lines of text instead of drawing screens, for screen readers, Braille displays and simple "
                + "terminals. `fiber --linear` does this for a single run.", needsRestart: true),
        Setting(
            table: "appearance", key: "language", kind: .choice(["auto", "en", "es"]), standard: .choice("auto"),
            explanation: "The language of the screens. \"auto\" uses the environment (LC_ALL, LC_MESSAGES, LANG).",
            needsRestart: true),
        Setting(
            table: "appearance", key: "ambiguous-width", kind: .choice(["narrow", "wide"]), standard: .choice("narrow"),
            explanation:
                "The width of characters of ambiguous width, such as Greek letters, in your terminal: \"wide\" in some "
                + "East Asian terminals.", needsRestart: true),
        Setting(
            table: "appearance", key: "right-to-left", kind: .choice(["fiber", "terminal"]), standard: .choice("fiber"),
            explanation:
                "Who orders Hebrew and Arabic text: Fiber, or a terminal that does it and cannot be switched off.",
            needsRestart: true),
        Setting(
            table: "timeline", key: "mark-read-on-open", kind: .flag, standard: .flag(true),
            explanation: "Mark an item as read when it is opened."),
        Setting(
            table: "timeline", key: "mark-read-on-passing", kind: .flag, standard: .flag(false),
            explanation: "Mark items as read when the cursor moves past them."),
        Setting(
            table: "timeline", key: "order", kind: .choice(["newest-first", "oldest-first"]),
            standard: .choice("newest-first"),
            explanation: "The order of items. A key changes it for a single view."),
        Setting(
            table: "timeline", key: "day-headings", kind: .flag, standard: .flag(true),
            explanation: "Show a heading above the first row of each day."),
        Setting(
            table: "timeline", key: "fold-duplicates", kind: .flag, standard: .flag(true),
            explanation:
                "Show a story from several sources as one row (\"also on …\") that is marked as read at once."),
        Setting(
            table: "timeline", key: "refresh-at-start", kind: .flag, standard: .flag(true),
            explanation: "Refresh all sources when Fiber starts."),
        Setting(
            table: "timeline", key: "refresh-minutes", kind: .number(0...1440), standard: .number(15),
            explanation: "The interval of automatic refreshes in minutes; 0 for never.",
            steps: [0, 5, 15, 30, 60, 180, 360]),
        Setting(
            table: "timeline", key: "rarest-refresh-hours", kind: .number(1...168), standard: .number(6),
            explanation:
                "Feeds with few new items are refreshed less often, but at least once in this number of hours.",
            needsRestart: true,
            steps: [1, 3, 6, 12, 24, 48, 168]),
        Setting(
            table: "images", key: "show", kind: .choice(["never", "ticket", "timeline"]), standard: .choice("ticket"),
            explanation:
                "Where pictures are shown: never, in open items, or also in the timeline at its roomy density. Loading a "
                + "picture tells its server that somebody is reading."),
        Setting(
            table: "images", key: "protocol", kind: .choice(["auto", "kitty", "sixel", "characters"]),
            standard: .choice("auto"),
            explanation:
                "How pictures are drawn: with kitty's graphics protocol, as sixels (in the picture viewer only), or with "
                + "characters. \"auto\" uses what the terminal is known to support.",
            needsRestart: true),
        Setting(
            table: "images", key: "download-megabytes", kind: .number(1...100), standard: .number(10),
            explanation: "The maximum size of a picture file; larger ones are not loaded.", needsRestart: true,
            steps: [1, 2, 5, 10, 20, 50, 100]),
        Setting(
            table: "images", key: "megapixels", kind: .number(1...200), standard: .number(40),
            explanation:
                "The maximum size of a picture in megapixels; larger ones are not decoded. Limits the use of memory.",
            needsRestart: true,
            steps: [10, 20, 40, 80, 200]),
        Setting(
            table: "images", key: "memory-megabytes", kind: .number(1...1000), standard: .number(32),
            explanation: "The size of the cache of decoded pictures in memory.", needsRestart: true,
            steps: [16, 32, 64, 128, 256]),
        Setting(
            table: "images", key: "disk-megabytes", kind: .number(0...10_000), standard: .number(64),
            explanation: "The size of the cache of loaded pictures on disk, in the cache directory; 0 for none.",
            needsRestart: true,
            steps: [0, 16, 64, 256, 1000]),
        Setting(
            table: "images", key: "disk-days", kind: .number(1...365), standard: .number(14),
            explanation: "The number of days that pictures stay in the disk cache.", needsRestart: true,
            steps: [1, 7, 14, 30, 90, 365]),
        Setting(
            table: "notifications", key: "bell", kind: .flag, standard: .flag(true),
            explanation: "Ring the terminal's bell for items of rules with the effect \"notify\"."),
        Setting(
            table: "notifications", key: "terminal", kind: .choice(["none", "osc9", "osc777"]),
            standard: .choice("none"),
            explanation: "The escape sequence for terminal notifications."),
        Setting(
            table: "notifications", key: "command", kind: .words, standard: .words([]),
            explanation:
                "The program that shows notifications, with its arguments, such as [\"notify-send\", \"--app-name=fiber\"]; "
                + "--, title and text are appended. Run without a shell. Empty for none."),
        Setting(
            table: "network", key: "slow-seconds", kind: .number(1...600), standard: .number(5),
            explanation:
                "A source without an answer for this number of seconds is slow: the others are shown without it.",
            needsRestart: true,
            steps: [2, 5, 10, 20]),
        Setting(
            table: "network", key: "timeout-seconds", kind: .number(1...3600), standard: .number(30),
            explanation: "The timeout of requests in seconds.", needsRestart: true,
            steps: [10, 30, 60, 120]),
        Setting(
            table: "network", key: "parallel", kind: .number(1...256), standard: .number(64),
            explanation: "The maximum number of sources requested in parallel.", needsRestart: true,
            steps: [1, 8, 32, 64, 128]),
        Setting(
            table: "network", key: "feed-items", kind: .number(100...10_000_000), standard: .number(100_000),
            explanation: "The maximum number of items read from one document. Limits the use of memory.",
            needsRestart: true,
            steps: [1000, 10_000, 100_000, 1_000_000]),
        Setting(
            table: "retention", key: "read-days", kind: .number(0...36_500), standard: .number(0),
            explanation:
                "Read items that are older than this number of days are removed, once a day and by `fiber clean`; 0 keeps "
                + "them. Starred items and those saved for later always stay.",
            steps: [0, 30, 90, 180, 365, 1000]),
        Setting(
            table: "retention", key: "read-items", kind: .number(0...10_000_000), standard: .number(0),
            explanation:
                "Of each source, this number of newest items stays; read ones below them are removed. 0 for no limit.",
            steps: [0, 100, 500, 1000, 5000, 20_000]),
        Setting(
            table: "retention", key: "thread-days", kind: .number(0...36_500), standard: .number(90),
            explanation:
                "Posts of threads and profiles that are in no timeline are removed once a day if they are older than this "
                + "number of days; 0 keeps them. Starred ones and those saved for later always stay.",
            steps: [0, 7, 30, 90, 365]),
        Setting(
            table: "rows", key: "compact", kind: .words, standard: .words([]),
            explanation:
                "The template for rows at this density, with a text for each line, such as "
                + "[\"{kind} {source:16} {title} {text}{>}{marks}{counts}\"]. Empty for the built-in layout."),
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
                "The program that opens links, with its arguments; the address is appended. Run without a shell. Empty for "
                + "$BROWSER, or else the system's default (xdg-open, or open on macOS)."),
        Setting(
            table: "browser", key: "background", kind: .words, standard: .words([]),
            explanation:
                "The program for links that are opened in the background, such as [\"firefox\"]. Empty for the same program, "
                + "or the system's default if that one needs the terminal."),
        Setting(
            table: "browser", key: "terminal", kind: .words,
            standard: .words([
                "w3m", "lynx", "links", "links2", "elinks", "cha", "chawan", "browsh", "carbonyl", "www-browser",
            ]),
            explanation: "The browsers that need the terminal: Fiber leaves it to them and comes back when they end."),
        Setting(
            table: "player", key: "command", kind: .words, standard: .words([]),
            explanation:
                "The program for sounds and videos, such as [\"mpv\"]; the address is appended, or replaces %s. Run without a "
                + "shell. Empty for the browser."),
        Setting(
            table: "player", key: "terminal", kind: .flag, standard: .flag(false),
            explanation: "The player needs the terminal: Fiber leaves it to the player and comes back when that ends."),
        Setting(
            table: "save", key: "directory", kind: .text, standard: .choice("~/Downloads"),
            explanation: "The directory for saved items. It is made if there is none."),
        Setting(
            table: "save", key: "format", kind: .choice(["markdown", "text", "html", "json"]),
            standard: .choice("markdown"),
            explanation: "The form of saved items. `:save FILE` takes it from the file's name."),
        Setting(
            table: "posting", key: "undo-seconds", kind: .number(0...300), standard: .number(5),
            explanation:
                "A post waits for this number of seconds before it is sent, and Undo takes it back; 0 sends it at once.",
            steps: [0, 5, 10, 30, 60]),
    ]
}

import EngineConcepts
import TOMLKit

/// The user's `config.toml`, parsed: written once with every setting explained, then only read. Choices on the screen come
/// over its ``settings``.
public struct ConfigurationFile: Hashable, Sendable {
    public let path: String
    /// The lines that are ignored, such as a misspelt setting, an invalid value, or a key without a command.
    public private(set) var warnings: [ConfigurationError] = []
    /// The keys that the user chose, in the order of contexts and keys.
    public private(set) var keys: [KeyChoice] = []
    /// The preset under them, or `nil` for Fiber's own.
    public private(set) var keyPreset: PresetChoice?
    /// The user's commands that run programs, in the order of the file.
    public private(set) var commands: [ProgramCommand] = []
    /// The user's macros, in the order of the file.
    public private(set) var macros: [MacroCommand] = []
    /// The values of the file over the defaults.
    public private(set) var settings = Settings.standard
    private var positions: [String: TOMLPosition] = [:]
    /// The first ignored line of each table of settings.
    private var faults: [String: ConfigurationError] = [:]

    /// Reads the file at `path`, or takes the defaults if there is none. Throws if it is not TOML.
    public init(path: String) throws(ConfigurationError) {
        self.path = path
        guard let text = try TOMLFile.text(path: path) else { return }
        let file = try Self.parse(text, path)
        var warnings: [ConfigurationError] = []
        var faults: [String: ConfigurationError] = [:]
        (settings, positions) = Self.read(file) { warning, table in
            warnings.append(warning)
            if faults[table] == nil { faults[table] = warning }
        }
        self.faults = faults
        keys = KeyChoice.read(file) { warnings.append($0) }
        keyPreset = KeyChoice.readPreset(file) { warnings.append($0) }
        commands = ProgramCommand.read(file) { warnings.append($0) }
        macros = MacroCommand.read(file) { warnings.append($0) }
        self.warnings = warnings.sorted { ($0.position?.line ?? 0) < ($1.position?.line ?? 0) }
    }

    private static func parse(_ text: String, _ path: String) throws(ConfigurationError) -> TOMLFile {
        do throws(ConfigurationError) {
            return try TOMLFile(path: path, text: text)
        } catch {
            guard let clamped = clampingNumbers(in: text) else { throw error }
            return try TOMLFile(path: path, text: clamped)
        }
    }

    /// Returns the text with the largest number, which no setting takes, in place of numbers of settings that are too large for
    /// the parser, or `nil` if there are none. All else keeps its position.
    private static func clampingNumbers(in text: String) -> String? {
        let keys = Set(Setting.all.filter(\.kind.isNumber).map(\.key))
        let largest = String(Int.max)
        // A key, its assignment, and the digits, also in inline tables.
        let assignment = #/([A-Za-z0-9_-]+)(["']?[ \t]*=[ \t]*[+-]?)([0-9][0-9_]*)(?=[\s#,}]|$)/#
        let clamped = text.replacing(assignment) { match -> String in
            let (whole, key, sign, digits) = match.output
            guard keys.contains(String(key)), Int(digits.filter(\.isNumber)) == nil else { return String(whole) }
            return "\(key)\(sign)\(largest)\(String(repeating: " ", count: max(0, digits.count - largest.count)))"
        }
        return clamped == text ? nil : clamped
    }

    /// Returns the defaults, in place of a file that is not TOML.
    public init(inPlaceOf error: ConfigurationError) {
        path = error.file
        warnings = [
            ConfigurationError(
                error.code, file: error.file, at: error.position, error.failure, advice: Message("defaultsUntilFixed"),
                cause: error.cause)
        ]
        settings = .inPlaceOfFile
    }

    /// Writes the commented default file unless there is a file.
    public static func writeDefault(to path: String) throws(ConfigurationError) {
        guard !TOMLFile.exists(at: path) else { return }
        try AtomicFile.write(defaultText, to: path)
    }

    /// The default file: every setting with its explanation and default, commented out.
    public static var defaultText: String {
        var text = """
            # The settings of Fiber. Fiber reads this file at the start and after each change, and never overwrites it.
            # To change a setting, remove the # before its line; the values shown are the defaults.
            # A setting that is changed on the screen takes precedence until its line here is changed.
            # The sources are in library.toml beside this file.

            """
        var table = ""
        for setting in Setting.all {
            if setting.table != table {
                table = setting.table
                text += "\n[\(table)]\n"
            }
            text += "# \(setting.explanation)\n"
            switch setting.kind {
            case .choice(let words): text += "# One of: \(words.joined(separator: ", ")).\n"
            case .name(let words): text += "# One of: \(words.joined(separator: ", ")); or your own.\n"
            case .flag, .number, .text, .words: break
            }
            text += "# \(setting.key) = \(setting.standard.toml)\n"
        }
        text += """

            # Your own keys: a table for each context, with a key or a sequence of keys and the command that it runs;
            # "" unbinds a key. The help (the key ?) shows the names of commands beside their keys, and the command
            # line (the key :) lists all of them.
            # The presets "newsboat" and "mastodon" have the keys of newsboat and of Mastodon's terminal clients.
            #[keys]
            #preset = "fiber"
            #[keys.timeline]
            #"g g" = "top"

            # Your own commands: programs that get the item under the cursor, with the key that runs them. The words are
            # arguments as they stand, without a shell. The guide "Commands of your own" has more.
            #[[command]]
            #name = "save-bookmark"
            #key = "ctrl-s"
            #run = ["buku", "--add", "{url}", "--title", "{title}"]

            # Several commands on one key.
            #[[macro]]
            #key = "Z o"
            #run = ["open-in-browser", "toggle-read", "next-unread"]

            """
        return text
    }

    /// Returns the position of a setting's value, or `nil` without one.
    public func position(of name: String) -> TOMLPosition? {
        positions[name]
    }

    /// Returns the first ignored line that is about a setting of `table`, or `nil` if all its lines are valid.
    public func fault(in table: String) -> ConfigurationError? {
        faults[table]
    }

    /// The tables that are not settings.
    private static let otherTables = [KeyChoice.table, ProgramCommand.kind, MacroCommand.kind]

    private static func read(
        _ file: TOMLFile, report: (_ warning: ConfigurationError, _ table: String) -> Void
    ) -> (Settings, [String: TOMLPosition]) {
        var values: [String: SettingValue] = [:]
        var positions: [String: TOMLPosition] = [:]
        let known = Dictionary(grouping: Setting.all, by: \.table)
        for table in file.root.keys.sorted() where !otherTables.contains(table) {
            guard let settings = known[table], let content = file.root[table]?.table else {
                // A misspelt table, or a setting outside of its table: the settings tell which one is meant.
                let keys = file.root[table]?.table?.keys ?? [table]
                report(unknown(table, file), Setting.all.first { keys.contains($0.key) }?.table ?? table)
                continue
            }
            for key in content.keys.sorted() {
                guard let setting = settings.first(where: { $0.key == key }) else {
                    report(unknownKey(key, in: table, among: settings, file), table)
                    continue
                }
                let position = file.nearestPosition(of: key, in: table)
                guard let found = content[key], let value = setting.value(of: found) else {
                    report(wrongValue(content[key]?.string, of: setting, file, at: position), table)
                    continue
                }
                values[setting.name] = value
                positions[setting.name] = position
            }
        }
        return (Settings(values), positions)
    }

    /// Returns the error about a key of a table that is none of its settings.
    private static func unknownKey(
        _ key: String, in table: String, among settings: [Setting], _ file: TOMLFile
    ) -> ConfigurationError {
        .unknown(
            key, among: settings.map(\.key), file: file.path, at: file.position(ofKey: key, in: table),
            Message("settingUnknown", ["name": .text("\(table).\(key)")]))
    }

    /// Returns the error about a value that a setting does not take.
    ///
    /// - Parameter text: The value, or `nil` if it is no text.
    private static func wrongValue(
        _ text: String?, of setting: Setting, _ file: TOMLFile, at position: TOMLPosition?
    ) -> ConfigurationError {
        let meant = NearestName.question(text ?? "", among: setting.kind.names)
        let standard = Message("defaultUntilFixed", ["value": .text(setting.standard.toml)])
        return ConfigurationError(
            .value, file: file.path, at: position,
            Message("settingTakes", ["name": .text(setting.name), "form": .message(setting.kind.form)]),
            advice: meant.map { .sentences($0, standard) } ?? standard)
    }

    /// Returns the error about an unknown name at the top of the file: a misspelt table, or a setting before its table.
    private static func unknown(_ name: String, _ file: TOMLFile) -> ConfigurationError {
        let tables = Set(Setting.all.map(\.table)).sorted() + otherTables
        let position = file.position(ofTable: name) ?? file.position(ofKey: name, in: nil)
        let failure = Message("settingUnknown", ["name": .text(name)])
        guard let setting = Setting.all.first(where: { $0.key == name }) else {
            return .unknown(name, among: tables, file: file.path, at: position, failure)
        }
        return ConfigurationError(
            .unknownName, file: file.path, at: position, failure,
            advice: Message("settingBelongsTo", ["name": .text(name), "table": .text(setting.table)]))
    }
}

extension Setting {
    /// Parses a value typed on a screen: a number, words separated by spaces, or as in the file if words contain
    /// spaces. Returns `nil` for an invalid value.
    public func value(typed text: String) -> SettingValue? {
        if kind == .text { return .choice(text) }
        guard kind == .words, !text.hasPrefix("[") else {
            do {
                let table = try TOMLTable.parsed("typed = \(text)")
                return table["typed"].flatMap(value)
            } catch {
                // No TOML value is valid for this setting.
                return nil
            }
        }
        return .words(text.split(separator: " ").map(String.init))
    }

    fileprivate func value(of found: any TOMLValueConvertible) -> SettingValue? {
        let value: SettingValue? =
            switch kind {
            case .flag: found.bool.map(SettingValue.flag)
            case .number: found.int.map(SettingValue.number)
            case .choice, .name, .text: found.string.map(SettingValue.choice)
            case .words: found.texts.map(SettingValue.words)
            }
        return value.map(replacingFormerWord).flatMap { takes($0) ? $0 : nil }
    }
}

extension Setting.Kind {
    fileprivate var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    /// The words of a choice.
    fileprivate var names: [String] {
        switch self {
        case .choice(let words), .name(let words): words
        case .flag: ["true", "false"]
        case .number, .text, .words: []
        }
    }

    /// The valid values, as part of a sentence.
    fileprivate var form: Message {
        func quoted(_ words: some Sequence<String>) -> Message.Argument {
            .list(words.map { .text(TOMLText.quoted($0)) })
        }
        return switch self {
        case .flag: Message("valueFlag")
        case .number(let bounds):
            Message("valueNumber", ["least": .number(bounds.lowerBound), "most": .number(bounds.upperBound)])
        case .choice(let words): Message("valueOneOf", ["words": quoted(words)])
        case .name(let words): Message("valueName", ["words": quoted(words.prefix(3))])
        case .text: Message("valueText")
        case .words: Message("valueWords", ["words": .text(TOMLText.list(["firefox", "--new-tab"]))])
        }
    }
}

import TOMLKit

/// The reader's own file, `config.toml`: written once with every setting explained, then only read.
public struct ConfigurationFile: Hashable, Sendable {
    /// The file.
    public let path: String
    /// What the file has that means nothing, such as a misspelt setting, a value that its setting does not take, or a key
    /// without a command. It costs that line only.
    public let warnings: [ConfigurationError]
    /// The keys that the reader chose, in the order of contexts and keys.
    public let keys: [KeyChoice]
    /// The table that they come on top of; nil for Fiber's own.
    public let keyPreset: PresetChoice?
    private var values: [String: SettingValue]
    private let positions: [String: TOMLPosition]

    /// A file that says nothing: every setting has its standard.
    public static let standard = ConfigurationFile()

    private init() {
        path = ""
        warnings = []
        keys = []
        keyPreset = nil
        values = [:]
        positions = [:]
    }

    /// Reads the file at `path`, or takes every setting's standard where there is none.
    ///
    /// - Throws: What is no TOML.
    public init(path: String) throws(ConfigurationError) {
        self.path = path
        guard let file = try TOMLFile(path: path) else {
            values = [:]
            positions = [:]
            keys = []
            keyPreset = nil
            warnings = []
            return
        }
        var complaints: [ConfigurationError] = []
        (values, positions) = Self.read(file) { complaints.append($0) }
        keys = KeyChoice.read(file) { complaints.append($0) }
        keyPreset = KeyChoice.readPreset(file) { complaints.append($0) }
        warnings = complaints.sorted { ($0.position?.line ?? 0) < ($1.position?.line ?? 0) }
    }

    /// Every setting's standard, in the place of a file that cannot be understood as a whole.
    public init(inPlaceOf error: ConfigurationError) {
        path = error.file
        warnings = [
            ConfigurationError(
                error.code, file: error.file, at: error.position, error.message,
                advice: "Until the file is mended, every setting has its standard.")
        ]
        keys = []
        keyPreset = nil
        values = [:]
        positions = [:]
    }

    /// Writes the commented default file, where there is none yet.
    public static func writeDefault(to path: String) throws(ConfigurationError) {
        guard try TOMLFile(path: path) == nil else { return }
        try AtomicFile.write(defaultText, to: path)
    }

    /// The default file: every setting with its explanation, commented out with its standard.
    public static var defaultText: String {
        var text = """
            # Fiber's settings. This file is yours: Fiber reads it, again each time that it changes, and never writes it again.
            # A line without # takes the place of the standard that is shown.
            # What you follow is in library.toml beside this file.

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
            case .flag, .number, .words: break
            }
            text += "# \(setting.key) = \(setting.standard.toml)\n"
        }
        text += """

            # Your own keys: in a table for each part of the screen, a key or a sequence of keys and the command that it
            # runs; "" takes a key out of use. The help (the key ?) shows the commands' names beside their keys, and the
            # command line (the key :) lists them all.
            # The preset "newsboat" or "mastodon" begins with the habits of those programs.
            [keys]
            # preset = "fiber"
            [keys.timeline]
            # "g g" = "top"

            """
        return text
    }

    /// The value of the setting with this full name: the file's, or the standard.
    public func value(_ name: String) -> SettingValue? {
        values[name] ?? Setting.all.first { $0.name == name }?.standard
    }

    /// What the file itself says of the setting with this full name; nil where it does not.
    public func said(of name: String) -> SettingValue? {
        values[name]
    }

    /// The settings with these values, by their full names, in the place of the file's.
    public func with(_ chosen: [String: SettingValue]) -> ConfigurationFile {
        var changed = self
        changed.values.merge(chosen) { _, chosen in chosen }
        return changed
    }

    /// Where the file says the value of the setting with this full name; nil where it does not.
    public func position(of name: String) -> TOMLPosition? {
        positions[name]
    }

    private static func read(
        _ file: TOMLFile, report: (ConfigurationError) -> Void
    ) -> ([String: SettingValue], [String: TOMLPosition]) {
        var values: [String: SettingValue] = [:]
        var positions: [String: TOMLPosition] = [:]
        let known = Dictionary(grouping: Setting.all, by: \.table)
        for table in file.root.keys.sorted() where table != KeyChoice.table {
            guard let settings = known[table], let content = file.root[table]?.table else {
                report(unknown(table, file))
                continue
            }
            for key in content.keys.sorted() {
                let position = file.position(of: key, in: table)
                guard let setting = settings.first(where: { $0.key == key }) else {
                    report(
                        .unknown(
                            key, among: settings.map(\.key), file: file.path, at: position,
                            "There is no setting \"\(table).\(key)\"."))
                    continue
                }
                guard let found = content[key], let value = setting.value(of: found) else {
                    let meant = NearestName.question(content[key]?.string ?? "", among: setting.kind.names)
                    report(
                        ConfigurationError(
                            .value, file: file.path, at: position, "\(setting.name) takes \(setting.kind.words).",
                            advice: "\(meant)Until the line is mended, the standard holds: \(setting.standard.toml)."))
                    continue
                }
                values[setting.name] = value
                positions[setting.name] = position
            }
        }
        return (values, positions)
    }

    /// What is said of something at the top of the file that is no table of settings: it may be one misspelt, or a setting that
    /// stands before its table.
    private static func unknown(_ name: String, _ file: TOMLFile) -> ConfigurationError {
        let tables = Set(Setting.all.map(\.table)).sorted() + [KeyChoice.table]
        let position = file.position(ofTable: name) ?? file.position(of: name, in: nil)
        let message = "There is no setting \"\(name)\"."
        guard let setting = Setting.all.first(where: { $0.key == name }) else {
            return .unknown(name, among: tables, file: file.path, at: position, message)
        }
        return ConfigurationError(
            .unknownName, file: file.path, at: position, message,
            advice: "\"\(name)\" belongs below the line [\(setting.table)].")
    }
}

extension ConfigurationFile {
    /// The value of a flag.
    public func flag(_ name: String) -> Bool {
        if case .flag(let flag) = value(name) { flag } else { false }
    }

    /// The value of a number.
    public func number(_ name: String) -> Int {
        if case .number(let number) = value(name) { number } else { 0 }
    }

    /// The value of a choice.
    public func choice(_ name: String) -> String {
        if case .choice(let word) = value(name) { word } else { "" }
    }

    /// The value of a list of words.
    public func words(_ name: String) -> [String] {
        if case .words(let words) = value(name) { words } else { [] }
    }
}

extension Setting {
    /// The value that somebody has typed on a screen: a number, or words apart by spaces, or written as in the file where words
    /// hold spaces themselves. Nil where the setting does not take it.
    public func value(typed text: String) -> SettingValue? {
        guard kind == .words, !text.hasPrefix("[") else {
            do {
                let table = try TOMLTable(string: "typed = \(text)")
                return table["typed"].flatMap(value)
            } catch {
                // What is no value in TOML is none of this setting's.
                return nil
            }
        }
        return .words(text.split(separator: " ").map(String.init))
    }

    fileprivate func value(of found: any TOMLValueConvertible) -> SettingValue? {
        switch kind {
        case .flag:
            return found.bool.map(SettingValue.flag)
        case .number(let bounds):
            return found.int.flatMap { bounds.contains($0) ? .number($0) : nil }
        case .choice(let words):
            return found.string.flatMap { words.contains($0) ? .choice($0) : nil }
        case .name:
            return found.string.flatMap { $0.isEmpty ? nil : .choice($0) }
        case .words:
            guard let array = found.array else { return nil }
            let words = array.compactMap(\.string)
            return words.count == array.count ? .words(words) : nil
        }
    }
}

extension Setting.Kind {
    /// The words that there are to choose from.
    fileprivate var names: [String] {
        switch self {
        case .choice(let words), .name(let words): words
        case .flag: ["true", "false"]
        case .number, .words: []
        }
    }

    fileprivate var words: String {
        switch self {
        case .flag: "true or false"
        case .number(let bounds): "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        case .choice(let words): "one of " + words.map(TOMLText.quoted).joined(separator: ", ")
        case .name(let words): "a name, such as " + words.prefix(3).map(TOMLText.quoted).joined(separator: ", ")
        case .words: "a list of words, such as [\"firefox\", \"--new-tab\"]"
        }
    }
}

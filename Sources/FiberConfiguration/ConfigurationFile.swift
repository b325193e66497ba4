import TOMLKit

/// The reader's own file, `config.toml`: written once with every setting explained, then only read.
public struct ConfigurationFile: Hashable, Sendable {
    /// The file.
    public let path: String
    /// What the file has that no setting is called: worth a word, not an error.
    public let warnings: [String]
    /// The keys that the reader chose, in the order of contexts and keys.
    public let keys: [KeyChoice]
    /// The table that they come on top of; nil for Fiber's own.
    public let keyPreset: PresetChoice?
    private let values: [String: SettingValue]

    /// Reads the file at `path`, or takes every setting's standard where there is none.
    public init(path: String) throws(ConfigurationError) {
        self.path = path
        guard let file = try TOMLFile(path: path) else {
            values = [:]
            keys = []
            keyPreset = nil
            warnings = []
            return
        }
        (values, warnings) = try Self.read(file)
        keys = try KeyChoice.read(file)
        keyPreset = try KeyChoice.readPreset(file)
    }

    /// Writes the commented default file, where there is none yet.
    public static func writeDefault(to path: String) throws(ConfigurationError) {
        guard try TOMLFile(path: path) == nil else { return }
        try AtomicFile.write(defaultText, to: path)
    }

    /// The default file: every setting with its explanation, commented out with its standard.
    public static var defaultText: String {
        var text = """
            # Fiber's settings. This file is yours: Fiber reads it and never writes it again.
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
            # runs; "" takes a key out of use. The help screen shows the names of keys and commands.
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

    private static func read(_ file: TOMLFile) throws(ConfigurationError) -> ([String: SettingValue], [String]) {
        var values: [String: SettingValue] = [:]
        var warnings: [String] = []
        let known = Dictionary(grouping: Setting.all, by: \.table)
        for table in file.root.keys.sorted() where table != KeyChoice.table {
            guard let settings = known[table], let content = file.root[table]?.table else {
                let position = file.position(ofTable: table) ?? file.position(of: table, in: nil)
                warnings.append("\(file.path):\(position.prefix) There is no setting \"\(table)\".")
                continue
            }
            for key in content.keys.sorted() {
                guard let setting = settings.first(where: { $0.key == key }) else {
                    let position = file.position(of: key, in: table)
                    warnings.append("\(file.path):\(position.prefix) There is no setting \"\(table).\(key)\".")
                    continue
                }
                guard let found = content[key], let value = setting.value(of: found) else {
                    throw ConfigurationError(
                        .value, file: file.path, at: file.position(of: key, in: table),
                        "\(setting.name) takes \(setting.kind.words).",
                        advice: "Mend the line, or take it out: the standard is \(setting.standard.toml).")
                }
                values[setting.name] = value
            }
        }
        return (values, warnings)
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

import EngineConcepts
import TOMLKit

/// Reads the settings of `config.toml`. Lines that are wrong are left out.
struct SettingsReader {
    /// A line that is left out.
    struct Fault: Hashable, Sendable {
        /// The table of settings that it is about.
        let table: String
        let error: ConfigurationError
    }

    /// The values by the full names of settings.
    private(set) var values: [String: SettingValue] = [:]
    private(set) var positions: [String: TOMLPosition] = [:]
    private(set) var faults: [Fault] = []
    private let file: TOMLFile
    /// The tables that are not settings.
    private static let otherTables = [KeyChoice.table, TableKind.command.rawValue, TableKind.macro.rawValue]

    init(_ file: TOMLFile) {
        self.file = file
        let known = Dictionary(grouping: Setting.all, by: \.table)
        for table in file.root.keys.sorted() where !Self.otherTables.contains(table) {
            guard let settings = known[table], let content = file.root[table]?.table else {
                // A misspelt table, or a setting outside of its table: the settings tell which one is meant.
                let keys = file.root[table]?.table?.keys ?? [table]
                let meant = Setting.all.first { keys.contains($0.key) }?.table ?? table
                faults.append(Fault(table: meant, error: unknown(table)))
                continue
            }
            for key in content.keys.sorted() {
                guard let setting = settings.first(where: { $0.key == key }) else {
                    faults.append(Fault(table: table, error: unknownKey(key, in: table, among: settings)))
                    continue
                }
                let position = file.nearestPosition(of: key, in: table)
                guard let found = content[key], let value = setting.value(of: found) else {
                    let error = wrongValue(content[key]?.string, of: setting, at: position)
                    faults.append(Fault(table: table, error: error))
                    continue
                }
                values[setting.name] = value
                positions[setting.name] = position
            }
        }
    }

    /// Returns the error about a key of a table that is none of its settings.
    private func unknownKey(_ key: String, in table: String, among settings: [Setting]) -> ConfigurationError {
        .unknown(
            key, among: settings.map(\.key), file: file.path, at: file.position(ofKey: key, in: table),
            Message("settingUnknown", ["name": .text("\(table).\(key)")]))
    }

    /// Returns the error about a value that a setting does not take.
    ///
    /// - Parameter text: The value, or `nil` if it is no text.
    private func wrongValue(_ text: String?, of setting: Setting, at position: TOMLPosition?) -> ConfigurationError {
        let meant = NearestName.question(text ?? "", among: setting.kind.names)
        let standard = Message("defaultUntilFixed", ["value": .text(setting.standard.toml)])
        return ConfigurationError(
            .value, file: file.path, at: position,
            Message("settingTakes", ["name": .text(setting.name), "form": .message(setting.kind.form)]),
            advice: meant.map { .sentences($0, standard) } ?? standard)
    }

    /// Returns the error about an unknown name at the top of the file: a misspelt table, or a setting before its table.
    private func unknown(_ name: String) -> ConfigurationError {
        let tables = Set(Setting.all.map(\.table)).sorted() + Self.otherTables
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

import EngineConcepts

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
    private var faults: [SettingsReader.Fault] = []

    /// Reads the file at `path`, or takes the defaults if there is none. Throws if it is not TOML.
    public init(path: String) throws(ConfigurationError) {
        self.path = path
        guard let text = try TOMLFile.text(path: path) else { return }
        let file = try Self.parse(text, path)
        let reader = SettingsReader(file)
        (settings, positions, faults) = (Settings(reader.values), reader.positions, reader.faults)
        var warnings = faults.map(\.error)
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

    /// Returns the position of a setting's value, or `nil` without one.
    public func position(of name: String) -> TOMLPosition? { positions[name] }

    /// Returns the first ignored line that is about a setting of `table`, or `nil` if all its lines are valid.
    public func fault(in table: String) -> ConfigurationError? { faults.first { $0.table == table }?.error }
}

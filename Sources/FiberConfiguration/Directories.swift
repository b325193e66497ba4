/// Where Fiber's files are: the XDG base directories, on every system.
/// <https://specifications.freedesktop.org/basedir-spec/latest/>
public struct Directories: Hashable, Sendable {
    /// Where `config.toml` and `library.toml` are.
    public let configuration: String
    /// Where the store is.
    public let data: String
    /// Where logs and crash reports are.
    public let state: String
    /// Where what can be fetched again is.
    public let cache: String

    /// Finds the directories.
    ///
    /// - Parameters:
    ///   - environment: The process's environment. Relative paths in it are passed over, as the specification asks.
    ///   - home: The reader's home directory.
    ///   - configuration: Takes the place of the configuration directory.
    ///   - data: Takes the place of the data directory, and holds state and cache too.
    public init(
        environment: [String: String], home: String, configuration: String? = nil, data: String? = nil
    ) {
        func base(_ variable: String, _ fallback: String) -> String {
            if let value = environment[variable], value.hasPrefix("/") { return value + "/fiber" }
            return home + fallback + "/fiber"
        }
        self.configuration = configuration ?? base("XDG_CONFIG_HOME", "/.config")
        self.data = data ?? base("XDG_DATA_HOME", "/.local/share")
        state = data.map { $0 + "/state" } ?? base("XDG_STATE_HOME", "/.local/state")
        cache = data.map { $0 + "/cache" } ?? base("XDG_CACHE_HOME", "/.cache")
    }

    /// The reader's own file.
    public var configurationFile: String { configuration + "/config.toml" }

    /// What screens and commands write.
    public var libraryFile: String { configuration + "/library.toml" }

    /// The passwords and the like that sources are asked with.
    public var secretsFile: String { configuration + "/secrets.toml" }

    /// The store.
    public var storeFile: String { data + "/fiber.sqlite" }
}

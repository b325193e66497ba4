import Foundation

/// The paths of Fiber's files, in the XDG base directories on every system.
/// <https://specifications.freedesktop.org/basedir-spec/latest/>
public struct Directories: Hashable, Sendable {
    /// The directory of `config.toml`, `library.toml`, `secrets.toml`, `notes.toml` and `people.toml`.
    public let configuration: String
    /// The directory of the store.
    public let data: String
    /// The directory of logs, problem reports and crash records, and of the sockets for requests of other processes.
    public let state: String
    /// The directory of data that can be fetched again.
    public let cache: String

    /// Finds the directories.
    ///
    /// - Parameters:
    ///   - environment: The process's environment. Ignores relative paths, as the specification requires.
    ///   - home: The user's home directory.
    ///   - configuration: Replaces the configuration directory.
    ///   - data: Replaces the data directory, and holds state and cache too.
    public init(environment: [String: String], home: String, configuration: String? = nil, data: String? = nil) {
        func base(_ variable: String, _ fallback: String) -> String {
            if let value = environment[variable], value.hasPrefix("/") { return value + "/fiber" }
            return home + fallback + "/fiber"
        }
        self.configuration = configuration ?? base("XDG_CONFIG_HOME", "/.config")
        self.data = data ?? base("XDG_DATA_HOME", "/.local/share")
        state = data.map { $0 + "/state" } ?? base("XDG_STATE_HOME", "/.local/state")
        cache = data.map { $0 + "/cache" } ?? base("XDG_CACHE_HOME", "/.cache")
    }

    /// The settings, which the user writes.
    public var configurationFile: String { configuration + "/config.toml" }

    /// The sources, topics and rules, which screens and commands write.
    public var libraryFile: String { configuration + "/library.toml" }

    /// The secrets of sources.
    public var secretsFile: String { configuration + "/secrets.toml" }

    /// The user's notes on authors.
    public var notesFile: String { configuration + "/notes.toml" }

    /// The authors that are one person.
    public var peopleFile: String { configuration + "/people.toml" }

    public var storeFile: String { data + "/fiber.sqlite" }

    /// Creates a directory that only the user can read, and those above it, unless there is one.
    public static func create(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}

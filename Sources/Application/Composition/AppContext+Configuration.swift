import EngineConcepts
package import FiberConfiguration

extension AppContext {
    /// Writes the file with the default settings unless there is one. Where it cannot be written, the defaults apply too.
    private static func writeDefaultSettings(in directories: Directories) throws(ConfigurationError) {
        do {
            try ConfigurationFile.writeDefault(to: directories.configurationFile)
        } catch {
            guard error.code == .unwritable else { throw error }
        }
    }

    /// Reads the settings for a screen, which opens with defaults and a message if the file is not valid TOML.
    package static func configurationForScreen(in directories: Directories) throws -> ConfigurationFile {
        do {
            try writeDefaultSettings(in: directories)
            return try ConfigurationFile(path: directories.configurationFile)
        } catch let error where error.code == .syntax {
            return ConfigurationFile(inPlaceOf: error)
        }
    }

    /// Reads the settings, and reports their warnings if `warns`.
    static func configuration(
        in directories: Directories, _ reporter: any Reporter, warns: Bool
    ) throws -> ConfigurationFile {
        try writeDefaultSettings(in: directories)
        let configuration = try ConfigurationFile(path: directories.configurationFile)
        for warning in configuration.warnings where warns { reporter.report(warning.message) }
        return configuration
    }
}

extension Settings {
    /// Returns the limits of fills. Commands run unattended, so their sources have the whole time of `network.slow-seconds`
    /// even if the others were fast: what it then stores without the slow ones is stored once.
    func poolLimits(for mode: AppContext.OpeningMode) -> PoolLimits {
        let timeout = Duration.seconds(number("network.timeout-seconds"))
        let slow = min(Duration.seconds(number("network.slow-seconds")), timeout)
        switch mode {
        case .fetching, .changing, .reading, .readingOutbox:
            return PoolLimits(slowAfter: slow, minimumWait: slow, requestTimeout: timeout)
        case .fetchingOrFollowing:
            return PoolLimits(slowAfter: slow, requestTimeout: timeout)
        }
    }
}

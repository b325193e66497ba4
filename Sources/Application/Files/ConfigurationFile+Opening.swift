import EngineConcepts
package import FiberConfiguration

extension ConfigurationFile {
    /// Writes the file with the default settings unless there is one. Where it cannot be written, the defaults apply too.
    private static func writeDefaultSettings(in directories: Directories) throws(ConfigurationError) {
        do {
            try ConfigurationFile.writeDefault(to: directories.configurationFile)
        } catch {
            guard error.code == .unwritable else { throw error }
        }
    }

    /// Reads the settings for a screen, which opens with defaults and a message if the file is not valid TOML.
    package static func forScreen(in directories: Directories) throws -> ConfigurationFile {
        do {
            try writeDefaultSettings(in: directories)
            return try ConfigurationFile(path: directories.configurationFile)
        } catch let error where error.code == .syntax {
            return ConfigurationFile(inPlaceOf: error)
        }
    }

    /// Throws if the settings are not valid TOML, so that a command must do nothing.
    package static func checkForCommand(in directories: Directories) throws {
        try writeDefaultSettings(in: directories)
        _ = try ConfigurationFile(path: directories.configurationFile)
    }

    /// Reads the settings, and reports their warnings if `warns`.
    static func forCommand(
        in directories: Directories, reportingTo reporter: any Reporter, warns: Bool
    ) throws -> ConfigurationFile {
        try writeDefaultSettings(in: directories)
        let configuration = try ConfigurationFile(path: directories.configurationFile)
        for warning in configuration.warnings where warns { reporter.report(warning.message) }
        return configuration
    }
}

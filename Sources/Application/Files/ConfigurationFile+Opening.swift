package import FiberConfiguration

extension ConfigurationFile {
    /// Reads the settings for a command, which does nothing if the file is not valid TOML. Writes the file with the default
    /// settings unless there is one. Where it cannot be written, the defaults apply too.
    package static func forCommand(in directories: Directories) throws(ConfigurationError) -> ConfigurationFile {
        do {
            try writeDefault(to: directories.configurationFile)
        } catch {
            guard error.code == .unwritable else { throw error }
        }
        return try ConfigurationFile(path: directories.configurationFile)
    }

    /// Reads the settings for a screen, which opens with defaults and a message if the file is not valid TOML.
    package static func forScreen(in directories: Directories) throws -> ConfigurationFile {
        do {
            return try forCommand(in: directories)
        } catch let error where error.code == .syntax {
            return ConfigurationFile(inPlaceOf: error)
        }
    }
}

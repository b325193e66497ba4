import Application
import EngineConcepts
import FiberConfiguration

/// The check of `config.toml`, the themes and `library.toml`.
enum FilesCheck {
    /// Checks the user's files, and returns the settings if both can be used. Ignored entries are failures, but leave the
    /// files usable.
    static func run(in directories: Directories) throws -> (ExitStatus, ConfigurationFile?) {
        let files: CheckedConfiguration
        do {
            files = try CheckedConfiguration(ConfigurationFile(path: directories.configurationFile))
        } catch {
            try DoctorOutput.entry(Message("doctorConfiguration"), error)
            return (.configuration, nil)
        }
        let state = files.errors.isEmpty ? Message("conditionWell") : Message("doctorHasFaults")
        try DoctorOutput.entry(Message("doctorConfiguration"), directories.configurationFile, Console.text(state))
        for error in files.errors { try DoctorOutput.detail(error.message, cause: error.cause) }
        for warning in files.warnings { try DoctorOutput.detail(warning) }
        let library: Library
        do {
            library = try LibraryFile(in: directories).read()
        } catch {
            try DoctorOutput.entry(Message("doctorLibrary"), error)
            return (.configuration, nil)
        }
        let count = Message("doctorSourceCount", ["count": .number(library.sources.count)])
        try DoctorOutput.entry(Message("doctorLibrary"), directories.libraryFile, Console.text(count))
        for warning in library.warnings { try DoctorOutput.detail(warning.message) }
        return (files.errors.isEmpty && library.warnings.isEmpty ? .done : .configuration, files.configuration)
    }
}

import Application
import EngineConcepts
import FiberConfiguration

/// The check of `config.toml`, the themes and `library.toml`.
enum FilesCheck {
    /// Checks the user's files, and returns the settings if both can be used. Ignored entries are failures, but leave the
    /// files usable.
    static func run(in directories: Directories) -> (entries: [DoctorEntry], configuration: ConfigurationFile?) {
        let files: CheckedConfiguration
        do {
            files = try CheckedConfiguration(ConfigurationFile(path: directories.configurationFile))
        } catch {
            return ([DoctorEntry(Message("doctorConfiguration"), failure: error, status: .configuration)], nil)
        }
        let state = files.errors.isEmpty ? Message("conditionWell") : Message("doctorHasFaults")
        let configuration = DoctorEntry(
            Message("doctorConfiguration"), .verbatim(directories.configurationFile), state,
            details: files.errors.flatMap { [$0.message] + $0.causeDetails } + files.warnings,
            status: files.errors.isEmpty ? .done : .configuration)
        do {
            let library = try LibraryFile(in: directories).read()
            let count = Message("doctorSourceCount", ["count": .number(library.sources.count)])
            let entry = DoctorEntry(
                Message("doctorLibrary"), .verbatim(directories.libraryFile), count,
                details: library.warnings.map(\.message), status: library.warnings.isEmpty ? .done : .configuration)
            return ([configuration, entry], files.configuration)
        } catch {
            let entry = DoctorEntry(Message("doctorLibrary"), failure: error, status: .configuration)
            return ([configuration, entry], nil)
        }
    }
}

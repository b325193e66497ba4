import Application
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Localization
import ViewModels

/// The language of the output of one run.
struct OutputLanguage {
    private let environment: [String: String]
    /// The directories of the settings that name the language, or `nil` if the run has none.
    private var directories: Directories?
    /// The language, or `nil` until it is chosen or a text needs it.
    private var chosen: Localizer?

    /// - Parameter environment: Names the language where the settings leave it open.
    init(environment: [String: String]) { self.environment = environment }

    /// Takes the language of the settings in these directories. Reads them only when a text needs the language: most runs open
    /// the store before.
    mutating func takeSettings(in directories: Directories) {
        self.directories = directories
        chosen = nil
    }

    mutating func choose(_ localizer: Localizer) {
        chosen = localizer.inLocalZone
    }

    /// The chosen language, or that of the settings, or that of the environment.
    var localizer: Localizer {
        mutating get {
            if let chosen { return chosen }
            let found = settings.localizer(in: environment).inLocalZone
            chosen = found
            return found
        }
    }

    /// The settings in force, as far as they can be read.
    private var settings: Settings {
        guard let directories else { return .standard }
        let file: ConfigurationFile
        do {
            file = try ConfigurationFile(path: directories.configurationFile)
        } catch {
            // Commands that need the settings report a broken file.
            file = ConfigurationFile(inPlaceOf: error)
        }
        return file.settings(chosenInClosedStoreAt: directories.storeFile)
    }
}

extension Localizer {
    /// The localizer that prints times in the zone of this process, and those in words as the screens show them.
    fileprivate var inLocalZone: Localizer {
        formattingLocalTimes(secondsAhead: { SystemZone().secondsAhead(at: $0) }) { time in
            TimeTexts(zone: SystemZone(), localizer: self).moment(time, at: SystemTimeSource().now())
        }
    }
}

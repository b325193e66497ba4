import EngineConcepts
import FiberConfiguration
import Localization
import ViewModels

@MainActor
extension MessageCenter {
    /// Reports the files at the start of a session. Of their warnings, only those about keys that do nothing are shown, the
    /// first last; the others go to the history.
    func reportAtStart(_ files: CheckedConfiguration) {
        log(remarks: files.notes.map { localizer($0) })
        for warning in files.unsentKeys.reversed() { show(warning) }
        report(files.errors)
    }

    /// Reports failures in the files: the first on the screen with the number of others, which go to the history.
    func report(_ errors: [ConfigurationError]) {
        setFaultyFile(errors.first?.fileName, foundBy: ObjectIdentifier(CheckedConfiguration.self))
        guard let first = errors.first else { return }
        let others = errors.dropFirst()
        // The history shows the newest entry first.
        for error in others.reversed() { log(localizer(.sentences(error.brief, error.advice))) }
        let more = others.isEmpty ? "" : " " + localizer(.configurationMore, .number(others.count))
        let text = localizer(.sentences(first.brief, first.advice))
        failure(text, referring: text + more)
    }
}

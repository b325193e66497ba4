import Application
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Localization
import Storage
import WebText

/// The check of the sources by the results of their latest requests. Sends none.
struct SourcesCheck {
    private let context: AppContext
    /// The language of the entries.
    private let localizer: Localizer

    /// Returns the sources that failed or whose last document is incomplete or older than before, those that have moved to the
    /// address of another one, and items of sources that are not listed.
    static func run(
        in directories: Directories, _ configuration: ConfigurationFile, as form: OutputForm
    ) async throws -> [DoctorEntry] {
        do {
            // The warnings were printed above.
            let opening = ContextOpening(
                directories, reportingTo: .console, mode: .reading, warns: false, configuration: configuration)
            return try await opening.run { context in
                try await SourcesCheck(context: context, localizer: form.localizer).entries()
            }
        } catch let error as StorageError {
            // Such as a store that cannot be opened for want of space.
            return [DoctorEntry(Message("doctorStore"), failure: error, status: .store)]
        }
    }

    private func entries() async throws -> [DoctorEntry] {
        let suppliers = await context.engine.snapshot.suppliers
        var entries = paused + failures(of: suppliers)
        let moved = context.library.warningsOfMovedSources(suppliers)
        entries += context.library.sources.compactMap { moved[$0.id] }.map { DoctorEntry(Message("doctorSource"), $0) }
        if let lost = try await context.libraryCheck.loss() {
            entries.append(DoctorEntry(Message("doctorLibrary"), lost, status: .configuration))
        } else if let unlisted = try await context.libraryCheck.unlistedItems() {
            let message = Message.sentences(unlisted, Message("unlistedAdvice"))
            entries.append(DoctorEntry(Message("doctorLibrary"), message))
        }
        entries += await NotesCheck.run(in: context)
        guard entries.allSatisfy({ $0.status == .done }) else { return entries }
        let isUnasked = suppliers.map(\.requests).allSatisfy { $0.condition == .notAsked && $0.lastSuccess == nil }
        let state = isUnasked && !suppliers.isEmpty ? Message("doctorNoSourceAsked") : Message("doctorNoSourceFailed")
        return entries + [DoctorEntry(Message("doctorSources"), state)]
    }

    /// The sources that are paused, whole or in part, because they crashed the program.
    private var paused: [DoctorEntry] {
        let whole = context.library.sources.filter { context.fetchGuard.isPaused($0.id) }
            .map { source in
                let message = FetchGuard.message(for: source.id, named: source.shownName)
                return DoctorEntry(Message("doctorSource"), message, status: .failed)
            }
        let parts = context.library.sources.flatMap { source -> [DoctorEntry] in
            [WatchedPart.posts, .events].compactMap { context.fetchGuard.refusal(of: $0, of: source.id) }
                .map { refusal in
                    DoctorEntry(
                        Message("doctorSource"), .verbatim(source.shownName), refusal.message, status: .failed)
                }
        }
        return whole + parts
    }

    /// Returns the sources that failed, and those whose last document is incomplete or older than before. The latter is no
    /// failure.
    private func failures(of suppliers: [SupplierStatus]) -> [DoctorEntry] {
        let now = context.time.now()
        let names = context.library.distinctNames(of: suppliers.map(\.id))
        var entries: [DoctorEntry] = []
        for status in suppliers {
            let name = Message.verbatim(names[status.id] ?? status.id.rawValue)
            if let interruption = status.interruption {
                let phrase = Message.verbatim(interruption.error.message.phrase(in: localizer))
                entries.append(
                    DoctorEntry(
                        Message("doctorSource"), name, phrase, details: [status.warning].compactMap(\.self),
                        status: .failed))
            }
            if let warning = status.outdatedWarning { entries.append(DoctorEntry(Message("doctorSource"), warning)) }
            guard let error = status.lastError else { continue }
            entries.append(
                DoctorEntry(
                    Message("doctorSource"), name, status.message(at: now, in: localizer),
                    details: error.causeDetails, status: .failed))
        }
        return entries
    }
}

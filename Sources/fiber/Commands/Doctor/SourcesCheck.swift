import Application
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Storage
import WebText

/// The check of the sources by the results of their latest requests. Sends none.
enum SourcesCheck {
    /// Prints the sources that failed or whose last document is incomplete or older than before, those that have moved to the
    /// address of another one, and items of sources that are not listed.
    static func run(in directories: Directories, _ configuration: ConfigurationFile) async throws -> ExitStatus {
        do {
            // The warnings were printed above.
            let opening = ContextOpening(
                directories, reportingTo: .console, mode: .reading, warns: false, configuration: configuration)
            return try await opening.run { try await run(in: $0) }
        } catch let error as StorageError {
            // Such as a store that cannot be opened for want of space.
            try DoctorOutput.entry(Message("doctorStore"), error)
            return .store
        }
    }

    private static func run(in context: AppContext) async throws -> ExitStatus {
        let suppliers = await context.engine.snapshot.suppliers
        var worst = try printFailures(of: suppliers, in: context)
        let moved = context.library.warningsOfMovedSources(suppliers)
        for source in context.library.sources {
            guard let warning = moved[source.id] else { continue }
            try DoctorOutput.entry(Message("doctorSource"), Console.text(warning))
        }
        if let lost = try await context.libraryCheck.loss() {
            try DoctorOutput.entry(Message("doctorLibrary"), Console.text(lost))
            worst = .configuration
        } else if let unlisted = try await context.libraryCheck.unlistedItems() {
            let text = Console.text(.sentences(unlisted, Message("unlistedAdvice")))
            try DoctorOutput.entry(Message("doctorLibrary"), text)
        }
        worst = max(worst, try await NotesCheck.run(in: context))
        if worst == .done {
            let isUnasked = suppliers.map(\.requests).allSatisfy { $0.condition == .notAsked && $0.lastSuccess == nil }
            let key = isUnasked && !suppliers.isEmpty ? "doctorNoSourceAsked" : "doctorNoSourceFailed"
            try DoctorOutput.entry(Message("doctorSources"), Console.text(Message(key)))
        }
        return worst
    }

    /// Prints the sources that are paused, whole or in part, because they crashed the program, and those that failed or whose
    /// last document is incomplete or older than before. The latter is no failure.
    private static func printFailures(of suppliers: [SupplierStatus], in context: AppContext) throws -> ExitStatus {
        var worst = ExitStatus.done
        let now = context.time.now()
        let names = context.library.distinctNames(of: suppliers.map(\.id))
        for source in context.library.sources where context.fetchGuard.isPaused(source.id) {
            let message = FetchGuard.message(for: source.id, named: source.shownName)
            try DoctorOutput.entry(Message("doctorSource"), Console.text(message))
            worst = .failed
        }
        for source in context.library.sources {
            for part in [WatchedPart.posts, .events] {
                guard let refusal = context.fetchGuard.refusal(of: part, of: source.id) else { continue }
                try DoctorOutput.entry(Message("doctorSource"), source.shownName, Console.text(refusal.message))
                worst = .failed
            }
        }
        for status in suppliers {
            let name = names[status.id] ?? status.id.rawValue
            if let interruption = status.interruption {
                let phrase = interruption.error.message.phrase(in: Console.localizer)
                try DoctorOutput.entry(Message("doctorSource"), name, Console.text(.verbatim(phrase)))
                if let warning = status.warning { try DoctorOutput.detail(warning) }
                worst = .failed
            }
            if let warning = status.outdatedWarning {
                try DoctorOutput.entry(Message("doctorSource"), Console.text(warning))
            }
            guard let error = status.lastError else { continue }
            try DoctorOutput.entry(Message("doctorSource"), name, Console.text(status.message(at: now)))
            if let cause = error.cause { try DoctorOutput.detail(.verbatim(cause)) }
            worst = .failed
        }
        return worst
    }
}

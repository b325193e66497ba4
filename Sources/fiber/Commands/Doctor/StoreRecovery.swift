import Application
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Storage

/// The recovery of a damaged store, with what it saves and loses.
enum StoreRecovery {
    /// Recovers the store unless it is sound. Throws while another Fiber uses it, which would go on writing to the damaged
    /// file. A recovery that loses something is a failure.
    static func run(in directories: Directories) async throws -> DoctorEntry {
        let path = directories.storeFile
        guard TrackDatabase.exists(at: path) else {
            throw CommandFailure(Message("noStoreToRecover", ["path": .text(path)]))
        }
        let store = DamagedStore(path: path)
        // Before the lease, which would tell that there was a store.
        try store.refuseStranger()
        let lease = WriterLease(forStoreAt: path, purpose: "fiber doctor")
        try await lease.acquire(within: .zero, time: SystemTimeSource(), reportingTo: .console)
        defer { lease.release() }
        let work = { try await store.recover() }
        guard let report = try await Console.showing(Message("doctorRecovers"), while: work) else {
            return DoctorEntry(Message("doctorRecovery"), Message("doctorNothingToRecover"))
        }
        return DoctorEntry(
            Message("doctorRecovery"), Message("doctorSaved", ["tickets": .tickets(report.savedTickets)]),
            details: details(of: report), status: report.isIncomplete ? .failed : .done)
    }

    /// Returns what is lost, and where the damaged file is.
    private static func details(of report: RecoveryReport) -> [Message] {
        var details: [Message] = []
        for part in RecoveryReport.Part.allCases where report.lostParts.contains(part) {
            switch part {
            case .items:
                let lost = report.lostTickets.map { Message("doctorLost", ["count": .number($0)]) }
                let others = report.savedTickets == 0 ? Message("doctorNoneSaved") : Message("doctorNotAllSaved")
                details += [lost ?? others, Message("doctorLostAdvice")]
            case .sources: details.append(Message("doctorSourcesLost"))
            case .settings: details.append(Message("doctorSettingsLost"))
            case .removedItems: details.append(Message("doctorRemovedLost"))
            case .outbox: details.append(Message("doctorOutboxLost"))
            }
        }
        if report.ticketsWithoutAuthor > 0 {
            details.append(Message("doctorAuthorsLost", ["tickets": .tickets(report.ticketsWithoutAuthor)]))
            if !report.lostParts.contains(.items) { details.append(Message("doctorLostAdvice")) }
        }
        // A store that was missing leaves no damaged file.
        if TrackDatabase.exists(at: report.damagedFile) {
            details.append(Message("doctorKeptFile", ["path": .text(report.damagedFile)]))
        }
        return details
    }
}

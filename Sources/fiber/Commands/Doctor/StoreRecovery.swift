import Application
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Storage

/// The recovery of a damaged store, with what it saves and loses.
enum StoreRecovery {
    /// Recovers the store unless it is sound. Throws while another Fiber uses it, which would go on writing to the damaged
    /// file. A recovery that loses something is a failure.
    static func run(in directories: Directories) async throws -> ExitStatus {
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
            try DoctorOutput.entry(Message("doctorRecovery"), Console.text(Message("doctorNothingToRecover")))
            return .done
        }
        try print(report)
        return report.isIncomplete ? .failed : .done
    }

    /// Prints what was saved and what is lost.
    private static func print(_ report: RecoveryReport) throws {
        let saved = Message("doctorSaved", ["tickets": .tickets(report.savedTickets)])
        try DoctorOutput.entry(Message("doctorRecovery"), Console.text(saved))
        for part in RecoveryReport.Part.allCases where report.lostParts.contains(part) {
            switch part {
            case .items:
                let lost = report.lostTickets.map { Message("doctorLost", ["count": .number($0)]) }
                let others = report.savedTickets == 0 ? Message("doctorNoneSaved") : Message("doctorNotAllSaved")
                try DoctorOutput.detail(lost ?? others)
                try DoctorOutput.detail(Message("doctorLostAdvice"))
            case .sources: try DoctorOutput.detail(Message("doctorSourcesLost"))
            case .settings: try DoctorOutput.detail(Message("doctorSettingsLost"))
            case .removedItems: try DoctorOutput.detail(Message("doctorRemovedLost"))
            case .outbox: try DoctorOutput.detail(Message("doctorOutboxLost"))
            }
        }
        if report.ticketsWithoutAuthor > 0 {
            try DoctorOutput.detail(Message("doctorAuthorsLost", ["tickets": .tickets(report.ticketsWithoutAuthor)]))
            if !report.lostParts.contains(.items) { try DoctorOutput.detail(Message("doctorLostAdvice")) }
        }
        // A store that was missing leaves no damaged file.
        if TrackDatabase.exists(at: report.damagedFile) {
            try DoctorOutput.detail(Message("doctorKeptFile", ["path": .text(report.damagedFile)]))
        }
    }
}

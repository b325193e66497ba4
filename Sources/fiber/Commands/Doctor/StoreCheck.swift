import Application
import EngineConcepts
import FiberConfiguration
import Foundation
import Storage

/// The check of the store, and of the space for more.
enum StoreCheck {
    /// Checks the store. A store that cannot be written is a failure, but a copy of it can be checked and read.
    static func run(in directories: Directories) async throws -> (status: ExitStatus, isUsable: Bool) {
        let path = directories.storeFile
        guard TrackDatabase.exists(at: path) else {
            try DoctorOutput.entry(Message("doctorStore"), path, Console.text(Message("doctorNoStore")))
            guard let obstacle = obstacle(toNewStoreIn: directories) else { return (.done, true) }
            try DoctorOutput.detail(obstacle)
            return (.store, true)
        }
        do {
            let copy = try StoreCopy(ofUnwritable: directories, reportingTo: .console)
            defer { copy?.remove() }
            let store = try TrackDatabase(path: copy?.directories.storeFile ?? path)
            let report = try await Console.showing(Message("doctorChecksStore")) { try await store.integrityReport() }
            try DoctorOutput.entry(Message("doctorStore"), path, Console.text(size(of: report)))
            let obstacle = copy == nil ? WriteProbe.error(besideStoreAt: path) : StorageError(.readOnly, path: path)
            if let obstacle { try DoctorOutput.detail(obstacle.message, cause: obstacle.cause) }
            guard report.failures.isEmpty else {
                try DoctorOutput.detail(Message("doctorStoreFaulty"))
                try DoctorOutput.detail(Message("doctorRecover"))
                for line in report.failures { try DoctorOutput.detail(.verbatim(line)) }
                return (.store, false)
            }
            return (obstacle == nil ? .done : .store, true)
        } catch {
            try DoctorOutput.entry(Message("doctorStore"), error)
            return (.store, false)
        }
    }

    /// Returns the message that the store is lost, or that none can be made, or `nil` if one can.
    private static func obstacle(toNewStoreIn directories: Directories) -> Message? {
        if let loss = StoreNote(directories).loss { return .sentences(loss, Message("putFileBack")) }
        var folder = URL(filePath: directories.storeFile)
        repeat { folder.deleteLastPathComponent() } while access(folder.path, F_OK) != 0 && folder.path != "/"
        guard access(folder.path, W_OK) != 0 else { return nil }
        return StorageError(.readOnly, path: directories.storeFile).message
    }

    /// Returns the number of items and the size of the file. In a recovered store that nothing has opened yet, no item counts
    /// as shown or hidden.
    private static func size(of report: IntegrityReport) -> Message {
        let values: [String: Message.Argument] = [
            "tickets": .tickets(report.tickets), "shown": .number(report.shown), "hidden": .number(report.hidden),
            "size": .bytes(Int(clamping: report.byteCount)),
        ]
        if report.hidden > 0 { return Message("doctorStoreSizeFiltered", values) }
        return report.shown > 0 ? Message("doctorStoreSize", values) : Message("doctorStoreSizeAlone", values)
    }
}

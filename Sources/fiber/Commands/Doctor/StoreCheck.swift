import Application
import EngineConcepts
import FiberConfiguration
import Foundation
import Storage

/// The check of the store, and of the space for more.
enum StoreCheck {
    /// Checks the store. A store that cannot be written is a failure, but a copy of it can be checked and read.
    static func run(in directories: Directories) async -> (entry: DoctorEntry, isUsable: Bool) {
        let (name, path) = (Message("doctorStore"), directories.storeFile)
        guard TrackDatabase.exists(at: path) else {
            let obstacles = [obstacle(toNewStoreIn: directories)].compactMap(\.self)
            let entry = DoctorEntry(
                name, .verbatim(path), Message("doctorNoStore"), details: obstacles,
                status: obstacles.isEmpty ? .done : .store)
            return (entry, true)
        }
        do {
            let copy = try StoreCopy(ofUnwritable: directories, reportingTo: .console)
            defer { copy?.remove() }
            let store = try TrackDatabase(path: copy?.directories.storeFile ?? path)
            let report = try await Console.showing(Message("doctorChecksStore")) { try await store.integrityReport() }
            var entry = DoctorEntry(name, .verbatim(path), size(of: report))
            let obstacle = copy == nil ? WriteProbe.error(besideStoreAt: path) : StorageError(.readOnly, path: path)
            if let obstacle {
                entry.details = [obstacle.message] + obstacle.causeDetails
                entry.status = .store
            }
            guard report.failures.isEmpty else {
                entry.details += [Message("doctorStoreFaulty"), Message("doctorRecover")]
                entry.details += report.failures.map { Message.verbatim($0) }
                entry.status = .store
                return (entry, false)
            }
            return (entry, true)
        } catch {
            return (DoctorEntry(name, failure: error, status: .store), false)
        }
    }

    /// Returns the message that the store is lost, or that none can be made, or `nil` if one can.
    private static func obstacle(toNewStoreIn directories: Directories) -> Message? {
        if let loss = StoreMarker(directories).loss { return .sentences(loss, Message("putFileBack")) }
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

package import EngineConcepts
package import FiberConfiguration
import Foundation
import Storage

/// A file in the state directory that records that there is a store. Without it, a store that was removed with all files
/// beside it would be replaced by a new one without a message.
package struct StoreMarker {
    private let store: String
    private let directory: String
    private var file: String { directory + "/store" }

    package init(_ directories: Directories) {
        store = directories.storeFile
        directory = directories.state
    }

    /// The message that the store was in use and is gone, or `nil` if it is not. Opening it makes a new one.
    package var loss: Message? {
        guard !TrackDatabase.exists(at: store), markedPath == store else { return nil }
        return Message("storeIsGone", ["path": .text(store)])
    }

    /// Writes the marker of a store that is open, unless it is there. Without it, a loss is not noticed.
    func write(reportingTo journal: any Instrumentation) {
        guard markedPath != store else { return }
        do {
            try Directories.create(directory)
            try Data(store.utf8).write(to: URL(filePath: file), options: .atomic)
        } catch {
            // Its text has the path, which the log must not have.
            let code = (error as? CocoaError).map { "\($0.code.rawValue)" } ?? "\(type(of: error))"
            journal.record(InstrumentedEvent("store.note-not-written", .warning, [JournalDetail("error", code)]))
        }
    }

    /// The path of the store in the marker, or `nil` if there is none.
    private var markedPath: String? {
        FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
    }
}

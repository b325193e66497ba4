package import EngineConcepts
import FiberConfiguration
import Storage

/// Compares a library with the sources that the store knows: it may be lost, or lack some of them.
package struct LibraryCheck: Sendable {
    let library: Library
    let file: LibraryFile
    let store: TrackDatabase

    /// The setting with the number of the sources that were followed when a library without sources was found. The Track
    /// follows this library from then on, and the store cannot tell these sources from those that were removed before.
    private static let lostSourcesSetting = "library.lost-sources"

    /// Records how many sources have gone from the library, or that there are some again. Call it before the Track follows
    /// the library. Sources that a command or a screen removes are no longer active by then.
    func recordLoss() async throws {
        let record = try await store.record()
        if library.sources.isEmpty {
            let known = record.active.filter { record.supplierStates[$0] != nil }
            guard !known.isEmpty else { return }
            try await store.setSetting(Self.lostSourcesSetting, to: String(known.count))
        } else if record.active.isEmpty {
            try await store.setSetting(Self.lostSourcesSetting, to: nil)
        }
    }

    /// Returns the message that the library is lost, with the number of its sources, or `nil` if it is not. A library from
    /// which all sources were removed still has a comment.
    package func loss() async throws -> Message? {
        guard library.sources.isEmpty, try file.isBlank(),
            let count = try await store.setting(Self.lostSourcesSetting).flatMap({ Int($0) })
        else { return nil }
        return .sentences(
            Message("libraryLost", ["path": .text(file.path), "count": .number(count)]),
            Message("putLibraryBack"))
    }

    /// Returns the message that the store has items of sources that the library does not list, with both numbers, or `nil`
    /// if it has none. Such a source may have been removed, or its entry in the library may be lost.
    package func unlistedItems() async throws -> Message? {
        let listed = Set(library.sources.map(\.id))
        var counts: [Int] = []
        for supplier in try await store.record().supplierStates.keys where !listed.contains(supplier) {
            counts.append(try await store.count(seenIn: .all, of: [supplier], in: .always, upTo: .max))
        }
        let sources = counts.count { $0 > 0 }
        guard sources > 0 else { return nil }
        return Message(
            "unlistedStored",
            ["tickets": .tickets(counts.reduce(0, +)), "count": .number(sources), "path": .text(file.path)])
    }
}

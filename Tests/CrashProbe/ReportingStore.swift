import EngineConcepts
import EngineSimulation
import EngineStandard
import LibC
import Storage

/// A store that prints its next content before each write and confirms it afterwards, so that the file of a crashed
/// process can be checked. The next content is determined by a model in memory.
actor ReportingStore: TrackStore, MarkStore, SettingStore, Outbox {
    /// The settings that are part of the image.
    static let settings = ["clock", "position"]

    private let store: TrackDatabase
    private let model = MemoryTrackStore()
    private let modelOutbox = MemoryOutbox()
    private var isWriting = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Opens the store and creates its model.
    init(_ store: TrackDatabase) async throws {
        self.store = store
        try await copy()
        let image = try await TrackImage(of: store, outbox: store, settings: Self.settings)
        let copied = try await modelImage
        guard image.lines == copied.lines else {
            let difference = zip(image.lines, copied.lines).first { $0 != $1 }
            throw InvariantViolation("the store cannot be copied: \(String(describing: difference))")
        }
        say("start \(image.digest)")
    }

    private func copy() async throws {
        let record = try await store.record()
        var inserted: [TrackCommit.Entry] = []
        var marks: [TicketID: Marks] = [:]
        for (supplier, _) in record.supplierStates {
            let keys = try await store.keys(of: [supplier], in: .always, towards: .older, limit: .max)
            let known = try await store.knownItems(keys.map(\.id.item), of: supplier)
            for key in keys {
                guard let entry = try await store.entry(key.id), let item = known[key.id.item] else {
                    throw InvariantViolation("\(key.id) has a place and nothing else")
                }
                inserted.append(
                    TrackCommit.Entry(ticket: entry.ticket, fingerprint: item.fingerprint, isLate: entry.isLate))
                marks[key.id] = entry.marks
            }
        }
        _ = try await model.commit(
            TrackCommit(
                inserted: inserted, supplierStates: record.supplierStates, active: record.active,
                visibleRanges: record.visibleRanges))
        try await model.restore(marks)
        for name in Self.settings {
            try await model.setSetting(name, to: try await store.setting(name))
        }
        try await modelOutbox.apply(try await store.pendingActions().map { .append($0) })
    }

    private var modelImage: TrackImage {
        get async throws { try await TrackImage(of: model, outbox: modelOutbox, settings: Self.settings) }
    }

    /// Applies the same change to the model and to the store, and prints it.
    private func both<Result>(_ body: (any TrackStore & MarkStore & SettingStore) async throws -> Result) async throws
        -> Result
    {
        try await announced {
            _ = try await body(model)
        } then: {
            try await body(store)
        }
    }

    /// One change at a time: fills and actions write independently, and the next content must be known.
    private func announced<Result>(
        _ rehearse: () async throws -> Void, then write: () async throws -> Result
    ) async throws -> Result {
        if isWriting {
            await withCheckedContinuation { waiting.append($0) }
        }
        isWriting = true
        defer {
            isWriting = !waiting.isEmpty
            if isWriting { waiting.removeFirst().resume() }
        }
        try await rehearse()
        say("intend \(try await modelImage.digest)")
        let result = try await write()
        say("done")
        return result
    }

    /// Writes a line at once, because a buffered one would be lost in a crash.
    private nonisolated func say(_ line: String) {
        var line = line + "\n"
        line.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = write(STDOUT_FILENO, rest.baseAddress, rest.count)
                // The reader of the output has gone.
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
    }

    func commit(_ commit: TrackCommit) async throws -> TrackVersion {
        try await both { try await $0.commit(commit) }
    }

    func mark(
        _ tickets: [TicketID], _ change: MarkChange, _ tell: @Sendable (Int) async -> Void
    ) async throws -> [TicketID: Marks] {
        try await both { try await $0.mark(tickets, change) }
    }

    func markRead(
        downFrom place: TrackPlace?, in view: TrackView, _ tell: @Sendable (Int) async -> Void
    ) async throws -> [TicketID] {
        try await both { try await $0.markRead(downFrom: place, in: view) }
    }

    func restore(_ marks: [TicketID: Marks], _ tell: @Sendable (Int) async -> Void) async throws {
        try await both { try await $0.restore(marks) }
    }

    func setSetting(_ name: String, to value: String?) async throws {
        try await both { try await $0.setSetting(name, to: value) }
    }

    func apply(_ changes: [OutboxChange]) async throws {
        try await announced {
            try await modelOutbox.apply(changes)
        } then: {
            try await store.apply(changes)
        }
    }

    func pendingActions() async throws -> [PendingAction] { try await store.pendingActions() }
    func settings(_ names: [String]) async throws -> [String: String] { try await store.settings(names) }

    func settings(beginningWith prefix: String) async throws -> [String: String] {
        try await store.settings(beginningWith: prefix)
    }

    func record() async throws -> TrackRecord { try await store.record() }
    func entry(_ id: TicketID) async throws -> TrackEntry? { try await store.entry(id) }
    func counts(in view: TrackView) async throws -> TrackCounts { try await store.counts(in: view) }
    func window(_ request: WindowRequest) async throws -> TrackWindow { try await store.window(request) }

    var classifier: (any TicketClassifier)? { store.classifier }

    func supplierCounts(in view: TrackView) async throws -> [SupplierID: TrackCounts] {
        try await store.supplierCounts(in: view)
    }

    func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int {
        try await store.withheld(in: timeframe, of: view, upTo: limit)
    }

    func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try await store.labelCounts(in: view)
    }

    func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) async throws -> Int {
        try await store.count(seenIn: view, of: suppliers, in: timeframe, upTo: limit)
    }

    func knownItems(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        try await store.knownItems(items, of: supplier)
    }

    func knownItemsBesideTrack(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        try await store.knownItemsBesideTrack(items, of: supplier)
    }

    func storeBesideTrack(_ entries: [TrackCommit.Entry]) async throws {
        try await both { try await $0.storeBesideTrack(entries) }
    }

    func removeBesideTrack(olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int) async throws -> Int {
        try await both { try await $0.removeBesideTrack(olderThan: time, keeping: kept, limit: limit) }
    }

    func copies(ofPost uri: String) async throws -> [TicketID] { try await store.copies(ofPost: uri) }

    func keys(
        of suppliers: Set<SupplierID>, in timeframe: Timeframe, towards direction: ReadDirection, limit: Int
    ) async throws -> [OrderKey] {
        try await store.keys(of: suppliers, in: timeframe, towards: direction, limit: limit)
    }

    func knownKeys(of supplier: SupplierID, in timeframe: Timeframe, limit: Int) async throws -> [OrderKey] {
        try await store.knownKeys(of: supplier, in: timeframe, limit: limit)
    }

    func removable(
        by retention: Retention, keeping kept: Set<TicketID>, limit: Int
    ) async throws -> [OrderKey] {
        try await store.removable(by: retention, keeping: kept, limit: limit)
    }

    func removableCounts(by retention: Retention) async throws -> [SupplierID: Int] {
        try await store.removableCounts(by: retention)
    }

    func neighbour(of place: TrackPlace, towards direction: ReadDirection) async throws -> OrderKey? {
        try await store.neighbour(of: place, towards: direction)
    }

    func find(
        _ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView
    ) async throws -> TrackPlace? {
        try await store.find(condition, from: place, towards: direction, in: view)
    }
}

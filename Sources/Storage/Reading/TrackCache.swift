import EngineConcepts
import GRDB
import Synchronization

/// The record and the gaps of the last versions read, so that a key press decodes neither.
///
/// Each transaction compares the cached version with the store's, so commits of other processes are noticed; only the
/// suppliers that they changed are decoded again.
final class TrackCache: Sendable {
    private struct State {
        var record: TrackRecord?
        /// The gaps of one version, by view; those of the whole Track are among them.
        var gaps: (version: TrackVersion, ofViews: [TrackView: [Gap]])?

        func gaps(in view: TrackView, of version: TrackVersion) -> [Gap]? {
            gaps.flatMap { $0.version == version ? $0.ofViews[view] : nil }
        }
    }

    private let state = Mutex(State())
    /// Held while the record is read, so that two readers do not decode the same.
    private let loading = Mutex(())
    /// The number of views whose gaps are cached. When more are asked for, all but those of the whole Track are
    /// dropped: they are derived from these by a filter, while these are decoded from the store.
    private static let maximumViews = 16

    /// Returns the record in the version that `db` reads.
    func record(in db: Database) throws -> TrackRecord {
        let version = try TrackCache.version(in: db)
        if let known = state.withLock(\.record), known.version == version { return known }
        return try loading.withLock { _ in
            let known = state.withLock(\.record)
            if let known, known.version == version { return known }
            let previous = known.flatMap { $0.version < version ? $0 : nil } ?? TrackRecord()
            let record = try TrackCache.load(version, onto: previous, from: db)
            install(record)
            return record
        }
    }

    /// Returns the gaps of `view` in the version that `db` reads, in the Track's order.
    func gaps(in view: TrackView, from db: Database) throws -> (gaps: [Gap], version: TrackVersion) {
        if view.onlySupplier != nil {
            let record = try record(in: db)
            return (record.gaps(in: view).sorted { .gap($0.id) < TrackPlace.gap($1.id) }, record.version)
        }
        // Gaps do not depend on marks, topics and rules.
        let selection = view.gaps
        var view = TrackView(suppliers: view.suppliers)
        view.gaps = selection
        let version = try TrackCache.version(in: db)
        if let known = state.withLock({ $0.gaps(in: view, of: version) }) { return (known, version) }
        let gaps = view.gaps(of: try allGaps(of: version, in: db))
        state.withLock { state in
            guard var known = state.gaps, known.version == version else { return }
            if known.ofViews.count >= Self.maximumViews { known.ofViews = known.ofViews.filter { $0.key == .all } }
            known.ofViews[view] = gaps
            state.gaps = known
        }
        return (gaps, version)
    }

    /// Returns the gaps of the whole Track, in its order; caches them unless a newer version is cached.
    private func allGaps(of version: TrackVersion, in db: Database) throws -> [Gap] {
        if let known = state.withLock({ $0.gaps(in: .all, of: version) }) { return known }
        guard let stored = try db.query("SELECT gaps FROM track").first({ $0.blob(0) ?? [] }) else {
            throw DamagedContent("the store has no gaps")
        }
        let gaps = try GapList.gaps(in: stored).sorted { .gap($0.id) < TrackPlace.gap($1.id) }
        state.withLock { state in
            if let known = state.gaps, known.version >= version { return }
            state.gaps = (version, [.all: gaps])
        }
        return gaps
    }

    /// Caches the record of a version, unless a newer one is cached.
    func install(_ record: TrackRecord) {
        state.withLock { state in
            if let known = state.record, known.version >= record.version { return }
            state.record = record
        }
    }

    /// Reads the version of the store.
    static func version(in db: Database) throws -> TrackVersion {
        guard let version = try db.integer("SELECT version FROM track"), version < .max else {
            throw DamagedContent("the store has no version")
        }
        return TrackVersion(version)
    }

    /// Reads the changes since `known`.
    private static func load(_ version: TrackVersion, onto known: TrackRecord, from db: Database) throws -> TrackRecord
    {
        var record = known
        record.version = version
        record.visibleRanges = try visibleRanges(in: db)
        var supplierStates: [(supplier: SupplierID, text: String)] = []
        let all = "SELECT name, active, ledger FROM supplier"
        let isFirst = known.version.number == 0
        // At first without the condition, which overwritten rows of a damaged store do not meet.
        var query = try SQLStatement(isFirst ? all : all + " WHERE version > ?", in: db)
        if !isFirst { query.bind(known.version.number) }
        while try query.step() {
            guard !query.isNull(0) else { throw DamagedContent("the state of a source is missing") }
            let supplier = SupplierID(query.text(0))
            if query.flag(1) {
                record.active.insert(supplier)
            } else {
                record.active.remove(supplier)
            }
            if let supplierState = query.optionalText(2) { supplierStates.append((supplier, supplierState)) }
        }
        let decoded: [SupplierState] = try blockingParallelMap(supplierStates) { part in
            let text = SupplierStateText()
            return try part.map { try text.decode($0.text, of: $0.supplier) }
        }
        for (read, supplierState) in zip(supplierStates, decoded) {
            record.supplierStates[read.supplier] = supplierState
        }
        return record
    }

    /// Reads the visible ranges.
    static func visibleRanges(in db: Database) throws -> TimeframeSet {
        var query = try SQLStatement("SELECT extent FROM track", in: db)
        guard try query.step() else { throw DamagedContent("the store has no visible ranges") }
        return try JSONText().decode(query.text(0), named: "the visible ranges")
    }
}

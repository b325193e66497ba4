public import EngineConcepts

extension TrackDatabase: TrackStore {
    public func window(_ request: WindowRequest) async throws -> TrackWindow {
        try await reading { try $0.window(request) }
    }

    public func entry(_ id: TicketID) async throws -> TrackEntry? {
        try await reading { try $0.entry(id) }
    }

    public func counts(in view: TrackView) async throws -> TrackCounts {
        try await reading { try $0.counts.total(in: view) }
    }

    public func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try await reading { try $0.counts.byLabel(in: view) }
    }

    public func supplierCounts(in view: TrackView) async throws -> [SupplierID: TrackCounts] {
        try await reading { try $0.counts.bySupplier(in: view) }
    }

    public var classifier: (any TicketClassifier)? { registry.classifier }

    public func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int {
        try await reading { reader in
            let active = try reader.track.record(in: reader.db).active
            return try reader.count(seenIn: view, of: active, in: timeframe, upTo: limit)
        }
    }

    public func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) async throws -> Int {
        try await reading { try $0.count(seenIn: view, of: suppliers, in: timeframe, upTo: limit) }
    }

    public func find(
        _ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView
    ) async throws -> TrackPlace? {
        try await reading { try $0.find(condition, from: place, towards: direction, in: view) }
    }

    public func record() async throws -> TrackRecord {
        try await reading { try $0.track.record(in: $0.db) }
    }

    public func knownItems(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        try await reading { try $0.knownItems(items, of: supplier) }
    }

    public func keys(
        of suppliers: Set<SupplierID>, in timeframe: Timeframe, towards direction: ReadDirection, limit: Int
    ) async throws -> [OrderKey] {
        try await reading { try $0.keys(of: suppliers, in: timeframe, towards: direction, limit: limit) }
    }

    public func neighbour(of place: TrackPlace, towards direction: ReadDirection) async throws -> OrderKey? {
        try await reading { try $0.neighbour(of: place, towards: direction) }
    }

    public func knownKeys(of supplier: SupplierID, in timeframe: Timeframe, limit: Int) async throws -> [OrderKey] {
        try await reading { try $0.knownKeys(of: supplier, in: timeframe, limit: limit) }
    }

    public func removable(by retention: Retention, keeping kept: Set<TicketID>, limit: Int) async throws -> [OrderKey] {
        try await reading { try RetentionReader(db: $0.db).removable(by: retention, keeping: kept, limit: limit) }
    }

    public func removableCounts(by retention: Retention) async throws -> [SupplierID: Int] {
        try await reading { try RetentionReader(db: $0.db).removableCounts(by: retention) }
    }

    public func copies(ofPost uri: String) async throws -> [TicketID] {
        try await reading { reader in
            try PostURIs(db: reader.db).rowIDs(ofPost: uri)
                .compactMap { try PlaceRow.undeleted($0, in: reader.db)?.key.id }
        }
    }
}

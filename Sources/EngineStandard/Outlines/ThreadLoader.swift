public import EngineConcepts

/// Loads one thread: requests its parts from one supplier, stores the posts beside the Track of an engine, and keeps them
/// as a tree. Marks and actions go to that engine, so they outlive the thread.
public actor ThreadLoader: PostLoading {
    public nonisolated let sources: [PostSource]
    private let ticket: Ticket
    private let source: any Supplier & ThreadReading
    private let engine: any TicketStoring
    private let time: any TimeSource
    private let fetchWatch: (any FetchWatch)?
    private var tree: ThreadTree

    /// Creates the loader of the thread around a ticket. Nothing is requested yet.
    ///
    /// - Parameters:
    ///   - source: The supplier of the ticket.
    ///   - engine: The engine of the Track that has the ticket.
    ///   - fetchWatch: Observes that the supplier is being read, or `nil` if nobody does.
    public init(
        around ticket: Ticket, from source: any Supplier & ThreadReading, storingIn engine: any TicketStoring,
        time: any TimeSource, watchedBy fetchWatch: (any FetchWatch)? = nil
    ) {
        self.ticket = ticket
        self.source = source
        self.engine = engine
        self.time = time
        self.fetchWatch = fetchWatch
        sources = [PostSource(supplier: ticket.supplier, name: source.name)]
        tree = ThreadTree(SourceItem(of: ticket))
    }

    public func load() async throws -> PostOutline {
        let part = try await request(nil)
        // The post of a boost is another one than the boost.
        let focus = ticket.source.fields[SourceLayer.PostField.target] ?? ticket.id.item
        var loaded = ThreadTree(part.items.first { $0.id == focus } ?? SourceItem(of: ticket))
        try await engine.storeBesideTrack(part.items, of: ticket.supplier)
        loaded.add(part)
        tree = loaded
        return .thread(loaded)
    }

    public func fill(_ gap: OutlineGap) async throws -> PostOutline {
        let part = try await request(gap)
        try await engine.storeBesideTrack(part.items, of: ticket.supplier)
        tree.add(part, filling: gap)
        return .thread(tree)
    }

    public func add(_ item: SourceItem) async throws -> PostOutline {
        guard let parent = item.body.replyTo, tree.item(parent) != nil else { return .thread(tree) }
        try await engine.storeBesideTrack([item], of: ticket.supplier)
        tree.add(OutlinePart(items: [item]))
        return .thread(tree)
    }

    public func remove(_ ticket: TicketID) -> PostOutline {
        tree.remove(ticket.item)
        return .thread(tree)
    }

    private func request(_ gap: OutlineGap?) async throws -> OutlinePart {
        let (source, ticket) = (source, ticket)
        let request = OutlineRequest(gap: gap, now: time.now())
        return try await Timeout.posts(of: source.name, by: time, watchedBy: fetchWatch, as: source.id) {
            () throws(SupplierError) in
            try await source.thread(of: ticket, request)
        }
    }
}

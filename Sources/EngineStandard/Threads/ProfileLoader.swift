public import EngineConcepts

/// The engine of a person's posts: requests them from one supplier, newest first, and stores them beside the Track of the
/// main engine. See ``ThreadLoader``.
public actor ProfileLoader: PostFilling {
    public nonisolated let supplier: SupplierID
    private let ticket: Ticket
    private let source: any Supplier & ProfileReading
    private let engine: any Engine
    private let time: any TimeSource
    private let timeout: Duration
    private var list = PostList()

    /// Creates the engine of the posts by the author of a ticket. Nothing is requested yet.
    ///
    /// - Parameters:
    ///   - source: The supplier of the ticket.
    ///   - engine: The engine of the Track that has the ticket.
    ///   - timeout: The maximum duration of a request.
    public init(
        ofAuthorOf ticket: Ticket, from source: any Supplier & ProfileReading, storingIn engine: any Engine,
        time: any TimeSource, timeout: Duration = .seconds(30)
    ) {
        self.ticket = ticket
        self.source = source
        self.engine = engine
        self.time = time
        self.timeout = timeout
        supplier = ticket.supplier
    }

    public func load() async throws -> PostOutline {
        let part = try await request(nil)
        try await engine.keep(part.items, of: supplier)
        // Posts loaded before stay if the newest ones reach them.
        let known = Set(list.items.map(\.id))
        if part.items.contains(where: { known.contains($0.id) }) {
            list.add(ThreadPart(items: part.items))
        } else {
            list = PostList()
            list.add(part)
        }
        return .list(list)
    }

    public func fill(_ gap: ThreadGap) async throws -> PostOutline {
        let part = try await request(gap)
        try await engine.keep(part.items, of: supplier)
        list.add(part, filling: gap)
        return .list(list)
    }

    /// Returns the posts as they are: the next load shows a new one.
    public func add(_ item: SourceItem) -> PostOutline {
        .list(list)
    }

    public func remove(_ item: String) -> PostOutline {
        list.remove(item)
        return .list(list)
    }

    private func request(_ gap: ThreadGap?) async throws -> ThreadPart {
        let (source, ticket) = (source, ticket)
        let request = ThreadRequest(gap: gap, now: time.now())
        return try await Deadline.answer(of: source.name, within: timeout, by: time) { () throws(SupplierError) in
            try await source.posts(byAuthorOf: ticket, request)
        }
    }
}

extension Deadline {
    /// Returns the answer of a source, or throws its error or a timeout.
    static func answer<Answer: Sendable>(
        of source: String, within limit: Duration, by time: any TimeSource,
        _ ask: @escaping @Sendable () async throws(SupplierError) -> Answer
    ) async throws -> Answer {
        let result: Result<Answer, SupplierError>? = await run(within: limit, by: time) {
            do throws(SupplierError) {
                return .success(try await ask())
            } catch {
                return .failure(error)
            }
        }
        guard let result else {
            try Task.checkCancellation()
            throw SupplierError(.timedOut, .noAnswer(from: .text(source), within: limit))
        }
        return try result.get()
    }
}

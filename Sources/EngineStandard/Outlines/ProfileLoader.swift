public import EngineConcepts

/// An author of a person, and what reads the author's posts.
public struct ProfileSource: Sendable {
    /// The supplier under whose identity the posts are stored.
    public let supplier: SupplierID
    /// The name of the source in messages and gaps.
    public let name: String
    public let author: Author
    let reader: any ProfileReading
    /// The source to add for the author, which is read only on request, or `nil` if it is followed.
    let offer: PostSource.Offer?
    /// The presenter of a source that is not followed, or `nil`.
    let presenter: (any Presenter)?

    /// Creates an author whom a followed source reads.
    public init(supplier: SupplierID, name: String, author: Author, reader: any ProfileReading) {
        self.supplier = supplier
        self.name = name
        self.author = author
        self.reader = reader
        (offer, presenter) = (nil, nil)
    }

    /// Creates an author whom a source can read that is not followed.
    ///
    /// - Parameter address: The address at which the source can be added.
    public init(offering source: any Supplier & ProfileReading, at address: String, name: String, author: Author) {
        supplier = source.id
        self.name = name
        self.author = author
        reader = source
        offer = PostSource.Offer(address: address, kind: source.kind)
        presenter = source.presenter
    }
}

/// Loads a person's posts: requests them from the suppliers of all the person's authors, newest first, and stores them
/// beside the Track of an engine. See ``ThreadLoader``.
///
/// A slow or failing source does not keep the others back: ``updates()`` has the posts after each answer, and a source
/// without an answer has a gap with the reason.
public actor ProfileLoader: PostLoading {
    public nonisolated let sources: [PostSource]
    public nonisolated let presenters: [SupplierID: any Presenter]
    private let authors: [ProfileSource]
    /// Finds the profile of the author with the text of a key, or returns `nil` if no source can or the author is one of the
    /// person's already.
    private let find: @Sendable (String) async throws -> AuthorProfile?
    private let engine: any TicketStoring
    private let time: any TimeSource
    private let fetchWatch: (any FetchWatch)?
    private var list: PostList
    private nonisolated let outlines = Broadcast<PostOutline>()

    /// Creates the loader of the posts by these authors. Nothing is requested yet.
    ///
    /// - Parameters:
    ///   - engine: The engine of the Track that has the tickets of the suppliers.
    ///   - fetchWatch: Observes that the suppliers are being read, or `nil` if nobody does.
    ///   - find: Finds the profiles that are named by those of the authors, to look for proofs that they are the same
    ///     person. Returns `nil` for authors of the person and for those whom no source can read.
    public init(
        of authors: [ProfileSource], storingIn engine: any TicketStoring, time: any TimeSource,
        watchedBy fetchWatch: (any FetchWatch)? = nil,
        find: @escaping @Sendable (String) async throws -> AuthorProfile? = { _ in nil }
    ) {
        self.find = find
        self.authors = authors
        self.engine = engine
        self.time = time
        self.fetchWatch = fetchWatch
        sources = authors.map { PostSource(supplier: $0.supplier, name: $0.name, offer: $0.offer) }
        presenters = authors.reduce(into: [:]) { $0[$1.supplier] = $1.presenter }
        list = PostList(sources: authors.count, offered: Set(authors.indices.filter { authors[$0].offer != nil }))
    }

    public func load() async throws -> PostOutline {
        var errors: [any Error] = []
        let read = authors.indices.filter { !list.offered.contains($0) }
        await withTaskGroup(of: (any Error)?.self) { group in
            for index in read {
                group.addTask { await self.loadNewest(of: index) }
            }
            for await error in group {
                if let error { errors.append(error) }
            }
        }
        try Task.checkCancellation()
        if let first = errors.first, errors.count == authors.count { throw first }
        return .list(list)
    }

    public func fill(_ gap: OutlineGap) async throws -> PostOutline {
        if gap.position == .newest {
            if let error = await loadNewest(of: gap.source) { throw error }
        } else {
            try await add(try await request(gap, of: gap.source), of: gap.source, filling: gap)
        }
        return .list(list)
    }

    /// Returns the posts as they are: the next load shows a new one.
    public func add(_ item: SourceItem) -> PostOutline { .list(list) }

    public func remove(_ ticket: TicketID) -> PostOutline {
        for (index, author) in authors.enumerated() where author.supplier == ticket.supplier {
            list.remove(ticket.item, of: index)
        }
        return .list(list)
    }

    public nonisolated func updates() -> AsyncStream<PostOutline> { outlines.values() }

    /// Loads the newest posts and the profile of an author. Returns the error if the posts cannot be loaded.
    private func loadNewest(of index: Int) async -> (any Error)? {
        async let profile = self.profile(of: index)
        do {
            try await add(try await request(nil, of: index), of: index, filling: nil)
            if let profile = await profile {
                list.add(profile, of: index)
                outlines.send(.list(list))
                await proposeAuthors(provenBy: profile)
            }
            outlines.send(.list(list))
            return nil
        } catch {
            if let profile = await profile { list.add(profile, of: index) }
            list.fail(index, Message(error))
            outlines.send(.list(list))
            return error
        }
    }

    /// Proposes authors at other networks who are the same person by proof. A profile that cannot be read proves nothing.
    private func proposeAuthors(provenBy profile: AuthorProfile) async {
        for candidate in ProfileProof.candidates(in: profile) {
            do {
                guard let found = try await find(candidate), ProfileProof.holds(between: profile, and: found) else {
                    continue
                }
                list.propose(candidate)
            } catch {
                continue
            }
        }
    }

    private func add(_ part: OutlinePart, of index: Int, filling gap: OutlineGap?) async throws {
        try await engine.storeBesideTrack(part.items, of: authors[index].supplier)
        list.add(part, of: index, filling: gap)
    }

    /// The number of pages without a post after which a request ends with a gap.
    private static let maximumPages = 8

    /// Requests posts. A page without any is followed by the next one: the source has left out what may not be seen, or what
    /// cannot be read.
    private func request(_ gap: OutlineGap?, of index: Int) async throws -> OutlinePart {
        var part = try await page(gap, of: index)
        for _ in 1..<Self.maximumPages {
            guard part.items.isEmpty, let next = part.gaps.first else { break }
            part = try await page(next, of: index)
        }
        return part
    }

    /// Returns what watches a source, or `nil` if it is not followed: there would be no way to resume it.
    private func watch(of source: ProfileSource) -> (any FetchWatch)? { source.offer == nil ? fetchWatch : nil }

    private func page(_ gap: OutlineGap?, of index: Int) async throws -> OutlinePart {
        let source = authors[index]
        let request = OutlineRequest(gap: gap, now: time.now())
        return try await Timeout.posts(of: source.name, by: time, watchedBy: watch(of: source), as: source.supplier) {
            () throws(SupplierError) in
            try await source.reader.posts(by: source.author, request)
        }
    }

    /// Returns the profile of an author, or `nil` if it cannot be read: the posts are shown without it.
    private func profile(of index: Int) async -> AuthorProfile? {
        let source = authors[index]
        let now = time.now()
        do {
            return try await Timeout.posts(of: source.name, by: time, watchedBy: watch(of: source), as: source.supplier)
            {
                () throws(SupplierError) in
                try await source.reader.profile(of: source.author, now: now)
            }
        } catch {
            return nil
        }
    }
}

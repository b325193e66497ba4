public import EngineConcepts
import Synchronization
import TestSupport
public import ViewModels

/// Opens the same posts as the thread and as the profile of every ticket.
public struct FakeOutlines: OutlineOpening {
    private let posts: FakePosts
    private let profile: FakePosts
    private let opensAll: Bool

    /// - Parameters:
    ///   - profile: The posts of every author, or `nil` for those of the thread.
    ///   - opensAll: False to open only tickets with the address of a thread.
    public init(_ posts: FakePosts = FakePosts(), profile: FakePosts? = nil, opensAll: Bool = false) {
        self.posts = posts
        self.profile = profile ?? posts
        self.opensAll = opensAll
    }

    public nonisolated func thread(of ticket: Ticket) -> (any PostLoading)? {
        opensAll || ticket.source.fields[SourceLayer.threadField] != nil ? posts : nil
    }

    public nonisolated func profile(ofAuthorOf ticket: Ticket, in people: People) -> (any PostLoading)? {
        ticket.body.author == nil ? nil : profile
    }
}

/// An outline whose parts a test gives. Without them, requests fail.
public final class FakePosts: PostLoading {
    public let supplier: SupplierID
    public let sources: [PostSource]
    private let state = Mutex(State())
    /// True while requests for the first posts wait.
    private let isHeld = WaitableState(false)

    private struct State {
        var outline: PostOutline?
        var parts: [OutlinePart] = []
        var failure: SupplierError?
        var requests: [OutlineGap?] = []
    }

    public init(of supplier: SupplierID = "feed:a") {
        self.supplier = supplier
        sources = [PostSource(supplier: supplier, name: supplier.rawValue)]
    }

    /// Makes the posts of a person from several sources, by their names.
    public init(of sources: [PostSource]) {
        supplier = sources.first?.supplier ?? "feed:a"
        self.sources = sources
    }

    /// Sets the list of a person's posts, and the parts of the gaps that will be filled.
    public func set(_ list: PostList, then parts: [OutlinePart] = []) {
        state.withLock { state in
            state.outline = .list(list)
            state.parts = parts
            state.failure = nil
        }
    }

    /// The requests so far; `nil` is the first part.
    public var requests: [OutlineGap?] { state.withLock(\.requests) }

    /// Sets the thread around `focus`, or the list if it is `nil`, and the parts of the gaps that will be filled.
    public func set(around focus: SourceItem?, _ part: OutlinePart, then parts: [OutlinePart] = []) {
        state.withLock { state in
            if let focus {
                var tree = ThreadTree(focus)
                tree.add(part)
                state.outline = .thread(tree)
            } else {
                var list = PostList()
                list.add(part)
                state.outline = .list(list)
            }
            state.parts = parts
            state.failure = nil
        }
    }

    /// Makes all requests fail, or succeed again with `nil`.
    public func fail(_ error: SupplierError?) { state.withLock { $0.failure = error } }

    /// Makes requests for the first posts wait for ``release()``.
    public func hold() { isHeld.withLock { $0 = true } }

    /// Ends the wait of requests.
    public func release() { isHeld.withLock { $0 = false } }

    public var presenters: [SupplierID: any Presenter] {
        sources.reduce(into: [:]) { $0[$1.supplier] = $1.offer == nil ? nil : OfferedPresenter() }
    }

    public func load() async throws -> PostOutline {
        state.withLock { $0.requests.append(nil) }
        await isHeld.wait { !$0 }
        return try state.withLock { try Self.outline($0) }
    }

    public func fill(_ gap: OutlineGap) async throws -> PostOutline {
        try state.withLock { state in
            state.requests.append(gap)
            let outline = try Self.outline(state)
            guard !state.parts.isEmpty else { throw SupplierError(.unreachable, .verbatim("no connection")) }
            state.outline = Self.adding(state.parts.removeFirst(), to: outline, filling: gap)
            return try Self.outline(state)
        }
    }

    public func add(_ item: SourceItem) async throws -> PostOutline {
        try state.withLock { state in
            state.outline = Self.adding(OutlinePart(items: [item]), to: try Self.outline(state), filling: nil)
            return try Self.outline(state)
        }
    }

    public func remove(_ ticket: TicketID) async -> PostOutline {
        let item = ticket.item
        return state.withLock { state in
            switch state.outline {
            case .thread(var tree):
                tree.remove(item)
                state.outline = .thread(tree)
            case .list(var list):
                list.remove(item)
                state.outline = .list(list)
            case nil: break
            }
            return state.outline ?? .list(PostList())
        }
    }

    private static func outline(_ state: State) throws -> PostOutline {
        if let failure = state.failure { throw failure }
        guard let outline = state.outline else { throw SupplierError(.unreachable, .verbatim("no connection")) }
        return outline
    }

    private static func adding(_ part: OutlinePart, to outline: PostOutline, filling gap: OutlineGap?) -> PostOutline {
        switch outline {
        case .thread(var tree):
            tree.add(part, filling: gap)
            return .thread(tree)
        case .list(var list):
            list.add(part, of: gap?.source ?? 0, filling: gap)
            return .list(list)
        }
    }
}

/// Shows the text with a sign that tells the presenter of a source that is not followed.
private struct OfferedPresenter: Presenter {
    func present(_ ticket: Ticket) -> Presentation { Presentation(title: "Offered: \(ticket.body.text.source)") }
}

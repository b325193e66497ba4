/// An outline while it is read: it is requested in parts, and each part is stored before it is returned.
public protocol PostLoading: Sendable {
    /// The sources of the posts, by the numbers of rows and gaps. A thread has one.
    var sources: [PostSource] { get }

    /// The presenters of sources that are not followed, which the engine of the Track does not know.
    var presenters: [SupplierID: any Presenter] { get }

    /// Returns the posts after each answer while ``load()`` waits for others.
    func updates() -> AsyncStream<PostOutline>

    /// Returns the first part: the thread around a post, or the newest posts.
    func load() async throws -> PostOutline

    /// Returns the posts with those of a gap.
    func fill(_ gap: OutlineGap) async throws -> PostOutline

    /// Returns the posts with one that was just written, if it belongs to them.
    func add(_ item: SourceItem) async throws -> PostOutline

    /// Returns the posts without a deleted one.
    func remove(_ ticket: TicketID) async -> PostOutline
}

extension PostLoading {
    /// None: all sources are followed.
    public var presenters: [SupplierID: any Presenter] { [:] }

    /// Returns a stream that ends at once: there is one answer.
    public func updates() -> AsyncStream<PostOutline> {
        AsyncStream { $0.finish() }
    }
}

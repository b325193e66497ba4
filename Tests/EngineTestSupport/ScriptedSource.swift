public import EngineConcepts
import TestSupport

/// A source whose items and behaviour a test decides. The suppliers of tests read from it, and models compare the
/// Track with it.
public final class ScriptedSource: Sendable {
    /// An item.
    public struct Post: Hashable, Sendable {
        public var id: String
        /// The time by which the stream is sorted.
        public var time: Timestamp
        /// The position among posts with equal time.
        public var order: Int64
        public var text: String
        /// True if it has a date; otherwise only the order of the stream is known.
        public var isDated: Bool
        /// The time of the last edit, or `nil` if there was none or the source does not say.
        public var edited: Timestamp?

        public init(id: String, time: Timestamp, order: Int64 = 0, text: String = "", isDated: Bool = true) {
            self.id = id
            self.time = time
            self.order = order
            self.text = text
            self.isDated = isDated
        }

        /// Returns true if `lhs` comes before `rhs` in the stream.
        public static func precedes(_ lhs: Post, _ rhs: Post) -> Bool {
            (rhs.time, lhs.order, lhs.id) < (lhs.time, rhs.order, rhs.id)
        }
    }

    /// The way in which the source answers.
    public struct Behavior: Sendable {
        /// The maximum number of posts on a page.
        public var page = 20
        /// The number of posts by which pages are smaller than possible.
        public var shortBy = 0
        /// The number of posts of the previous page that each page repeats.
        public var overlap = 0
        /// True to list every post twice on its page.
        public var doubles = false
        /// The number of empty pages at the beginning. Their tokens work all the same.
        public var emptyPages = 0
        /// True if tokens point to a second and not to a post.
        public var pagesBySecond = false
        /// The index from which on tokens are valid; earlier ones have expired.
        public var tokensValidFrom = 0
        /// The number of posts kept, or `nil` for all.
        public var keeps: Int?
        /// The number of posts that pages reach, or `nil` for all.
        public var depth: Int?
        /// True to claim nothing.
        public var isSilentOnClaims = false
        /// How far the source's clock is ahead.
        public var skew: Duration = .zero
        /// The error of all requests.
        public var failure: SupplierError?
        /// The delay before each answer.
        public var delay: Duration = .zero
        /// The time for which routine requests are refused after an answer.
        public var routineRest: Duration?
        /// True to not answer.
        public var isSilent = false
        /// True to wait on this side while not answering, as for other requests to the host.
        public var waitsBeforeSending = false
        /// True to also ignore cancellation while not answering.
        public var ignoresCancellation = false
        /// The budget in successful answers.
        public var budget = FetchBudget()
        /// True to record answers for ``ScriptedSource/takeDeliveries()``.
        public var recordsAnswers = false
        /// True to answer "not modified" if possible.
        public var answersNotModified = false
        /// The number of requests after which failures and silence begin.
        public var failsAfter = 0
        /// The posts that the source filters out and reports.
        public var filters: Set<String> = []
        /// True to signal deletion by omission.
        public var omissionsAreDeletions = false

        public init() {}
    }

    private struct State {
        var posts: [Post] = []
        var behavior = Behavior()
        var deleted: [String] = []
        var generation = 0
        var requests: [FetchRequest] = []
        /// The requests that wait because the source is silent, by numbers.
        var silent: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastSilent = 0
        var deliveries: [DeliveryRecord] = []
        var running = 0
        var mostConcurrent = 0

        mutating func record(_ request: FetchRequest, _ outcome: Result<FetchAnswer, SupplierError>) {
            guard behavior.recordsAnswers else { return }
            deliveries.append(DeliveryRecord(request, outcome: outcome, of: posts, behavior: behavior))
        }
    }

    private let state = WaitableState(State())

    public init(_ posts: [Post] = []) {
        add(posts)
    }

    /// All posts in the stream's order.
    public var posts: [Post] {
        state.withLock(\.posts)
    }

    /// Every request so far.
    public var requests: [FetchRequest] {
        state.withLock(\.requests)
    }

    /// Waits until no request is running, including cancelled ones.
    public func waitUntilIdle() async {
        await state.wait { $0.running == 0 }
    }

    /// The maximum number of concurrent requests so far.
    public var mostConcurrent: Int {
        state.withLock(\.mostConcurrent)
    }

    /// Returns and clears the recorded answers.
    public func takeDeliveries() -> [DeliveryRecord] {
        state.withLock { state in
            defer { state.deliveries = [] }
            return state.deliveries
        }
    }

    public var behavior: Behavior {
        get { state.withLock(\.behavior) }
        set { state.withLock { $0.behavior = newValue } }
    }

    public func add(_ posts: [Post]) {
        state.withLock { state in
            if posts.count == 1 {
                // Simulations add posts one by one, and sorting all of them each time took a tenth of their time.
                let place = state.posts.partitioningIndex { Post.precedes(posts[0], $0) }
                state.posts.insert(posts[0], at: place)
            } else {
                state.posts = (state.posts + posts).sorted(by: Post.precedes)
            }
            state.generation += 1
        }
    }

    /// Adds `count` posts, one every `interval`, the newest at `newest`.
    public func add(_ count: Int, newest: Timestamp, every interval: Duration, prefix: String = "") {
        add(
            (0..<count)
                .map { index in
                    let time = newest.advanced(by: .zero - interval * index)
                    return Post(id: "\(prefix)\(time.milliseconds)", time: time, text: "\(prefix)\(index)")
                })
    }

    /// Replaces all posts.
    ///
    /// - Parameter deleted: The posts to report as deleted.
    public func replace(_ posts: [Post], deleted: [String] = []) {
        state.withLock { state in
            state.posts = posts.sorted(by: Post.precedes)
            state.deleted = deleted
            state.generation += 1
        }
    }

    /// Changes the text of a post.
    ///
    /// - Parameter time: The time of the edit, if the source gives it.
    public func edit(_ id: String, text: String, at time: Timestamp? = nil) {
        state.withLock { state in
            for index in state.posts.indices where state.posts[index].id == id {
                state.posts[index].text = text
                state.posts[index].edited = time ?? state.posts[index].edited
            }
            state.generation += 1
        }
    }

    /// Deletes a post and reports it in later answers.
    public func delete(_ id: String) {
        state.withLock { state in
            state.posts.removeAll { $0.id == id }
            state.deleted.append(id)
            state.generation += 1
        }
    }

    /// Stops listing a post without reporting it.
    public func drop(_ id: String) {
        state.withLock { state in
            state.posts.removeAll { $0.id == id }
            state.generation += 1
        }
    }

    /// Invalidates all tokens given so far.
    public func expireTokens() {
        state.withLock { state in
            state.generation += 1
            state.behavior.tokensValidFrom = state.generation
        }
    }

    /// Waits until at least this many requests were made.
    public func waitForRequests(_ count: Int) async {
        await state.wait { $0.requests.count >= count }
    }

    /// Answers the requests that wait because the source was silent, if it no longer is.
    public func answerAll() {
        let waiting = state.withLock { state in
            state.behavior.isSilent = false
            state.behavior.ignoresCancellation = false
            defer { state.silent = [:] }
            return state.silent
        }
        for continuation in waiting.values {
            continuation.resume()
        }
    }

    func answer(_ request: FetchRequest, traits: SupplierTraits, time: any TimeSource)
        async throws(SupplierError) -> FetchAnswer
    {
        let (behavior, count) = record(request)
        defer { state.withLock { $0.running -= 1 } }
        if behavior.isSilent, count > behavior.failsAfter {
            if behavior.waitsBeforeSending {
                await RequestWait.during { await waitWhileSilent(ignoresCancellation: behavior.ignoresCancellation) }
            } else {
                await waitWhileSilent(ignoresCancellation: behavior.ignoresCancellation)
            }
        }
        if behavior.delay > .zero {
            do {
                try await time.sleep(for: behavior.delay)
            } catch {
                throw SupplierError(.cancelled, "The request was cancelled.")
            }
        }
        if Task.isCancelled { throw SupplierError(.cancelled, "The request was cancelled.") }
        return try state.withLock { state throws(SupplierError) in
            if let failure = state.behavior.failure, count > behavior.failsAfter {
                state.record(request, .failure(failure))
                throw failure
            }
            let page = ScriptedPage(
                posts: state.posts, behavior: state.behavior, deleted: state.deleted, generation: state.generation,
                traits: traits)
            let answer = try page.answer(request)
            state.record(request, .success(answer))
            return answer
        }
    }

    /// Records a request. Returns how to answer it, and the number of requests so far.
    private func record(_ request: FetchRequest) -> (Behavior, Int) {
        let (behavior, count) = state.withLock { state in
            state.requests.append(request)
            state.running += 1
            state.mostConcurrent = max(state.mostConcurrent, state.running)
            return (state.behavior, state.requests.count)
        }
        if behavior.ignoresCancellation, state.withLock(\.mostConcurrent) > 1 {
            // A second request before the end of the first is not allowed; it is not delayed.
            answerAll()
        }
        return (behavior, count)
    }

    private func waitWhileSilent(ignoresCancellation: Bool) async {
        let number = state.withLock { state in
            state.lastSilent += 1
            return state.lastSilent
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answers = state.withLock { state in
                    if !state.behavior.isSilent || Task.isCancelled && !ignoresCancellation { return true }
                    state.silent[number] = continuation
                    return false
                }
                if answers {
                    continuation.resume()
                }
            }
        } onCancel: {
            guard !ignoresCancellation else { return }
            state.withLock { $0.silent.removeValue(forKey: number) }?.resume()
        }
    }
}

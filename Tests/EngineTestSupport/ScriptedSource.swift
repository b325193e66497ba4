public import EngineConcepts
import Synchronization

/// A source whose every item and every whim a test decides. It is what the suppliers of tests read from, and what a
/// model compares the Track with.
public final class ScriptedSource: Sendable {
    /// An item.
    public struct Post: Hashable, Sendable {
        /// Its name.
        public var id: String
        /// What the stream is sorted by.
        public var time: Timestamp
        /// Its place among posts of equal time.
        public var order: Int64
        /// What it says.
        public var text: String
        /// Whether it tells its time; without, only the stream's order does.
        public var isDated: Bool

        /// Makes an item.
        public init(id: String, time: Timestamp, order: Int64 = 0, text: String = "", isDated: Bool = true) {
            self.id = id
            self.time = time
            self.order = order
            self.text = text
            self.isDated = isDated
        }

        /// Whether it comes before `other` in the stream.
        public static func precedes(_ lhs: Post, _ rhs: Post) -> Bool {
            (rhs.time, lhs.order, lhs.id) < (lhs.time, rhs.order, rhs.id)
        }
    }

    /// How the source answers.
    public struct Manner: Sendable {
        /// The most posts on a page.
        public var page = 20
        /// Pages hold this many posts fewer than they could.
        public var shortBy = 0
        /// Every page begins with this many posts of the page before it.
        public var overlap = 0
        /// Every post stands twice on its page.
        public var doubles = false
        /// Pages are empty until this many were asked for; their tokens lead on all the same.
        public var emptyPages = 0
        /// Tokens name a second and no place in it.
        public var pagesBySecond = false
        /// Tokens made before this do not work any more.
        public var tokensValidFrom = 0
        /// Only this many posts are kept.
        public var keeps: Int?
        /// Pages do not reach below this many posts.
        public var depth: Int?
        /// Claims nothing.
        public var isSilentOnClaims = false
        /// The source's clock is ahead by this.
        public var skew: Duration = .zero
        /// Fails with this.
        public var fault: SupplierError?
        /// Waits this long before it answers.
        public var delay: Duration = .zero
        /// Asks not to be asked by routine for so long.
        public var routineRest: Duration?
        /// Does not answer.
        public var isMute = false
        /// While mute, does not listen either: goes on when its request was cancelled.
        public var isDeaf = false
        /// What it promises of its next answers, while it answers well.
        public var budget = FetchBudget()
        /// Keeps what it answers until ``ScriptedSource/takeTestimonies()``.
        public var testifies = false
        /// Answers that nothing has changed, where that is so and it is told what it said before.
        public var tellsUnchanged = false
        /// Only what comes after so many requests fails or is not answered.
        public var troubleAfter = 0
        /// Leaves these posts out by a rule of its own, and says so.
        public var leavesOut: Set<String> = []
        /// Shows deletion by leaving items out of what it claims.
        public var omissionsAreDeletions = false

        /// Answers as one would wish.
        public init() {}
    }

    private struct State {
        var posts: [Post] = []
        var manner = Manner()
        var deleted: [String] = []
        var generation = 0
        var requests: [FetchRequest] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var mute: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextMute = 0
        var testimonies: [DeliveryRecord] = []
        var atOnce = 0
        var mostAtOnce = 0

        mutating func testify(_ request: FetchRequest, _ outcome: Result<FetchAnswer, SupplierError>) {
            guard manner.testifies else { return }
            testimonies.append(DeliveryRecord(request, outcome, of: posts, manner))
        }
    }

    private let state = Mutex(State())

    /// A source with these posts.
    public init(_ posts: [Post] = []) {
        add(posts)
    }

    /// All posts in the stream's order.
    public var posts: [Post] {
        state.withLock(\.posts)
    }

    /// Every request made so far.
    public var requests: [FetchRequest] {
        state.withLock(\.requests)
    }

    /// Waits until nobody asks it for anything, those who were told to stop included.
    public func waitUntilQuiet() async {
        while state.withLock({ $0.atOnce > 0 }) { await Task.yield() }
    }

    /// How many requests it had to answer at the same time, at most.
    public var mostAtOnce: Int {
        state.withLock(\.mostAtOnce)
    }

    /// What it has answered since this was last asked for, if it testifies.
    public func takeTestimonies() -> [DeliveryRecord] {
        state.withLock { state in
            defer { state.testimonies = [] }
            return state.testimonies
        }
    }

    /// How it answers.
    public var manner: Manner {
        get { state.withLock(\.manner) }
        set { state.withLock { $0.manner = newValue } }
    }

    /// Adds posts.
    public func add(_ posts: [Post]) {
        state.withLock { state in
            state.posts = (state.posts + posts).sorted(by: Post.precedes)
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

    /// Makes it hold these posts and no others.
    ///
    /// - Parameter deleted: the posts that it says were deleted.
    public func replace(_ posts: [Post], deleted: [String] = []) {
        state.withLock { state in
            state.posts = posts.sorted(by: Post.precedes)
            state.deleted = deleted
            state.generation += 1
        }
    }

    /// Changes what a post says.
    public func edit(_ id: String, text: String) {
        state.withLock { state in
            for index in state.posts.indices where state.posts[index].id == id {
                state.posts[index].text = text
            }
            state.generation += 1
        }
    }

    /// Deletes a post; answers from now on say so.
    public func delete(_ id: String) {
        state.withLock { state in
            state.posts.removeAll { $0.id == id }
            state.deleted.append(id)
            state.generation += 1
        }
    }

    /// Does not list a post any more, and says nothing of it.
    public func drop(_ id: String) {
        state.withLock { state in
            state.posts.removeAll { $0.id == id }
            state.generation += 1
        }
    }

    /// Makes all tokens given so far worthless.
    public func expireTokens() {
        state.withLock { state in
            state.generation += 1
            state.manner.tokensValidFrom = state.generation
        }
    }

    /// Waits until at least this many requests were made.
    public func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.requests.count >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isReady {
                continuation.resume()
            }
        }
    }

    /// Lets those requests go on that wait because the source was mute, and is so no more.
    public func speak() {
        let waiting = state.withLock { state in
            state.manner.isMute = false
            state.manner.isDeaf = false
            defer { state.mute = [:] }
            return state.mute
        }
        for continuation in waiting.values {
            continuation.resume()
        }
    }

    /// Answers a request.
    func answer(_ request: FetchRequest, traits: SupplierTraits, time: any TimeSource)
        async throws(SupplierError) -> FetchAnswer
    {
        let (manner, count) = note(request)
        defer { state.withLock { $0.atOnce -= 1 } }
        if manner.isMute, count > manner.troubleAfter {
            await beMute(isDeaf: manner.isDeaf)
        }
        if manner.delay > .zero {
            do {
                try await time.sleep(for: manner.delay)
            } catch {
                throw SupplierError(.cancelled, "The request was cancelled.")
            }
        }
        if Task.isCancelled { throw SupplierError(.cancelled, "The request was cancelled.") }
        return try state.withLock { state throws(SupplierError) in
            if let fault = state.manner.fault, count > manner.troubleAfter {
                state.testify(request, .failure(fault))
                throw fault
            }
            var page = Page(
                posts: state.posts, manner: state.manner, deleted: state.deleted, generation: state.generation,
                traits: traits)
            let answer = try page.answer(request)
            state.testify(request, .success(answer))
            return answer
        }
    }

    /// Takes note of a request; answers how it is to be answered, and how many there were by now.
    private func note(_ request: FetchRequest) -> (Manner, Int) {
        let (manner, count, ready) = state.withLock { state in
            state.requests.append(request)
            state.atOnce += 1
            state.mostAtOnce = max(state.mostAtOnce, state.atOnce)
            let count = state.requests.count
            let ready = state.waiters.filter { $0.count <= count }.map(\.continuation)
            state.waiters.removeAll { $0.count <= count }
            return (state.manner, count, ready)
        }
        for waiter in ready {
            waiter.resume()
        }
        if manner.isDeaf, state.withLock(\.mostAtOnce) > 1 {
            // Nobody may ask a second time before the first request has ended; who does is not kept waiting.
            speak()
        }
        return (manner, count)
    }

    private func beMute(isDeaf: Bool) async {
        let number = state.withLock { state in
            state.nextMute += 1
            return state.nextMute
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let speaks = state.withLock { state in
                    if !state.manner.isMute || Task.isCancelled && !isDeaf { return true }
                    state.mute[number] = continuation
                    return false
                }
                if speaks {
                    continuation.resume()
                }
            }
        } onCancel: {
            guard !isDeaf else { return }
            state.withLock { $0.mute.removeValue(forKey: number) }?.resume()
        }
    }
}

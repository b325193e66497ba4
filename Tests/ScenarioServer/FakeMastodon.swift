public import Foundation
import TestSupport

/// A server that speaks the Mastodon API, with invented people and posts, as Mastodon, GoToSocial or Pleroma does.
///
/// It has the traps of real ones: it cuts a page before it leaves out what may not be seen, sends `Link` fields, rebuilds
/// home feeds (206), limits requests, refuses tokens, and filters on behalf of the account.
public final class FakeMastodon: Sendable {
    /// The software that the server imitates.
    public enum Software: Sendable {
        case mastodon
        case goToSocial
        /// Pleroma and Akkoma, which is a fork of it.
        case pleroma
    }

    /// The ways in which servers understand `min_id`.
    public enum MinimumID: Sendable {
        /// It answers with the items next above it, as documented.
        case next
        /// It answers as if the request had none.
        case ignored
        /// It answers with the newest items above it, as for `since_id`.
        case newest
    }

    /// A post.
    public struct Post: Sendable {
        public var id: String
        /// Milliseconds since 1970.
        public var time: Int64
        public var text: String
        public var author = "pat"
        public var spoiler = ""
        public var visibility = "public"
        public var tags: [String] = []
        /// The identity of the boosted post.
        public var boostOf: String?
        /// The timelines that have the post, `home` and identities of lists, or `nil` for all.
        public var timelines: Set<String>?
        /// The time of the last edit in milliseconds since 1970, or `nil` if there was none.
        public var edited: Int64?
        public var replyTo: String?
        /// The filter that it matches: title and action.
        public var filter: (title: String, action: String)?
        /// Other members, in JSON.
        public var extra: String?

        public init(id: String, time: Int64, text: String) {
            self.id = id
            self.time = time
            self.text = text
        }
    }

    /// The behaviour and the contents of the server.
    public struct State: Sendable {
        public var software = Software.mastodon
        /// All posts, newest first by identity.
        public var posts: [Post] = []
        /// Posts that the server leaves out after it has cut a page.
        public var hidden: Set<String> = []
        /// The number of posts at the end of a page that the server lists twice, or `nil`.
        public var repeated: Int?
        /// The number of the newest posts among which a page above a place is cut, as GoToSocial keeps only those in
        /// memory; `nil` for all.
        public var remembered: Int?
        /// Favourites and bookmarks, newest act first.
        public var favourites: [String] = []
        public var bookmarks: [String] = []
        public var boosts: [String] = []
        /// The audiences that requests for boosts named.
        public var boostAudiences: [String] = []
        /// The identities and titles of lists.
        public var lists: [(id: String, title: String)] = [("7", "Racing")]
        /// Notifications, newest first; `post` names a post.
        public var notifications: [(id: String, type: String, time: Int64, post: String?)] = []
        /// The tokens that are valid.
        public var tokens: Set<String> = ["good-token"]
        /// True while every request fails.
        public var isFailing = false
        /// True while the home feed is rebuilt.
        public var isRebuilding = false
        /// True if public timelines are for members only.
        public var isPrivate = false
        /// True to leave `Link` fields out.
        public var hasNoLinks = false
        /// The number of items on a page at most.
        public var maximumPage = 40
        /// True to answer requests for older posts with the newest ones, as a cache does that ignores parameters.
        public var ignoresMaximumID = false
        public var minimumID = MinimumID.next
        /// The remaining requests, or `nil` to send no fields about them.
        public var requestsLeft: Int?
        /// The time at which the limit ends, as the field says it.
        public var limitEnds = "2026-11-22T12:05:00.000Z"
        /// The events of the connections to each channel, such as `user` or `hashtag?tag=f1`, in order. Connections to
        /// other channels are refused.
        public var channels: [String: [[Scenario.Step]]] = [:]
        /// True to keep connections to channels without events open for what ``FakeMastodon/push(_:_:on:)`` sends.
        public var isLive = false
        /// True to send the events over WebSockets instead, as GoToSocial does.
        public var hasSockets = false
        /// The origin of the streaming server as the instance names it, or `nil` if it does not.
        public var streaming: String?
        /// The keys and identities of posts created with them.
        public var created: [String: String] = [:]
        /// The fields of the posts that were created and edited, in order.
        public var sent: [[String: String]] = []
        /// The posts that are published later, in the order in which they arrived.
        public var scheduled: [Scheduled] = []
        /// The actions on people, such as `follow id-pat`.
        public var personActs: [String] = []
        /// The people whom the account follows, has asked, has muted and has blocked, by the server's identities.
        public var followed: Set<String> = ["id-pat"]
        public var requested: Set<String> = []
        public var muted: Set<String> = []
        public var blocked: Set<String> = []
        /// The people who decide about each follow.
        public var locked: Set<String> = []
        /// The fields of the reports to the moderators.
        public var reports: [[String: String]] = []
        /// The bodies of uploaded media by identity.
        public var media: [String: [UInt8]] = [:]
        /// How often the server says that a medium is not processed yet.
        public var processing = 0
        /// The options of polls and the account's own votes, by post.
        public var polls: [String: (options: [String], own: [Int])] = [:]
        public var pinned: Set<String> = []
        /// The newest items that were read, by timeline.
        public var markers: [String: String] = [:]
        /// The posts that are popular, the most popular first.
        public var trends: [String] = []
        /// True if the server groups notifications.
        public var hasGroups = true
        /// True if a search sorts by relevance, as some software does: here by the number of characters.
        public var searchesByRelevance = false
        /// The handles of people of other servers, which only a search finds.
        public var remotePeople: Set<String> = []
        /// The tokens that may only read.
        public var readOnlyTokens: Set<String> = []
        /// The refusals, by method and path, such as `POST api/v1/statuses`.
        public var refusals: [String: (status: Int, reason: String)] = [:]
        /// How many requests are accepted before the refusals begin, by method and path.
        public var acceptedFirst: [String: Int] = [:]
        /// How often an act is done without an answer, by method and path.
        public var lostAnswers: [String: Int] = [:]
        /// The gates for which the answers to acts that were done wait, by method and path.
        public var heldAnswers: [String: String] = [:]
        /// The registered applications by client identity, with their redirect addresses.
        public var applications: [String: String] = [:]
        /// The challenges of codes that wait to be exchanged.
        public var codes: [String: String] = [:]
        /// The time at which new posts are created, in milliseconds since 1970.
        public var now: Int64 = 1_795_262_400_000
        private(set) var lastNumber = 0

        mutating func addNumber() {
            lastNumber += 1
        }

        /// Sets the time to the present and replaces the posts: `Lap 0` is the newest, and each is a minute older than the
        /// one before.
        ///
        /// - Parameters:
        ///   - count: The number of posts.
        ///   - age: The age of the newest post in milliseconds.
        public mutating func beginNow(posts count: Int, age: Int64 = 60_000) {
            let now = Int64(Date().timeIntervalSince1970) * 1000
            self.now = now
            posts = (0..<count)
                .map { index in
                    let time = now - age - Int64(index) * 60_000
                    return Post(
                        id: FakeMastodon.id(at: time, number: count - index), time: time, text: "Lap \(index)")
                }
        }
    }

    private let state: WaitableState<State>
    public let server: ScenarioServer

    public init(_ server: ScenarioServer) {
        self.server = server
        state = WaitableState(State())
        for prefix in ["/api/", "/oauth/", "/nodeinfo", "/.well-known/"] {
            server.serve(prefix) { [weak self] request in self?.answer(request) ?? Scenario(status: 500) }
        }
    }

    /// The origin of the server.
    public var address: String { server.url("") }

    /// Changes the server.
    public func change(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
    }

    /// The present state.
    public var present: State { state.withLock { $0 } }

    /// Waits until the state meets the condition.
    public func wait(until condition: @escaping @Sendable (State) -> Bool) async {
        await state.wait(until: condition)
    }

    /// Returns the identity of a post of this time, in milliseconds since 1970.
    public static func id(at time: Int64, number: Int, _ software: Software = .mastodon) -> String {
        switch software {
        case .mastodon: return String(time << 16 | Int64(number & 0xffff))
        case .pleroma:
            let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
            var rest = UInt128(time) << 64 | UInt128(number)
            var text = ""
            for _ in 0..<18 {
                text = String(digits[Int(rest % 62)]) + text
                rest /= 62
            }
            return text
        case .goToSocial:
            let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
            var text = ""
            var (high, low) = (time, Int64(number))
            for _ in 0..<10 {
                text = String(digits[Int(high & 31)]) + text
                high >>= 5
            }
            var tail = ""
            for _ in 0..<16 {
                tail = String(digits[Int(low & 31)]) + tail
                low >>= 5
            }
            return text + tail
        }
    }

    /// Returns an event of a stream about a post.
    public func event(_ type: String, _ post: Post) -> Scenario.Step {
        Self.event(type, String(decoding: Self.json(Self.status(post, State(), site: address)).text, as: UTF8.self))
    }

    /// Returns an event of a stream.
    public static func event(_ type: String, _ data: String) -> Scenario.Step {
        .repeated(bytes(type, data), times: 1)
    }

    private static func bytes(_ type: String, _ data: String) -> [UInt8] {
        Array("event: \(type)\ndata: \(data)\n\n".utf8)
    }

    // MARK: Pushing

    /// Sends an event about a post to the open connections of a channel, such as `user`. Returns their number.
    @discardableResult
    public func push(_ type: String, _ post: Post, on channel: String) -> Int {
        let status = Self.json(Self.status(post, present, site: address)).text
        return push(type, String(decoding: status, as: UTF8.self), on: channel)
    }

    /// Sends an event to the open connections of a channel. Returns their number.
    @discardableResult
    public func push(_ type: String, _ data: String, on channel: String) -> Int {
        let isSocket = present.hasSockets
        return server.push(
            isSocket ? Self.frame(type, data, on: channel) : Self.bytes(type, data),
            to: isSocket ? Self.socket(channel) : channel)
    }

    // MARK: Answers

    private func answer(_ request: ServedRequest) -> Scenario {
        state.withLock { Self.answer(request, &$0, site: address) }
    }

    private static func answer(_ request: ServedRequest, _ state: inout State, site: String) -> Scenario {
        if state.isFailing { return Scenario(status: 500) }
        if state.requestsLeft == 0 {
            return limited(json(["error": "Too many requests"], status: 429), state)
        }
        if let left = state.requestsLeft { state.requestsLeft = left - 1 }
        let call = Call(request)
        let isKnown = call.token.map(state.tokens.contains) ?? false
        if call.token != nil, !isKnown {
            return json(["error": "The access token was revoked"], status: 401)
        }
        return limited(route(call, isKnown: isKnown, &state, site: site), state)
    }

    /// A post that is published later.
    public struct Scheduled: Sendable {
        public let id: String
        /// The fields of the request.
        let fields: [URLQueryItem]

        public var text: String { value("status") ?? "" }
        var time: String? { value("scheduled_at") }

        func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        func values(_ name: String) -> [String] { fields.filter { $0.name == name }.compactMap(\.value) }
    }

    /// A request taken apart.
    public struct Call {
        let method: String
        let path: [String]
        public let query: [URLQueryItem]
        public let form: [URLQueryItem]
        let token: String?
        let key: String?
        let body: [UInt8]
        /// The key of a request for a WebSocket.
        let socketKey: String?

        public init(_ request: ServedRequest) {
            method = request.method
            let components = URLComponents(string: request.path)
            path = (components?.path ?? "").split(separator: "/").map(String.init)
            query = components?.queryItems ?? []
            let text = String(decoding: request.body, as: UTF8.self).replacingOccurrences(of: "+", with: "%20")
            form = URLComponents(string: "?\(text)")?.queryItems ?? []
            token = request.headers["authorization"].map { String($0.dropFirst("Bearer ".count)) }
            key = request.headers["idempotency-key"]
            body = request.body
            socketKey = request.headers["upgrade"] == "websocket" ? request.headers["sec-websocket-key"] : nil
        }

        func value(_ name: String) -> String? { (query + form).first { $0.name == name }?.value }

        func values(_ name: String) -> [String] { query.filter { $0.name == name }.compactMap(\.value) }
    }

    static func limited(_ scenario: Scenario, _ state: State) -> Scenario {
        guard let left = state.requestsLeft else { return scenario }
        var scenario = scenario
        scenario.headers += [
            ("x-ratelimit-limit", "300"), ("x-ratelimit-remaining", String(left)),
            ("x-ratelimit-reset", state.limitEnds),
        ]
        return scenario
    }

    static func json(_ object: Any, status: Int = 200) -> Scenario {
        do {
            return Scenario(
                status: status, type: "application/json; charset=utf-8", body: try ServedJSON(object).bytes)
        } catch {
            return Scenario(status: 500)
        }
    }
}

extension Scenario {
    /// The bytes of its body.
    fileprivate var text: [UInt8] {
        steps.flatMap { if case .body(let bytes) = $0 { bytes } else { [UInt8]() } }
    }
}

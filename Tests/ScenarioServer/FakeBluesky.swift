import Foundation
import Synchronization

/// A server of the AT Protocol with invented people and posts: a personal data server, the view behind it, the public
/// view, and the directory of identifiers, all at one address.
///
/// It has the traps of real ones: opaque cursors that end with an empty page, vanish or expire, short and empty pages in
/// the middle, sessions that expire, records that views do not show yet, limits, and labels.
public final class FakeBluesky: Sendable {
    /// A post.
    public struct Post: Sendable {
        public var key: String
        /// Milliseconds since 1970.
        public var time: Int64
        public var text: String
        public var author = "pat"
        public var replyTo: String?
        public var tags: [String] = []
        /// The labels, by the identifier of who gave them.
        public var labels: [(source: String, value: String)] = []
        /// The embedded view, in JSON.
        public var embed: String?
        /// The facets of the record, in JSON.
        public var facets: String?
        /// The person who reposted it, with the key and the time of the repost.
        public var repost: (person: String, key: String, time: Int64)?
        /// True if the account may not reply, or not quote.
        public var isGated = false
        public var isPinned = false

        public init(key: String, time: Int64, text: String) {
            self.key = key
            self.time = time
            self.text = text
        }

        public var uri: String { "at://did:plc:\(author)/app.bsky.feed.post/\(key)" }

        /// The time by which feeds sort the entry.
        var sortTime: Int64 { repost?.time ?? time }
    }

    /// The behaviour and the contents of the server.
    public struct State: Sendable {
        /// All entries of the home feed, in any order.
        public var posts: [Post] = []
        /// Posts that the server leaves out after it has cut a page.
        public var hidden: Set<String> = []
        /// Liked posts, newest like first.
        public var likes: [String] = []
        /// Bookmarked posts with the times of bookmarking, newest first.
        public var bookmarks: [(uri: String, time: Int64)] = []
        /// Notifications, newest first; `post` names the record, `subject` the post of the account.
        public var notifications: [(uri: String, reason: String, time: Int64, subject: String?)] = []
        /// The posts of the custom feed, in its order.
        public var feed: [String] = []
        public var password = "abcd-efgh-ijkl-mnop"
        /// The tokens for requests and for renewal that are valid.
        public var access: Set<String> = ["access-0"]
        public var refresh: Set<String> = ["refresh-0"]
        /// How many sessions were begun, and how many renewed.
        public var sessions = 0
        public var renewals = 0
        /// True while every request fails.
        public var isFailing = false
        /// How often a page of the home feed comes without its cursor. Pages of a person's posts have none meanwhile.
        public var vanishingCursors = 0
        /// True if cursors are not accepted any more.
        public var expiresCursors = false
        /// How often a request with a cursor is refused, as if the cursor had expired.
        public var refusedCursors = 0
        /// How often a request with a cursor is answered from the top, as some servers do if it has expired.
        public var restartedCursors = 0
        /// The place below which pages sorted by time fail, in milliseconds since 1970, or `nil` if none fails.
        public var failsBelow: Int64?
        /// True if lists have no entries, as while the view fails.
        public var isEmpty = false
        /// True if lists have no entries behind their first page.
        public var isEmptyBelowTop = false
        /// True if lists are answered from the top whatever the cursor, as by a cache.
        public var ignoresCursors = false
        /// The remaining requests, or `nil` to send no fields about them.
        public var requestsLeft: Int?
        /// The settings of the account, in JSON.
        public var preferences = "[]"
        /// The moderation services, in JSON.
        public var labelers = "[]"
        /// The records of the account by collection and key, in JSON.
        public var records: [String: [String: String]] = [:]
        /// True if views do not show records of the account yet.
        public var viewsLag = false
        /// The people whom the account has muted.
        public var muted: Set<String> = []
        /// The types and sizes of uploaded files.
        public var blobs: [(type: String, size: Int)] = []
        /// How often a method does its work without an answer.
        public var lostAnswers: [String: Int] = [:]
        /// The refusals, by method.
        public var refusals: [String: (status: Int, error: String, message: String)] = [:]
        /// The methods that were called, with the services whose labels were asked for.
        public var calls: [(method: String, labelers: String?, proxy: String?)] = []
        /// Milliseconds since 1970.
        public var now: Int64 = 1_795_262_400_000
        /// The sign-in in the browser.
        public var oauth = OAuth()
        /// The handles by identifier.
        public var handles = ["did:plc:ann": "ann.test", "did:plc:pat": "pat.test", "did:plc:kim": "kim.test"]
    }

    private let state: Mutex<State>
    public let server: ScenarioServer

    public init(_ server: ScenarioServer) {
        self.server = server
        state = Mutex(State())
        for prefix in ["/xrpc/", "/plc/", "/.well-known/did.json", "/.well-known/oauth-", "/oauth/"] {
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

    /// Returns the key of a post of this time, in milliseconds since 1970.
    public static func key(at time: Int64, number: Int) -> String {
        let digits = Array("234567abcdefghijklmnopqrstuvwxyz")
        var value = UInt64(time) * 1000 << 10 | UInt64(number & 0x3ff)
        var text = ""
        for _ in 0..<13 {
            text = String(digits[Int(value & 31)]) + text
            value >>= 5
        }
        return text
    }

    // MARK: Answers

    private func answer(_ request: ServedRequest) -> Scenario {
        state.withLock { state in
            if request.path.hasPrefix("/oauth/") || request.path.hasPrefix("/.well-known/oauth-") {
                return Self.authorisation(request, &state, site: address)
            }
            if request.path.hasPrefix("/plc/") || request.path.hasPrefix("/.well-known/") {
                return Self.document(request.path, state, site: address, port: server.port)
            }
            var call = Call(request)
            state.calls.append((call.method, call.labelers, call.proxy))
            if call.isProved {
                if let refusal = Self.refusal(of: request, token: call.token, &state, site: address) { return refusal }
                call.isAccepted = true
            }
            if state.isFailing { return Self.fault(502, "UpstreamFailure", "The view cannot be reached") }
            if let refusal = state.refusals[call.method] {
                return Self.fault(refusal.status, refusal.error, refusal.message)
            }
            if state.refusedCursors > 0, call.value("cursor") != nil {
                state.refusedCursors -= 1
                return Self.fault(400, "InvalidRequest", "Malformed cursor")
            }
            let ignoresCursors = state.ignoresCursors
            defer { state.ignoresCursors = ignoresCursors }
            if state.restartedCursors > 0, call.value("cursor") != nil {
                state.restartedCursors -= 1
                state.ignoresCursors = true
            }
            if state.requestsLeft == 0 { return Self.limited(Self.fault(429, "RateLimitExceeded", "Too many"), state) }
            if let left = state.requestsLeft { state.requestsLeft = left - 1 }
            var answer = Self.limited(Self.route(call, &state, site: address), state)
            if call.isProved { answer.headers.append(("dpop-nonce", state.oauth.nonce)) }
            if let lost = state.lostAnswers[call.method], lost > 0 {
                state.lostAnswers[call.method] = lost - 1
                answer = .hangUp
            }
            return answer
        }
    }

    /// Returns the document of an identifier.
    private static func document(_ path: String, _ state: State, site: String, port: Int) -> Scenario {
        let isWeb = path.hasPrefix("/.well-known/")
        let did = isWeb ? "did:web:127.0.0.1%3A\(port)" : String(path.dropFirst("/plc/".count))
        guard let handle = isWeb ? "ann.test" : state.handles[did] else { return Scenario(status: 404) }
        return json([
            "id": did, "alsoKnownAs": ["at://\(handle)"],
            "service": [
                [
                    "id": "#atproto_pds", "type": "AtprotoPersonalDataServer",
                    "serviceEndpoint": state.oauth.otherServers[did] ?? site,
                ]
            ],
        ])
    }

    /// A request taken apart.
    struct Call {
        let method: String
        let query: [URLQueryItem]
        let body: [UInt8]
        let token: String?
        let type: String?
        let labelers: String?
        let proxy: String?
        /// True if the token comes with a proof.
        let isProved: Bool
        /// True if token and proof were accepted.
        var isAccepted = false

        init(_ request: ServedRequest) {
            let components = URLComponents(string: request.path)
            method = String((components?.path ?? "").dropFirst("/xrpc/".count))
            query = components?.queryItems ?? []
            body = request.body
            let authorization = request.headers["authorization"]
            isProved = authorization?.hasPrefix("DPoP ") == true
            let scheme = isProved ? "DPoP " : "Bearer "
            token = authorization.map { String($0.dropFirst(scheme.count)) }
            type = request.headers["content-type"]
            labelers = request.headers["atproto-accept-labelers"]
            proxy = request.headers["atproto-proxy"]
        }

        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

        func values(_ name: String) -> [String] { query.filter { $0.name == name }.compactMap(\.value) }

        /// The members of the body.
        var input: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        }
    }

    static func limited(_ scenario: Scenario, _ state: State) -> Scenario {
        guard let left = state.requestsLeft else { return scenario }
        var scenario = scenario
        scenario.headers += [
            ("ratelimit-limit", "3000"), ("ratelimit-remaining", String(left)),
            ("ratelimit-reset", String(state.now / 1000 + 300)),
        ]
        return scenario
    }

    static func fault(_ status: Int, _ error: String, _ message: String) -> Scenario {
        json(["error": error, "message": message], status: status)
    }

    static func json(_ object: Any, status: Int = 200) -> Scenario {
        do {
            return Scenario(
                status: status, type: "application/json; charset=utf-8", body: try ServedJSON(object).bytes)
        } catch {
            return Scenario(status: 500)
        }
    }

    static func parsed(_ json: String) -> Any {
        (try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)) ?? NSNull()
    }

    static func text(_ object: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}

import EngineConcepts
import FeedParsing
import FoundationBasics
import Networking
import WebText

/// A server of the Mastodon API, read with or without an account.
struct MastodonServer: SocialServer {
    let origin: String
    let account: Account?
    let shared: AccountSharedState
    let transport: any Transport
    let keyring: Keyring

    /// An answer with what is said around it.
    struct Reply<Value: Sendable>: Sendable {
        var value: Value
        var head = ReplyHead()

        /// Returns the answer with another value.
        func map<Other: Sendable>(_ transform: (Value) -> Other) -> Reply<Other> {
            Reply<Other>(value: transform(value), head: head)
        }
    }

    /// The status and the header fields of an answer.
    struct ReplyHead: Sendable {
        var status = 200
        /// The identifier below which the next page begins, or `nil` if the server names no such page.
        var nextID: String?
        /// True if the server names neighbouring pages.
        var hasLinks = false
        var budget = FetchBudget()

        /// True if the server is making the home feed anew (206), so that the answer proves nothing.
        var isPartial: Bool { status == 206 }
    }

    /// The host in the handles of the server's own people, which may differ from the host of its API.
    var handleHost: String { account?.id.split(separator: "@").last.map(String.init) ?? endpoint }

    /// The parts of the API that the server was found to have or to lack.
    var features: SharedValue<MastodonServerFeatures> { shared.part { SharedValue(MastodonServerFeatures()) } }

    /// The form of the server's identifiers, or `nil` before the first.
    var idFormat: MastodonIDFormat? { shared.memory.idFormat.flatMap { MastodonIDFormat(rawValue: $0) } }

    /// The rule for repeating what creates a post: safe where the server is known to recognise the key. GoToSocial
    /// ignores it.
    var creation: ActionRepetition {
        guard let known = shared.memory.server else { return idFormat == .snowflake ? .safe : .unsafe }
        guard known.software == "mastodon" else { return .unsafe }
        // Other software may call itself Mastodon, but has no version of Mastodon's API and other identifiers. So have the
        // oldest posts of Mastodon, so the identifiers that were read last do not decide alone.
        return known.apiVersion != nil || (idFormat ?? .snowflake) == .snowflake ? .safe : .unsafe
    }

    /// Returns the path of a post.
    static func path(ofPost id: String) -> String { "/api/v1/statuses/\(PercentCoding.encoded(id))" }

    /// Sends a GET request and decodes the answer.
    func get<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ path: String, _ parameters: [QueryParameter] = [], now: Timestamp
    ) async throws(SupplierError) -> Value {
        try await reply(kind, path, parameters, now: now).value
    }

    /// Sends a GET request and decodes the answer, with the fields around it.
    func reply<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ path: String, _ parameters: [QueryParameter] = [], now: Timestamp
    ) async throws(SupplierError) -> Reply<Value> {
        let address = parameters.isEmpty ? origin + path : WebAddress.adding(parameters, to: origin + path)
        return try await send(kind, TransportRequest(address), now: now)
    }

    /// Sends a form with a method that changes something, and decodes the answer.
    ///
    /// - Parameter key: The identity of the action, by which the server recognises a repetition, or `nil`.
    func change<Value: Decodable & Sendable>(
        _ method: TransportMethod, _ kind: Value.Type, _ path: String, _ parameters: [QueryParameter] = [],
        idempotencyKey key: String? = nil, now: Timestamp
    ) async throws(SupplierError) -> Reply<Value> {
        let body = TransportRequest.Body(
            type: "application/x-www-form-urlencoded", bytes: Array(WebAddress.form(parameters).utf8))
        return try await change(method, kind, path, body: body, idempotencyKey: key, now: now)
    }

    /// Sends a body with a method that changes something, and decodes the answer.
    func change<Value: Decodable & Sendable>(
        _ method: TransportMethod, _ kind: Value.Type, _ path: String, body: TransportRequest.Body,
        idempotencyKey key: String? = nil, now: Timestamp
    ) async throws(SupplierError) -> Reply<Value> {
        var request = TransportRequest(method, origin + path, body: body)
        if let key { request.headers.append(.init("idempotency-key", key)) }
        return try await send(kind, request, now: now)
    }

    /// Asks the server for its description of itself, and records it.
    func instance(now: Timestamp) async throws(SupplierError) -> MastodonInstance {
        let (instance, _) = try await readInstance(now: now)
        do {
            try await shared.memory.changeServer { $0 = instance.memory }
        } catch {
            // It is asked for again.
        }
        return instance
    }

    /// Asks the server for its description of itself: in its second version, or in the first one, which other software
    /// has too.
    func readInstance(now: Timestamp) async throws(SupplierError) -> (instance: MastodonInstance, isFirstVersion: Bool)
    {
        do throws(SupplierError) {
            return (try await get(MastodonInstance.self, "/api/v2/instance", now: now), false)
        } catch {
            guard error.isMissingOrUnreadable else { throw error }
            return (try await get(MastodonInstance.self, "/api/v1/instance", now: now), true)
        }
    }

    // MARK: Requests

    private func send<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ request: TransportRequest, now: Timestamp
    ) async throws(SupplierError) -> Reply<Value> {
        try shared.check(endpoint: endpoint, now: now)
        var request = request
        request.headers.append(.init("accept", "application/json"))
        request.credentials = try await credentials()
        return try await transport.send(request) { response throws(SupplierError) in
            let limit = RateLimit(response, prefix: "x-")
            shared.record(limit)
            let bytes = try await response.body.collect()
            guard response.isSuccess else {
                throw await failure(response, bytes, limit, now: now)
            }
            let links = LinkField(response.header("link") ?? "")
            return Reply(
                value: try response.decoded(kind, bytes, from: "Mastodon"),
                head: ReplyHead(
                    status: response.status,
                    nextID: links.target(of: "next").flatMap(PageAddress.init)?.parameter("max_id"),
                    hasLinks: !links.links.isEmpty, budget: limit.budget(now: now)))
        }
    }

    /// Returns the header fields with which the account proves itself, or none without an account.
    func credentials() async throws(SupplierError) -> [TransportRequest.Header] {
        guard let access = account?.access else { return [] }
        return try await keyring.fields(for: access, at: endpoint)
    }

    // MARK: Errors

    /// Returns true if the server's text says that the token was not made for this: "This action is outside the
    /// authorized scopes", "token has insufficient scope permission", "Insufficient permissions: write:statuses."
    private static func isAboutScopes(_ text: String?) -> Bool {
        let text = text?.lowercased() ?? ""
        return text.contains("scope") || text.contains("insufficient permissions")
    }

    /// Returns the error for a failed request, with the server's own text where it helps.
    private func failure(
        _ response: TransportResponse, _ bytes: [UInt8], _ limit: RateLimit, now: Timestamp
    ) async -> SupplierError {
        let cause = (try? JSONDecoder().decode(ServiceError.self, fromForeign: bytes))?.cause
        let isOwn = isOwn(response)
        switch (response.status, account) {
        // Servers that show public timelines to members only answer 401, 403 or 422.
        case (401, nil) where isOwn, (403, nil) where isOwn, (422, nil): return membersOnly(response, cause: cause)
        case (401, let account?) where isOwn:
            if let access = account.access { await keyring.removeSecrets(of: access) }
            let error = signInAgain(cause: cause)
            shared.recordRefusal(error)
            return error
        case (403, let account?) where isOwn && Self.isAboutScopes(cause):
            return SupplierError(
                .notAuthorised,
                Message("accountReadsOnly", ["account": .text(account.id), "host": .text(endpoint)]), cause: cause)
        case (403, _?) where isOwn: return forbidden(cause: cause)
        default: return failure(response, cause: cause, limit, now: now)
        }
    }
}

/// The parts of the API that a server was found to have or to lack, for this process and until the next restart of the
/// suppliers.
struct MastodonServerFeatures: Sendable {
    /// True if the server has described itself, as only one with this API does.
    var isKnown = false
    /// The origin at which the server offers its streams, or `nil` if it was not asked yet.
    var streamingOrigin: String?
    /// True if the server offers no streams, so that its timelines are only polled.
    var refusesStreams = false
    /// True if the server does not group notifications.
    var lacksGroups = false
}

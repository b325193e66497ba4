import EngineConcepts
import Networking
import WebText

/// A server that speaks XRPC: the personal data server of an account, which passes on what it does not keep itself, or
/// the public view of Bluesky.
struct BlueskyServer: SocialServer {
    let origin: String
    let account: Account?
    let shared: AccountSharedState
    let transport: any Transport
    let keyring: Keyring

    /// The service behind a server that shows timelines.
    private static let view = "did:web:api.bsky.app#bsky_appview"
    /// The methods of `app.bsky` that the account's own server answers.
    private static let ownMethods: Set<String> = ["app.bsky.actor.getPreferences", "app.bsky.actor.putPreferences"]

    /// An answer with what the server says about its limits.
    struct Reply<Value: Sendable>: Sendable {
        var value: Value
        var budget: FetchBudget
    }

    /// The session of the account, which its sources share.
    var sessionCache: BlueskySessionCache { shared.part { BlueskySessionCache() } }

    /// The rules of the account, which its sources share.
    var moderationCache: BlueskyModerationCache { shared.part { BlueskyModerationCache() } }

    /// Returns the rules of the account, or those for everybody if there is none.
    func moderation(now: Timestamp) async throws(SupplierError) -> BlueskyModeration {
        account == nil ? BlueskyModeration() : try await moderationCache.rules(self, now: now)
    }

    // MARK: Methods

    /// Calls a method that reads.
    ///
    /// - Parameter labelers: The services whose labels are wanted, or `nil` for those that the server chooses.
    func query<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ method: String, _ parameters: [QueryParameter] = [], labelers: [String]? = nil,
        now: Timestamp
    ) async throws(SupplierError) -> Value {
        try await reply(kind, method, parameters, labelers: labelers, now: now).value
    }

    /// Calls a method that reads, and also returns the limits that the server states. See ``query(_:_:_:labelers:now:)``.
    func reply<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ method: String, _ parameters: [QueryParameter] = [], labelers: [String]? = nil,
        now: Timestamp
    ) async throws(SupplierError) -> Reply<Value> {
        var request = TransportRequest(address(of: method, parameters))
        if let labelers { request.headers.append(.init("atproto-accept-labelers", labelers.joined(separator: ", "))) }
        return try await call(kind, method, request, now: now)
    }

    /// Calls a method that changes something.
    func procedure<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ method: String, _ input: BlueskyJSON, now: Timestamp
    ) async throws(SupplierError) -> Value {
        let request = TransportRequest(.post, address(of: method), body: try input.body())
        return try await call(kind, method, request, now: now).value
    }

    /// Uploads a file, and returns the reference by which records name it.
    func upload(_ body: TransportRequest.Body, now: Timestamp) async throws(SupplierError) -> BlueskyJSON {
        let method = "com.atproto.repo.uploadBlob"
        return
            try await call(
                UploadedFile.self, method, TransportRequest(.post, address(of: method), body: body), now: now
            )
            .value.blob
    }

    /// The answer to an upload.
    private struct UploadedFile: Decodable, Sendable {
        let blob: BlueskyJSON
    }

    private func address(of method: String, _ parameters: [QueryParameter] = []) -> String {
        let address = "\(origin)/xrpc/\(method)"
        return parameters.isEmpty ? address : WebAddress.adding(parameters, to: address)
    }

    // MARK: Requests

    private func call<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ method: String, _ request: TransportRequest, now: Timestamp
    ) async throws(SupplierError) -> Reply<Value> {
        try shared.check(endpoint: endpoint, now: now)
        guard account != nil else { return try await send(kind, request, now: now) }
        var request = request
        if method.hasPrefix("app.bsky."), !Self.ownMethods.contains(method) {
            request.headers.append(.init("atproto-proxy", Self.view))
        }
        let used = try await sessionCache.session(self, now: now)
        do {
            return try await send(kind, request, in: used, now: now) { error, serverError in
                BlueskySessionCache.isExpiry(serverError) ? .sessionExpired(error) : error
            }
        } catch  where error.reason == .sessionExpired {
            let renewed = try await sessionCache.renewed(after: used, self, now: now)
            return try await send(kind, request, in: renewed, now: now) { error, serverError in
                guard BlueskySessionCache.isExpiry(serverError) else { return error }
                let refusal = signInAgain(cause: error.cause)
                shared.recordRefusal(refusal)
                return refusal
            }
        }
    }

    /// Sends a request in a session, once more if the server requires its new nonce in the proof.
    private func send<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ request: TransportRequest, in session: BlueskySession, now: Timestamp,
        _ mapError: (SupplierError, ServiceError?) -> SupplierError
    ) async throws(SupplierError) -> Reply<Value> {
        try await DPoPSigner.sending { () async throws(SupplierError) in
            try await send(kind, session.authorizing(request, sessionCache.nonces, now: now), now: now, mapError)
        }
    }

    /// Sends a request without credentials of its own.
    ///
    /// - Parameter mapError: Returns the error to throw for that of the request and the one that the server names, if any.
    func send<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ request: TransportRequest, now: Timestamp,
        _ mapError: (SupplierError, ServiceError?) -> SupplierError = { error, _ in error }
    ) async throws(SupplierError) -> Reply<Value> {
        var request = request
        request.headers.append(.init("accept", "application/json"))
        return try await transport.send(request) { response throws(SupplierError) in
            let limit = RateLimit(response)
            shared.record(limit)
            let hasNonce = sessionCache.nonces.update(response)
            let bytes = try await response.body.collect()
            guard response.isSuccess else {
                let serverError = try DPoPSigner.serverError(in: bytes, of: response, hasNonce: hasNonce)
                throw mapError(
                    failure(response, serverError: serverError, limit: limit, request: request, now: now), serverError)
            }
            // Methods that only change something answer with nothing.
            let content = bytes.isEmpty ? Array("{}".utf8) : bytes
            return Reply(value: try response.decoded(kind, content, from: "Bluesky"), budget: limit.budget(now: now))
        }
    }

    // MARK: Errors

    /// Returns the error for a failed request, with the server's own words where they help.
    private func failure(
        _ response: TransportResponse, serverError: ServiceError?, limit: RateLimit, request: TransportRequest,
        now: Timestamp
    ) -> SupplierError {
        let cause = serverError?.cause
        let isOwn = isOwn(response)
        switch (response.status, serverError?.name) {
        case (400, "InvalidRequest"?)
        where request.address.contains("cursor=") && serverError?.message?.lowercased().contains("cursor") == true:
            return .tokenUnknown(endpoint, cause: cause)
        case (401...403, _) where account == nil && isOwn: return membersOnly(response, cause: cause)
        case (_, "AccountTakedown"?), (_, "AccountDeactivated"?): return forbidden(cause: cause)
        case (403, _) where account != nil && isOwn: return forbidden(cause: cause)
        case (_, "NotFound"?), (_, "RecordNotFound"?), (_, "UnknownFeed"?), (_, "UnknownList"?):
            return SupplierError(.refused, Message("notFound", ["host": .text(endpoint)]), cause: cause)
        default: return failure(response, cause: cause, limit, now: now)
        }
    }
}

extension SupplierError {
    /// Returns the error by which a request says that the session has to be renewed first.
    fileprivate static func sessionExpired(_ error: SupplierError) -> SupplierError {
        SupplierError(.notAuthorised, Message("sessionExpired"), cause: error.cause)
    }
}

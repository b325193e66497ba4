import EngineConcepts
import Foundation
import Networking
import ScenarioServer
import TestSupport
import Testing
import WebText

@testable import Suppliers

/// A sign-in in a browser whose person agrees at once.
private struct BrowserRun {
    let world: BlueskyWorld
    let accounts = BlueskyAccountDescriptor()

    init(_ world: BlueskyWorld) {
        self.world = world
        // The page to which the browser is sent, here at the same server.
        world.fake.server.serve("/done") { _ in Scenario(status: 200) }
    }

    func server(_ place: String) async throws -> AccountServer {
        try await accounts.server(named: place, world.dependencies, now: world.now)
    }

    func begin(_ place: String, byPassword: Bool = false, readsOnly: Bool = false) async throws -> SignIn {
        var generator = SeededGenerator(seed: 1)
        let terms = SignInTerms(
            redirect: "\(world.fake.address)/done", readsOnly: readsOnly, byPassword: byPassword, using: &generator)
        return try await accounts.beginSignIn(
            at: try await server(place), terms, world.dependencies, now: world.now)
    }

    /// Returns the answer that the browser brings.
    func answer(to signIn: SignIn) async throws -> SignInAnswer {
        let address = try await world.dependencies.transport.send(TransportRequest(signIn.address)) { $0.address }
        let items = URLComponents(string: address)?.queryItems ?? []
        func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
        #expect(value("state") == signIn.terms.state)
        return SignInAnswer(code: value("code") ?? "", issuer: value("iss"), refusal: value("error"))
    }

    func complete(_ signIn: SignIn, with answer: SignInAnswer) async throws -> SignInGrant {
        try await accounts.complete(signIn, with: answer, world.dependencies, now: world.now)
    }

    func grant(_ place: String = "ann.test") async throws -> SignInGrant {
        let signIn = try await begin(place)
        return try await complete(signIn, with: try await answer(to: signIn))
    }

    /// Signs in and stores the session as that of the world's account.
    func store() async throws {
        let grant = try await grant()
        try world.secrets.save(grant.token, named: "session")
    }
}

@Suite("Signing in at servers of the AT Protocol in the browser", .timeLimit(.minutes(30)))
struct BlueskyOAuthTests {
    private let now = BlueskyWorld.now

    private func refusal(_ body: () async throws -> Void) async -> String? {
        let error = await #expect(throws: SupplierError.self) { try await body() }
        return error?.message.key
    }

    // MARK: Keys and proofs

    @Test("A key survives its text, which alone shows it")
    func key() throws {
        let key = try SigningKey()
        #expect(SigningKey(key.text) == key)
        #expect(try SigningKey() != key)
        #expect("\(key)" == "SigningKey")
        for text in ["", "abc", String(key.text.dropLast()), key.text + "AAAA", "+" + key.text.dropFirst()] {
            #expect(SigningKey(text) == nil)
        }
    }

    @Test("A proof names the method, the address without its query, the token's hash and the server's nonce, once")
    func proof() throws {
        let nonces = DPoPNonces()
        let request = TransportRequest("https://pds.example/xrpc/x?limit=3#y")
        let signer = DPoPSigner(key: try SigningKey(), nonces: nonces)
        func claims(_ token: String?) throws -> [String: BlueskyJSON] {
            let parts = try signer.proof(of: request, token: token, now: now).split(separator: ".")
            let bytes = try #require(Base64.decodedFromURL(String(parts[1])))
            return try JSONDecoder().decode([String: BlueskyJSON].self, from: Data(bytes))
        }
        let first = try claims(nil)
        #expect(first["htm"] == "GET" && first["htu"] == "https://pds.example/xrpc/x")
        #expect(first["iat"] == .number(now.seconds) && first["ath"] == nil && first["nonce"] == nil)
        for address in ["https://pds.example/y", "https://other.example/y"] {
            nonces.update(
                TransportResponse(status: 200, address: address, headers: ["dpop-nonce": "nonce of \(address.count)"]))
            nonces.update(
                TransportResponse(status: 200, address: address, headers: ["dpop-nonce": "n\(address.count)"]))
        }
        let second = try claims("token")
        #expect(second["nonce"] == "n21" && second["jti"] != first["jti"])
        #expect(second["ath"] == "PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A")
    }

    @Test("A session is read as it is written, with and without a key, and nothing else is")
    func sessionText() throws {
        let grant = BlueskyGrant(
            issuer: "https://pds.example", tokenAddress: "https://pds.example/oauth/token",
            clientID: "http://localhost?a=b", key: try SigningKey())
        for session in [
            BlueskySession(did: "did:plc:ann", access: "a", refresh: "r"),
            BlueskySession(did: "did:plc:ann", access: "a", refresh: "r", grant: grant),
        ] {
            #expect(BlueskySession(session.text) == session)
            #expect(BlueskySession(session.text + " x") == nil)
            #expect(BlueskySession(String(session.text.dropFirst())) == nil)
        }
        let insecure = BlueskyGrant(
            issuer: "http://pds.example", tokenAddress: grant.tokenAddress, clientID: grant.clientID, key: grant.key)
        #expect(BlueskyGrant(insecure.words) == nil)
    }

    // MARK: Signing in

    @Test("A handle leads to the browser, and the answer to a session of the person that reads")
    func signIn() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            let run = BrowserRun(world)
            let signIn = try await run.begin("ann.test")
            #expect(signIn.method == .browser && signIn.application.isEmpty)
            let request = try #require(world.fake.present.oauth.pushedRequests.values.first)
            #expect(request.form["login_hint"] == "ann.test")
            #expect(!signIn.address.contains(signIn.terms.verifier) && !signIn.address.contains("login_hint"))
            let grant = try await run.complete(signIn, with: try await run.answer(to: signIn))
            #expect(grant.server.origin == world.fake.address && grant.server.identity == "did:plc:ann")
            let session = try #require(BlueskySession(grant.token))
            #expect(session.did == "did:plc:ann" && session.refresh == "refresh-oauth-1")
            await world.dependencies.keyring.set(grant.token, for: .stored("new"))
            let account = try await run.accounts.account(
                at: grant.server, with: SourceAccess(authentication: .token(.stored("new"))), world.dependencies,
                now: now)
            #expect(account.id == "ann.test" && account.handle == "@ann.test")
            try world.secrets.save(grant.token, named: "session")
            #expect(try await world.newest().items.count == 3)
            #expect(world.fake.present.sessions == 0 && world.fake.present.oauth.sessions == 1)
        }
    }

    @Test("With the server alone, the account is that of the person who agrees")
    func serverOnly() async throws {
        try await BlueskyWorld.with { world in
            let run = BrowserRun(world)
            let grant = try await run.grant(world.fake.address)
            #expect(grant.server.person == "ann.test" && grant.server.identity == "did:plc:ann")
            #expect(
                world.fake.server.requests(for: "/oauth/par")
                    .allSatisfy { request in
                        !String(decoding: request.body, as: UTF8.self).contains("login_hint")
                    })
        }
    }

    @Test("A server without a sign-in in the browser takes an app password, and so does one where that is wanted")
    func password() async throws {
        try await BlueskyWorld.with { world in
            let run = BrowserRun(world)
            let wanted = try await run.begin("ann.test", byPassword: true)
            #expect(wanted.method == .password && wanted.address.contains("app-passwords"))
            world.fake.change { $0.oauth.isOffered = false }
            let only = try await run.begin("ann.test")
            #expect(only.method == .password)
            let grant = try await run.complete(only, with: SignInAnswer(code: world.fake.present.password))
            #expect(grant.token == "did:plc:ann access-created-1 refresh-created-1")
            #expect(await refusal { _ = try await run.begin(world.fake.address) } == "accountHandleNeeded")
            #expect(await refusal { _ = try await run.begin("ann.test", readsOnly: true) } == "readOnlyNotOffered")
        }
    }

    @Test("Without a port for the answer, the sign-in says that there is no code to copy")
    func noCode() async throws {
        try await BlueskyWorld.with { world in
            let run = BrowserRun(world)
            let server = try await run.server("ann.test")
            var generator = SeededGenerator(seed: 1)
            let terms = SignInTerms(redirect: nil, using: &generator)
            let key = await refusal {
                _ = try await run.accounts.beginSignIn(at: server, terms, world.dependencies, now: now)
            }
            #expect(key == "signInNoCode")
        }
    }

    @Test(
        "A description that lacks what the protocol requires, or leads elsewhere without encryption, is refused",
        arguments: [
            ("issuer", "\"https://other.example\""), ("issuer", "null"), ("token_endpoint", "\"http://pds.example/t\""),
            ("authorization_endpoint", "\"javascript:1\""), ("pushed_authorization_request_endpoint", "null"),
            ("code_challenge_methods_supported", "[\"plain\"]"), ("dpop_signing_alg_values_supported", "[\"ES384\"]"),
            ("scopes_supported", "[\"openid\"]"), ("authorization_response_iss_parameter_supported", "false"),
            ("grant_types_supported", "[\"authorization_code\"]"),
        ])
    func description(name: String, value: String) async throws {
        try await BlueskyWorld.with { world in
            world.fake.change { $0.oauth.description = [name: value] }
            let run = BrowserRun(world)
            #expect(await refusal { _ = try await run.begin("ann.test") } == "signInDescriptionUnusable")
            #expect(world.fake.present.oauth.pushedRequests.isEmpty)
        }
    }

    @Test("An answer by another server or for another person, an expired code and half a permission are refused")
    func refusals() async throws {
        let mistakes: [(key: String, change: @Sendable (inout FakeBluesky.State) -> Void)] = [
            ("signInIssuerWrong", { $0.oauth.issuer = "https://other.example" }),
            ("signInOtherPerson", { $0.oauth.subject = "did:plc:kim" }),
            ("signInRefused", { $0.oauth.expiresCodes = true }),
            ("signInPermissionMissing", { $0.oauth.scope = "atproto" }),
            ("signInRefused", { $0.oauth.refusal = "invalid_client" }),
        ]
        for mistake in mistakes {
            try await BlueskyWorld.with { world in
                world.fake.change(mistake.change)
                let run = BrowserRun(world)
                #expect(await refusal { _ = try await run.grant() } == mistake.key)
            }
        }
        try await BlueskyWorld.with { world in
            let run = BrowserRun(world)
            let signIn = try await run.begin("ann.test")
            var answer = try await run.answer(to: signIn)
            answer.issuer = nil
            #expect(await refusal { _ = try await run.complete(signIn, with: answer) } == "signInIssuerWrong")
            // The code was not sent anywhere.
            #expect(world.fake.server.requests(for: "/oauth/token").isEmpty)
            #expect(
                await refusal { _ = try await run.complete(signIn, with: SignInAnswer(code: "")) } == "signInCodeEmpty")
            world.fake.change { $0.oauth.isDeclined = true }
            let declined = try await run.answer(to: try await run.begin("ann.test"))
            #expect(declined.refusal == "access_denied" && declined.code.isEmpty)
        }
    }

    @Test("A server cannot sign in a person whose own server does not name it")
    func foreignPerson() async throws {
        try await BlueskyWorld.with { other in
            try await BlueskyWorld.with { world in
                let home = other.fake.address
                world.fake.change { state in
                    state.oauth.subject = "did:plc:kim"
                    state.oauth.otherServers["did:plc:kim"] = home
                }
                let run = BrowserRun(world)
                #expect(await refusal { _ = try await run.grant(world.fake.address) } == "signInUnconfirmed")
            }
        }
    }

    // MARK: The session

    @Test("A new nonce of the server costs one repetition, and a proof that was used is refused")
    func nonces() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            try await BrowserRun(world).store()
            #expect(try await world.newest().items.count == 3)
            let before = world.fake.present.oauth.outdated
            world.fake.change { $0.oauth.nonce = "nonce-2" }
            #expect(try await world.newest().items.count == 3)
            #expect(world.fake.present.oauth.outdated == before + 1)
            #expect(try await world.newest().items.count == 3)
            #expect(world.fake.present.oauth.outdated == before + 1)
            let used = try #require(world.fake.server.requests.last { $0.path.contains("getTimeline") })
            var request = TransportRequest(world.fake.server.url(used.path))
            request.credentials = ["authorization", "dpop"].map { .init($0, used.headers[$0] ?? "") }
            let status = try await world.dependencies.transport.send(request) { $0.status }
            #expect(status == 401)
        }
    }

    @Test("An expired session is renewed once for all sources and checks of the account, and stored before it is used")
    func renewal() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            try await BrowserRun(world).store()
            world.fake.change { $0.oauth.access = [:] }
            let account = try #require(world.dependencies.accounts.accounts.first)
            let server = AccountServer(origin: account.server, handleHost: "x", software: "atproto", version: "")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for timeline in ["home", "bookmarks", "favourites", "notifications", "tag:f1"] {
                    let supplier = try world.supplier(timeline)
                    group.addTask { _ = try await supplier.fetch(FetchRequest(origin: .newest, now: BlueskyWorld.now)) }
                }
                let access = try #require(account.access)
                group.addTask {
                    // Does not share the state of the sources.
                    _ = try await BlueskyAccountDescriptor()
                        .account(at: server, with: access, world.dependencies, now: BlueskyWorld.now)
                }
                for try await _ in group {}
            }
            let present = world.fake.present
            #expect(present.oauth.renewals == 1 && present.oauth.reuses == 0)
            let stored = try #require(world.secrets["session"].flatMap { BlueskySession($0) })
            #expect(stored.refresh == "refresh-oauth-renewed-1" && stored.access == "access-oauth-renewed-1")
            // The next renewal goes on from what is stored.
            world.fake.change { $0.oauth.access = [:] }
            #expect(try await world.newest().items.count == 3)
            #expect(world.fake.present.oauth.renewals == 2)
        }
    }

    @Test("A refused renewal asks each source for a new sign-in, with one request for all; a disturbance does not")
    func refusedRenewal() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            try await BrowserRun(world).store()
            world.fake.change { state in
                state.oauth.access = [:]
                state.oauth.refusal = "temporarily_unavailable"
            }
            let disturbed = await refusal { _ = try await world.newest() }
            #expect(disturbed != "accountSignInAgain")
            world.fake.change { $0.oauth.refusal = "invalid_grant" }
            let before = world.fake.server.requests(for: "/oauth/token").count
            let suppliers = try ["home", "bookmarks"].map { try world.supplier($0) }
            for supplier in suppliers { try await supplier.poolSetup() }
            for supplier in suppliers {
                let key = await refusal { _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now)) }
                #expect(key == "accountSignInAgain")
            }
            #expect(world.fake.server.requests(for: "/oauth/token").count == before + 1)
            for supplier in suppliers { await supplier.poolCleanup() }
            world.fake.change { $0.oauth.refusal = nil }
            try await BrowserRun(world).store()
            #expect(try await world.newest().items.count == 3)
        }
    }

    @Test("Signing out makes the tokens useless")
    func signOut() async throws {
        try await BlueskyWorld.with { world in
            try await BrowserRun(world).store()
            let account = try #require(world.dependencies.accounts.accounts.first)
            try await BlueskyAccountDescriptor()
                .signOut(
                    account, application: "", token: world.secrets["session"] ?? "", world.dependencies, now: now)
            #expect(world.fake.present.oauth.refresh.isEmpty && world.fake.present.oauth.access.isEmpty)
        }
    }
}

import EngineConcepts
import Networking
import NetworkingTestSupport
import ScenarioServer
import TestSupport
import Testing

@testable import Suppliers

/// A sign-in in which the person agrees at once.
enum SignInRun {
    /// Signs in and returns the account.
    static func signIn(
        at place: String, redirect: String? = nil, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws -> Account {
        let found = try await AccountCatalog.standard.server(named: place, dependencies, now: now)
        let (server, descriptor) = (found.server, found.descriptor)
        var generator = SeededGenerator(seed: 1)
        let terms = SignInTerms(redirect: redirect, using: &generator)
        let signIn = try await descriptor.beginSignIn(at: server, terms, dependencies, now: now)
        let code = try await dependencies.transport.send(.init(signIn.address)) { response throws(SupplierError) in
            String(decoding: try await response.body.collect(), as: UTF8.self)
        }
        let grant = try await descriptor.complete(signIn, with: SignInAnswer(code: code), dependencies, now: now)
        await dependencies.keyring.set(grant.token, for: .stored("new"))
        return try await descriptor.account(
            at: server, with: SourceAccess(authentication: .token(.stored("new"))), dependencies, now: now)
    }
}

@Suite("Signing in at servers with the Mastodon API", .timeLimit(.minutes(30)))
struct MastodonSignInTests {
    private let now = MastodonWorld.now

    @Test("The challenge of a verifier is its SHA-256 in Base64 for URLs (RFC 7636, appendix B)")
    func challenge() {
        var generator = SystemRandomNumberGenerator()
        var terms = SignInTerms(redirect: nil, using: &generator)
        terms.verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        #expect(terms.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test("A sign-in with a copied code gives the account with its handle")
    func copiedCode() async throws {
        try await MastodonWorld.with { world in
            let account = try await SignInRun.signIn(at: world.fake.address, world.dependencies, now: now)
            #expect(account.server == world.fake.address)
            #expect(account.handle == "@ann@127.0.0.1:\(world.fake.server.port)")
            #expect(account.id == "ann@127.0.0.1:\(world.fake.server.port)")
            #expect(world.fake.present.tokens.count == 2)
            let application = try #require(world.fake.present.applications.values.first)
            #expect(application == "urn:ietf:wg:oauth:2.0:oob")
        }
    }

    @Test("A wrong code is refused with advice")
    func wrongCode() async throws {
        try await MastodonWorld.with { world in
            let descriptor = MastodonAccountDescriptor()
            let server = try await descriptor.server(named: world.fake.address, world.dependencies, now: now)
            var generator = SeededGenerator(seed: 1)
            let signIn = try await descriptor.beginSignIn(
                at: server, SignInTerms(redirect: nil, using: &generator), world.dependencies, now: now)
            let error = await #expect(throws: SupplierError.self) {
                try await descriptor.complete(
                    signIn, with: SignInAnswer(code: "nonsense"), world.dependencies, now: now)
            }
            #expect(error?.message.key == "signInRefused")
            #expect(error?.cause == "The code is not valid.")
        }
    }

    @Test("The software of a server is recognised", arguments: [FakeMastodon.Software.mastodon, .goToSocial])
    func software(_ software: FakeMastodon.Software) async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = software }
            let server = try await MastodonAccountDescriptor()
                .server(named: world.fake.address, world.dependencies, now: now)
            #expect(server.software == (software == .mastodon ? "mastodon" : "gotosocial"))
            #expect(server.title == "Pit Wall")
        }
    }

    @Test("An older server is recognised by its first interface and its node information")
    func olderServer() async throws {
        try await withServer([
            "/api/v1/instance": [
                .text(#"{"uri":"https://old.example","version":"2.7.2 (compatible; Akkoma 3.13.2)"}"#)
            ]
        ]) { server, transport in
            let found = try await MastodonAccountDescriptor()
                .server(named: server.url("/web"), dependencies(transport), now: now)
            #expect(found.software == "akkoma" && found.version == "3.13.2")
            #expect(found.handleHost == "old.example")
        }
    }

    @Test("A host without the interface is refused with its name")
    func otherServer() async throws {
        try await withServer(["/": [.text("<html></html>", type: "text/html")]]) { server, transport in
            let error = await #expect(throws: SupplierError.self) {
                try await AccountCatalog.standard.server(named: server.url(""), dependencies(transport), now: now)
            }
            #expect(error?.message.key == "accountServerUnknown")
        }
    }

    @Test(
        "A text that is neither a server nor a whole handle is refused with itself before any request",
        arguments: [
            "@ann", "ann@", "@", "not a host", "did:", "x:y", "HOST HOST", "a b@HOST", "@@ann@HOST", "ann:secret@HOST",
            "mailto:ann@HOST", "HOST/@ann", "ann@HOST/x", "HOST0000", "http://HOST0000",
        ])
    func noPlace(text: String) async throws {
        try await withServer([:]) { server, transport in
            let place = text.replacing("HOST", with: "127.0.0.1:\(server.port)")
            let error = await #expect(throws: SupplierError.self) {
                try await AccountCatalog.standard.server(named: place, dependencies(transport), now: now)
            }
            #expect(error?.message == Message("accountPlaceInvalid", ["place": .text(place)]))
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A removed account's token is revoked")
    func signOut() async throws {
        try await MastodonWorld.with { world in
            let account = try #require(world.dependencies.accounts.accounts.first)
            try await MastodonAccountDescriptor()
                .signOut(account, application: "a b", token: "good-token", world.dependencies, now: now)
            #expect(world.fake.present.tokens.isEmpty)
        }
    }
}

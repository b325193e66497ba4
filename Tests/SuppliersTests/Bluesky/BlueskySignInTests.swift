import EngineConcepts
import Networking
import NetworkingTestSupport
import ScenarioServer
import Synchronization
import Testing

@testable import Suppliers

@Suite("Signing in at servers of the AT Protocol", .timeLimit(.minutes(30)))
struct BlueskySignInTests {
    private let now = BlueskyWorld.now

    private func server(_ text: String, _ world: BlueskyWorld) async throws -> AccountServer {
        let found = try await AccountCatalog.standard.server(named: text, world.dependencies, now: now)
        #expect(found.descriptor.kind == .bluesky)
        return found.server
    }

    @Test(
        "A handle and an identifier lead to the server of the person",
        arguments: ["@ann.test", "ann.test", "did:plc:ann"])
    func person(text: String) async throws {
        try await BlueskyWorld.with { world in
            let server = try await server(text, world)
            #expect(server.origin == world.fake.address && server.person == "ann.test")
            #expect(server.software == "atproto" && server.version == "0.4.100")
        }
    }

    @Test("An identifier of a site leads to its server, and a server alone asks for a handle")
    func site() async throws {
        try await BlueskyWorld.with { world in
            let byIdentifier = try await server("did:web:127.0.0.1%3A\(world.fake.server.port)", world)
            #expect(byIdentifier.person == "ann.test")
            let bare = try await server(world.fake.address, world)
            #expect(bare.person == nil)
            let error = await #expect(throws: SupplierError.self) {
                try await BlueskyAccountDescriptor().token(forSecret: "x", at: bare, world.dependencies, now: now)
            }
            #expect(error?.message.key == "accountHandleNeeded")
        }
    }

    @Test("A handle that its identifier does not confirm, and one that nobody has, are refused")
    func unconfirmed() async throws {
        try await BlueskyWorld.with { world in
            world.fake.change { $0.handles["did:plc:ann"] = nil }
            let unknown = await #expect(throws: SupplierError.self) {
                try await BlueskyAccountDescriptor().server(named: "ann.test", world.dependencies, now: now)
            }
            #expect(unknown?.message.key == "accountServerUnknown")
        }
        try await withServer([
            "/xrpc/com.atproto.identity.resolveHandle?handle=ann.test": [
                .text(#"{"did": "did:plc:eve"}"#, type: "application/json")
            ],
            "/plc/did:plc:eve": [
                .text(
                    """
                    {"id": "did:plc:eve", "alsoKnownAs": ["at://eve.test"], "service": [{"id": "#atproto_pds",
                     "type": "AtprotoPersonalDataServer", "serviceEndpoint": "https://pds.example"}]}
                    """, type: "application/json")
            ],
        ]) { server, transport in
            var dependencies = dependencies(transport)
            dependencies.serviceAddresses = [.bluesky: server.url(""), "plc": server.url("/plc")]
            let error = await #expect(throws: SupplierError.self) {
                try await BlueskyAccountDescriptor().server(named: "ann.test", dependencies, now: now)
            }
            #expect(error?.message.key == "handleUnconfirmed")
        }
    }

    @Test("Documents of identifiers cannot lead to plain http elsewhere, to ports that do not exist, or to nowhere")
    func servers() {
        #expect(BlueskyResolver.origin(of: "https://pds.example/x") == "https://pds.example")
        #expect(BlueskyResolver.origin(of: "http://127.0.0.1:8080") == "http://127.0.0.1:8080")
        for address in [
            "http://pds.example", "https://pds.example:99999", "ftp://pds.example", "pds.example", "https://",
            "https://u:p@pds.example",
        ] {
            #expect(BlueskyResolver.origin(of: address) == nil, "\(address)")
        }
    }

    @Test("A password is exchanged for a session, which is what is stored")
    func password() async throws {
        try await BlueskyWorld.with { world in
            let server = try await server("ann.test", world)
            let token = try await BlueskyAccountDescriptor()
                .token(forSecret: " abcd-efgh-ijkl-mnop\n", at: server, world.dependencies, now: now)
            #expect(token == "did:plc:ann access-created-1 refresh-created-1")
            await world.dependencies.keyring.set(token, for: .stored("new"))
            let account = try await BlueskyAccountDescriptor()
                .account(
                    at: server, with: SourceAccess(authentication: .token(.stored("new"))), world.dependencies, now: now
                )
            #expect(account.id == "ann.test" && account.handle == "@ann.test" && account.server == world.fake.address)
            let error = await #expect(throws: SupplierError.self) {
                try await BlueskyAccountDescriptor().token(forSecret: "wrong", at: server, world.dependencies, now: now)
            }
            #expect(error?.message.key == "passwordRefused")
        }
    }

    @Test("An expired session is renewed once for all sources of the account, and stored")
    func renewal() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            world.fake.change { $0.access = [] }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for timeline in ["home", "bookmarks", "favourites", "notifications", "tag:f1"] {
                    let supplier = try world.supplier(timeline)
                    group.addTask {
                        try await supplier.fetch(FetchRequest(origin: .newest, now: BlueskyWorld.now)).items.count
                    }
                }
                for try await _ in group {}
            }
            #expect(world.fake.present.renewals == 1)
            #expect(world.secrets["session"] == "did:plc:ann access-renewed-1 refresh-renewed-1")
            let rules = world.fake.present.calls.count { $0.method == "app.bsky.actor.getPreferences" }
            #expect(rules <= 2, "the sources share the request of the rules, with the old token and with the new one")
        }
    }

    @Test("A session that another process has renewed is read again instead of renewed")
    func otherProcess() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            #expect(try await world.newest().items.count == 3)
            world.fake.change {
                $0.access = ["access-other"]
                $0.refresh = ["refresh-other"]
            }
            try world.secrets.save("did:plc:ann access-other refresh-other", named: "session")
            #expect(try await world.newest().items.count == 3)
            #expect(world.fake.present.renewals == 0)
        }
    }

    @Test("A renewed session that cannot be stored is used from memory, reported, and its successor is stored")
    func unstorable() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            let former = world.secrets["session"]
            world.secrets.isFull = true
            world.fake.change { $0.access = [] }
            let first = try await world.newest()
            #expect(first.items.count == 3)
            #expect(world.secrets["session"] == former)
            #expect(world.unsaved.all.count == 1)
            // A supplier that begins later has the session too.
            #expect(try await world.newest().items.count == 3)
            #expect(world.fake.present.renewals == 1)
            world.secrets.isFull = false
            world.fake.change { $0.access = [] }
            #expect(try await world.newest().items.count == 3)
            #expect(world.fake.present.renewals == 2)
            #expect(world.secrets["session"] == "did:plc:ann access-renewed-2 refresh-renewed-2")
        }
    }

    @Test("A new sign-in counts more than a renewed session that could not be stored")
    func signedInAnew() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            world.secrets.isFull = true
            world.fake.change { $0.access = [] }
            #expect(try await world.newest().items.count == 3)
            world.secrets.isFull = false
            world.fake.change { $0.access = ["access-new"] }
            try world.secrets.save("did:plc:ann access-new refresh-new", named: "session")
            #expect(try await world.newest().items.count == 3)
            #expect(world.fake.present.renewals == 1)
        }
    }

    /// Stores the session of a new sign-in when one has been renewed, before the answer is read.
    private final class SigningInTransport: Transport {
        let base: any Transport
        let secrets = Mutex<WritableSecrets?>(nil)

        init(base: any Transport) { self.base = base }

        func send<Answer: Sendable>(
            _ request: TransportRequest, _ read: (TransportResponse) async throws(SupplierError) -> Answer
        ) async throws(SupplierError) -> Answer {
            let store = request.address.hasSuffix("refreshSession") ? secrets.withLock(\.self) : nil
            return try await base.send(request) { response throws(SupplierError) in
                try store?.save("did:plc:ann access-new refresh-new", named: "session")
                return try await read(response)
            }
        }
    }

    @Test("A new sign-in while the session is renewed counts more than the renewed session")
    func signedInMeanwhile() async throws {
        try await withServer([:]) { server, base in
            let transport = SigningInTransport(base: base)
            let world = BlueskyWorld(FakeBluesky(server), transport)
            transport.secrets.withLock { $0 = world.secrets }
            world.publish(3)
            world.fake.change { $0.access = ["access-new"] }
            for _ in 0..<2 {
                let answer = try await world.newest()
                #expect(answer.items.count == 3)
            }
            #expect(world.fake.present.renewals == 1)
            #expect(world.secrets["session"] == "did:plc:ann access-new refresh-new")
        }
    }

    @Test("A revoked session makes each source ask for a new sign-in, with one request for all")
    func revoked() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            world.fake.change {
                $0.access = []
                $0.refresh = []
            }
            let suppliers = try ["home", "bookmarks"].map { try world.supplier($0) }
            for supplier in suppliers { try await supplier.poolSetup() }
            for supplier in suppliers {
                let error = await #expect(throws: SupplierError.self) {
                    try await supplier.fetch(FetchRequest(origin: .newest, now: now))
                }
                #expect(error?.message.key == "accountSignInAgain")
            }
            #expect(world.fake.present.calls.count { $0.method == "com.atproto.server.refreshSession" } == 1)
            for supplier in suppliers { await supplier.poolCleanup() }
            // The user has signed in again.
            world.fake.change { $0.access = ["access-new"] }
            try world.secrets.save("did:plc:ann access-new refresh-new", named: "session")
            #expect(try await world.newest().items.count == 3)
        }
    }

    @Test("With a command that prints the password, a session begins with the first request")
    func command() async throws {
        try await BlueskyWorld.with { world in
            world.publish(3)
            var dependencies = world.dependencies
            dependencies.accounts = AccountDirectory([
                Account(
                    id: "ann.test", kind: .bluesky, server: world.fake.address, handle: "@ann.test",
                    access: SourceAccess(authentication: .token(.command(["/bin/echo", world.fake.present.password]))))
            ])
            let registry = SupplierRegistry(dependencies)
            for timeline in ["home", "bookmarks"] {
                let source = SourceDescription(id: "test:x", address: "bluesky:ann.test/\(timeline)")
                _ = try await registry.supplier(for: source).fetch(FetchRequest(origin: .newest, now: now))
            }
            #expect(world.fake.present.sessions == 1)
        }
    }

    @Test("Signing out ends the session")
    func signOut() async throws {
        try await BlueskyWorld.with { world in
            let account = try #require(world.dependencies.accounts.accounts.first)
            try await BlueskyAccountDescriptor()
                .signOut(
                    account, application: "", token: world.secrets["session"] ?? "", world.dependencies, now: now)
            #expect(world.fake.present.refresh.isEmpty)
        }
    }

    @Test("Neither kind takes the other's servers")
    func kinds() async throws {
        try await MastodonWorld.with { world in
            var dependencies = world.dependencies
            dependencies.serviceAddresses = [.bluesky: world.fake.address, "plc": world.fake.address]
            let found = try await AccountCatalog.standard.server(
                named: world.fake.address, dependencies, now: now)
            #expect(found.descriptor.kind == .mastodon)
            let error = await #expect(throws: SupplierError.self) {
                try await BlueskyAccountDescriptor().server(named: world.fake.address, dependencies, now: now)
            }
            #expect(error?.message.key == "accountServerUnknown")
        }
    }
}

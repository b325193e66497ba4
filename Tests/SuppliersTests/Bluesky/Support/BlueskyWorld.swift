import EngineConcepts
import Networking
import NetworkingTestSupport
import ScenarioServer
import SupplierConformance

@testable import Suppliers

/// A fake Bluesky, and suppliers that read it with an account.
struct BlueskyWorld {
    static let now = Timestamp(seconds: 1_795_262_400)

    let fake: FakeBluesky
    let dependencies: SupplierDependencies
    let secrets: WritableSecrets
    /// The reasons why renewed sessions could not be stored.
    let unsaved = UnsavedReasons()

    var now: Timestamp { Self.now }

    /// Runs `body` with a server.
    static func with<Answer>(_ body: (BlueskyWorld) async throws -> Answer) async throws -> Answer {
        try await withServer([:]) { server, transport in
            try await body(BlueskyWorld(FakeBluesky(server), transport))
        }
    }

    init(_ fake: FakeBluesky, _ transport: any Transport) {
        self.fake = fake
        secrets = WritableSecrets(["session": "did:plc:ann access-0 refresh-0"])
        var dependencies = SuppliersTests.dependencies(LoopbackTransport(base: transport))
        dependencies.keyring = Keyring(commands: dependencies.commands, store: secrets) { [unsaved] error in
            unsaved.add(error)
        }
        dependencies.serviceAddresses = [.bluesky: fake.address, "plc": "\(fake.address)/plc"]
        dependencies.accounts = AccountDirectory([
            Account(
                id: "ann.test", kind: .bluesky, server: fake.address, handle: "@ann.test",
                access: SourceAccess(authentication: .token(.stored("session"))))
        ])
        self.dependencies = dependencies
    }

    /// The account's client.
    var client: BlueskyClient {
        get throws {
            guard let account = dependencies.accounts.account("ann.test", kind: .bluesky),
                let client = BlueskyAccountDescriptor().client(of: account, dependencies) as? BlueskyClient
            else { throw SupplierError(.unsupported, .verbatim("no client")) }
            return client
        }
    }

    /// Returns the supplier of a timeline, such as `home`.
    ///
    /// - Parameter isRestarted: True to begin like a new process, which knows nothing about the account's server.
    func supplier(
        _ timeline: String, place: String = "ann.test", isRestarted: Bool = false
    ) throws -> any Supplier {
        var dependencies = dependencies
        if isRestarted { dependencies.accounts = AccountDirectory(dependencies.accounts.accounts) }
        return try SupplierRegistry(dependencies)
            .supplier(for: SourceDescription(id: "test:x", address: "bluesky:\(place)/\(timeline)"))
    }

    /// Publishes posts that are `seconds` apart, the newest a minute old.
    func publish(_ count: Int, every seconds: Int64 = 60) {
        fake.change { state in
            state.posts = (0..<count)
                .map { index in
                    let time = (Self.now.seconds - 60 - Int64(index) * seconds) * 1000
                    return FakeBluesky.Post(
                        key: FakeBluesky.key(at: time, number: count - index), time: time, text: "Text \(index).")
                }
        }
    }

    /// Changes a post.
    func edit(_ index: Int, _ change: (inout FakeBluesky.Post) -> Void) {
        fake.change { change(&$0.posts[index]) }
    }

    /// Returns the first page.
    func newest(_ timeline: String = "home", place: String = "ann.test") async throws -> FetchAnswer {
        try await supplier(timeline, place: place).fetch(FetchRequest(origin: .newest, now: now))
    }

    /// Returns the ticket of the item of a post.
    func ticket(_ index: Int, _ timeline: String = "home") async throws -> Ticket {
        let uri = fake.present.posts[index].uri
        guard let item = try await newest(timeline).items.first(where: { $0.body.uri == uri }) else {
            throw SupplierError(.unsupported, .verbatim("no item \(uri)"))
        }
        return Ticket(item, of: "test:x", seen: now)
    }

    /// The methods that were called, without those that every reading begins with.
    var calls: [String] {
        fake.present.calls.map(\.method)
            .filter { !["app.bsky.actor.getPreferences", "app.bsky.labeler.getServices"].contains($0) }
    }
}

/// A timeline of a fake Bluesky for the conformance suite.
struct BlueskyOrigin: ScriptedOrigin {
    let world: BlueskyWorld
    let timeline: String
    var place = "ann.test"

    func makeSupplier() async throws -> any Supplier {
        try world.supplier(timeline, place: place, isRestarted: true)
    }

    func publish(_ items: [ScriptedItem]) async throws {
        world.fake.change { state in
            state.isFailing = false
            let sorted = items.sorted { $0.time > $1.time }
            state.posts = sorted.enumerated()
                .map { index, item in
                    // The suite names items, and edits keep their names.
                    let number = item.id.split(separator: "-").last.flatMap { Int($0) } ?? index
                    var post = FakeBluesky.Post(
                        key: FakeBluesky.key(at: item.time.milliseconds, number: number), time: item.time.milliseconds,
                        text: item.text)
                    post.tags = ["f1"]
                    return post
                }
            state.likes = state.posts.map(\.uri)
            state.bookmarks = state.posts.map { ($0.uri, $0.time) }
            state.feed = state.posts.map(\.uri)
            state.notifications = state.posts.map { ($0.uri, "mention", $0.time, nil) }
        }
    }

    func breakDown() async throws -> Bool {
        world.fake.change { $0.isFailing = true }
        return true
    }
}

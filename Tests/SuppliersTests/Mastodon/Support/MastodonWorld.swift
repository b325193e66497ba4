import EngineConcepts
import Networking
import NetworkingTestSupport
import ScenarioServer
import SupplierConformance

@testable import Suppliers

/// A fake Mastodon, and suppliers that read it with an account.
struct MastodonWorld {
    static let now = Timestamp(seconds: 1_795_262_400)

    let fake: FakeMastodon
    let dependencies: SupplierDependencies

    var now: Timestamp { Self.now }

    /// Runs `body` with a server.
    static func with<Answer>(_ body: (MastodonWorld) async throws -> Answer) async throws -> Answer {
        try await withServer([:]) { server, transport in
            let world = await MastodonWorld(FakeMastodon(server), transport)
            return try await body(world)
        }
    }

    init(fake: FakeMastodon, dependencies: SupplierDependencies) {
        self.fake = fake
        self.dependencies = dependencies
    }

    init(_ fake: FakeMastodon, _ transport: any Transport) async {
        self.fake = fake
        var dependencies = SuppliersTests.dependencies(transport)
        let account = Account(
            id: "ann@pit.example", kind: .mastodon, server: fake.address, handle: "@ann@pit.example",
            access: SourceAccess(authentication: .token(.stored("token"))))
        dependencies.accounts = AccountDirectory([account])
        await dependencies.keyring.set("good-token", for: .stored("token"))
        self.dependencies = dependencies
    }

    /// Returns the supplier of a timeline, such as `home`.
    ///
    /// - Parameter isRestarted: True to begin like a new process, which knows nothing about the account's server.
    func supplier(
        _ timeline: String, place: String = "ann@pit.example", isRestarted: Bool = false
    ) throws -> any Supplier {
        var dependencies = dependencies
        if isRestarted { dependencies.accounts = AccountDirectory(dependencies.accounts.accounts) }
        return try SupplierRegistry(dependencies)
            .supplier(for: SourceDescription(id: "test:x", address: "mastodon:\(place)/\(timeline)"))
    }

    /// Publishes posts that are `seconds` apart, the newest a minute old.
    func publish(_ count: Int, every seconds: Int64 = 60) {
        fake.change { state in
            state.posts = (0..<count)
                .map { index in
                    let time = (Self.now.seconds - 60 - Int64(index) * seconds) * 1000
                    return FakeMastodon.Post(
                        id: FakeMastodon.id(at: time, number: count - index, state.software), time: time,
                        text: "Text \(index).")
                }
        }
    }

    /// Changes a post.
    func edit(_ index: Int, _ change: (inout FakeMastodon.Post) -> Void) {
        fake.change { change(&$0.posts[index]) }
    }

    /// Returns the first page.
    func newest(_ timeline: String = "home") async throws -> FetchAnswer {
        try await supplier(timeline).fetch(FetchRequest(origin: .newest, now: now))
    }

    /// Returns the first item of the first page.
    func first(_ timeline: String = "home") async throws -> SourceItem? {
        try await newest(timeline).items.first
    }
}

/// A timeline of a fake Mastodon for the conformance suite.
struct MastodonOrigin: ScriptedOrigin {
    let world: MastodonWorld
    let timeline: String

    func makeSupplier() async throws -> any Supplier {
        try world.supplier(timeline, isRestarted: true)
    }

    func publish(_ items: [ScriptedItem]) async throws {
        world.fake.change { state in
            state.isFailing = false
            let sorted = items.sorted { $0.time > $1.time }
            state.posts = sorted.enumerated()
                .map { index, item in
                    var post = FakeMastodon.Post(
                        id: FakeMastodon.id(at: item.time.milliseconds, number: sorted.count - index, state.software),
                        time: item.time.milliseconds, text: item.text)
                    post.tags = ["f1"]
                    return post
                }
            state.favourites = state.posts.map(\.id)
            state.bookmarks = state.posts.map(\.id)
            state.trends = state.posts.map(\.id)
            state.pinned = Set(state.posts.map(\.id))
            state.notifications = state.posts.enumerated()
                .map { index, post in (String(90_000 - index), "mention", post.time, post.id) }
        }
    }

    func breakDown() async throws -> Bool {
        world.fake.change { $0.isFailing = true }
        return true
    }
}

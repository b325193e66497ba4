import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import Networking
import ScenarioServer
import TestSupport

@testable import Suppliers

/// A random simulation of three accounts at servers of two networks, with home timelines, lists, Hacker News and feeds in
/// one Track: posts, boosts, edits, deletions, connections that break, servers that fail, and processes that are killed. The
/// contents of the servers are kept independently of the engine.
struct SocialSimulation {
    /// A timeline of an account.
    struct Timeline {
        let id: SupplierID
        let service: Service
        /// `home`, or the identity of a list.
        let name: String
        /// The channel of the server, or `nil` if it has none.
        let channel: String?
        var supplier: MeteredSupplier
        var truth: SourceTruth
        /// The texts that each post has had.
        var texts: [String: Set<String>] = [:]
        /// The posts whose deletion the engine knows.
        var deleted: Set<String> = []
        /// The deletions that were sent on a connection and are not handled yet.
        var deleting: Set<String> = []
        var isConnected = false
        /// True if the connection is broken, so that the engine waits before the next one.
        var isBroken = false
        var keepAlives = 0
    }

    /// The services that have posts.
    enum Service: Int, CaseIterable {
        case mastodon, goToSocial, bluesky, hackerNews
    }

    private static let feedCount = 10
    static let pause = 20_000

    /// The servers of the first two services.
    let servers: [FakeMastodon]
    let bluesky: FakeBluesky
    let hackerNews: FakeHackerNews
    let feeds: SmallFeeds
    private let transport: HTTPTransport
    let archive = MemoryArchive()
    let time = ManualTimeSource()
    private let limits = StreamLimits(
        firstDelay: .seconds(pause), maximumDelay: .seconds(pause), closesGaps: false)
    var random: SeededGenerator
    private var process: ProcessStore
    var engine: StandardEngine
    var timelines: [Timeline] = []
    var visible = VisibleTrack.empty
    /// The place of the ticket that the user looks at.
    var userRow: OrderKey?
    var count = 0
    private(set) var log: [String] = []

    init(
        seed: UInt64, mastodon one: FakeMastodon, goToSocial other: FakeMastodon, bluesky: FakeBluesky,
        hackerNews: FakeHackerNews, feeds: SmallFeeds, transport: HTTPTransport
    ) async throws {
        random = SeededGenerator(seed: seed)
        servers = [one, other]
        self.bluesky = bluesky
        self.hackerNews = hackerNews
        self.feeds = feeds
        self.transport = transport
        process = ProcessStore(archive.store)
        engine = StandardEngine(
            controlUnit: ModularControlUnit(time: ManualTimeSource()), store: process, time: time)
        for server in servers {
            server.change { state in
                state.isLive = true
                state.lists = [("1", "One"), ("2", "Two"), ("3", "Three")]
            }
        }
        other.change { state in
            state.software = .goToSocial
            state.remembered = 50
        }
        for _ in 0..<30 { publish() }
        feeds.publish(40, at: time.now(), by: &random)
        try await begin()
        record("\(one.present.posts.count) and \(other.present.posts.count) posts")
    }

    // MARK: The process

    /// Begins a process with what is stored.
    private mutating func begin() async throws {
        var dependencies = SuppliersTests.dependencies(transport, hackerNews: hackerNews.address)
        dependencies.accounts = AccountDirectory(
            zip(["ann@one.example", "ann@other.example"], servers)
                .map { id, server in
                    Account(
                        id: id, kind: .mastodon, server: server.address, handle: "@\(id)",
                        access: SourceAccess(authentication: .token(.stored("token"))))
                } + [
                    Account(
                        id: "ann.test", kind: .bluesky, server: bluesky.address, handle: "@ann.test",
                        access: SourceAccess(authentication: .token(.stored("session"))))
                ])
        await dependencies.keyring.set("did:plc:ann access-0 refresh-0", for: .stored("session"))
        await dependencies.keyring.set("good-token", for: .stored("token"))
        let registry = SupplierRegistry(dependencies)
        let controlUnit = ModularControlUnit(time: ManualTimeSource())
        let described: [(name: String, service: Service, channel: String?, address: String)] = [
            ("home", .mastodon, "user", "mastodon:ann@one.example/home"),
            ("1", .mastodon, "list?list=1", "mastodon:ann@one.example/list:1"),
            ("2", .mastodon, "list?list=2", "mastodon:ann@one.example/list:2"),
            ("3", .mastodon, "list?list=3", "mastodon:ann@one.example/list:3"),
            ("home", .goToSocial, nil, "mastodon:ann@other.example/home"),
            ("home", .bluesky, nil, "bluesky:ann.test/home"),
            ("home", .hackerNews, nil, "hn:newest"),
        ]
        for (index, (name, service, channel, address)) in described.enumerated() {
            let id = SupplierID("\(address.prefix { $0 != ":" }):\(service)-\(name)")
            let supplier = MeteredSupplier(
                base: try registry.supplier(for: SourceDescription(id: id, address: address)))
            controlUnit.add(supplier, for: id.rawValue)
            if timelines.count > index {
                timelines[index].supplier = supplier
                timelines[index].isConnected = false
                timelines[index].isBroken = false
                timelines[index].keepAlives = 0
            } else {
                timelines.append(
                    Timeline(
                        id: id, service: service, name: name, channel: channel, supplier: supplier,
                        truth: truth(id, supplier)))
                expectAll(in: index)
            }
        }
        for number in 0..<Self.feedCount {
            controlUnit.add(
                FeedSupplier(
                    id: SmallFeeds.id(number), name: "Feed \(number)", address: feeds.address(number),
                    transport: transport), for: SmallFeeds.id(number).rawValue)
        }
        process = ProcessStore(archive.store)
        engine = StandardEngine(
            controlUnit: controlUnit, store: process, time: time, limits: EngineLimits(streams: limits),
            random: SeededGenerator(seed: UInt64(log.count)))
        await engine.suppliersChanged()
        engine.refresh()
        await engine.waitUntilIdle()
        engine.resumeStreams()
        await awaitConnections()
        await settle()
        visible = try await look()
    }

    private func truth(_ id: SupplierID, _ supplier: MeteredSupplier) -> SourceTruth {
        SourceTruth(
            id: id, lossRules: LossRules(ScriptedSource.Behavior(), supplier.traits), description: id.rawValue)
    }

    /// Ends the process without warning, sometimes in the middle of a commit. The next one continues with what is stored.
    private mutating func kill() async throws {
        if random.chance(50) {
            record("killed during a commit")
            process.plan(random.chance(50) ? .beforeCommit : .afterCommit, atCommit: 1)
            engine.refresh()
            await engine.waitUntilIdle()
        } else {
            record("killed")
        }
        process.crash()
        // Its connections end with it.
        for index in timelines.indices where timelines[index].isConnected { hangUp(index) }
        await awaitEnds()
        engine.pauseStreams()
        await engine.waitUntilIdle()
        for index in timelines.indices { timelines[index].deleting = [] }
        let left = try await look()
        try await begin()
        try ChangeChecks(from: left, to: visible).check()
    }

    // MARK: Steps

    mutating func step() async throws {
        let before = visible
        var events: AsyncStream<EngineEvent>? = engine.events()
        switch random.number(0...99) {
        case ..<28: publish()
        case ..<36: boost()
        case ..<46: edit()
        case ..<53: delete()
        case ..<61: feeds.publish(random.number(1...4), at: time.now(), by: &random)
        case ..<63: absence()
        case ..<69: await disconnect()
        case ..<76: await connect()
        case ..<84: await refresh()
        case ..<87: await failingRefresh()
        case ..<95: fill()
        default:
            try await kill()
            events = nil
        }
        await settle()
        visible = try await look()
        let checks = ChangeChecks(from: before, to: visible)
        if let events {
            try checks.check(
                reported: await events.changes(after: before.record.version, upTo: visible.record.version))
        }
        try checks.check()
        try check()
        if userRow == nil || random.chance(10) { look(at: visible) }
    }

    /// Ends the streams, fills everything and checks that nothing is missing, and that no gap is left but what feeds no
    /// longer list.
    mutating func complete() async throws {
        record("in the end")
        for index in timelines.indices where timelines[index].isConnected { hangUp(index) }
        await awaitEnds()
        engine.pauseStreams()
        for index in timelines.indices { timelines[index].isBroken = false }
        time.advance(by: .seconds(3_600))
        await refresh()
        for _ in 0..<500 {
            guard let gap = await engine.snapshot.gaps.first(where: \.canBeFilled) else { break }
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.waitUntilIdle()
        }
        visible = try await look()
        try check()
        try TrackChecks(visible, timelines.map(\.truth)).checkCompleteness()
        let social = Set(timelines.map(\.id))
        for gap in visible.record.gaps
        where gap.missing.contains(where: { social.contains($0.supplier) && $0.cause.canBeFilled }) {
            throw InvariantViolation("\(gap) is left, although nothing is missing")
        }
    }

    mutating func record(_ line: String) {
        log.append("\(time.now().milliseconds) \(line)")
    }

    mutating func pass(_ milliseconds: Int) {
        time.advance(by: .milliseconds(milliseconds))
    }

    // MARK: Filling

    private mutating func refresh() async {
        record("refresh")
        engine.refresh()
        await engine.waitUntilIdle()
    }

    private mutating func failingRefresh() async {
        let service = random.pick(Service.allCases)
        record("\(service) fails during a refresh")
        setFailing(service, true)
        await refresh()
        setFailing(service, false)
    }

    private func setFailing(_ service: Service, _ isFailing: Bool) {
        switch service {
        case .mastodon, .goToSocial: servers[service.rawValue].change { $0.isFailing = isFailing }
        case .bluesky: bluesky.change { $0.isFailing = isFailing }
        case .hackerNews: hackerNews.content.isFailing = isFailing
        }
    }

    private mutating func fill() {
        guard let gap = visible.record.gaps.randomElement(using: &random) else { return }
        let side: GapSide = random.chance(35) ? .older : .newer
        record("fill \(gap.id) from its \(side.rawValue) side")
        engine.fill(gap.id, from: side, amount: random.chance(30) ? .all : .pool)
    }
}

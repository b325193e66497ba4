import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import Networking
import ScenarioServer
import SupplierConformance
import TestSupport

@testable import Suppliers

/// A random simulation of three accounts at servers of two networks, with home timelines, lists, Hacker News and feeds in
/// one Track: posts, boosts, edits, deletions, connections that break, servers that fail, and processes that are killed. The
/// contents of the servers are kept independently of the engine.
struct SocialSimulation {
    /// A timeline of an account.
    private struct Timeline {
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
    private enum Service: Int, CaseIterable {
        case mastodon, goToSocial, bluesky, hackerNews
    }

    private static let feedCount = 10
    private static let pause = 20_000

    /// The servers of the first two services.
    private let servers: [FakeMastodon]
    private let bluesky: FakeBluesky
    private let hackerNews: FakeHackerNews
    private let feeds: SmallFeeds
    private let transport: HTTPTransport
    private let archive = MemoryArchive()
    private let time = ManualTimeSource()
    private let limits = StreamLimits(
        firstDelay: .seconds(pause), maximumDelay: .seconds(pause), closesGaps: false)
    private var random: SeededGenerator
    private var process: ProcessStore
    private var engine: StandardEngine
    private var timelines: [Timeline] = []
    private var visible = VisibleTrack.empty
    /// The place of the ticket that the user looks at.
    private var userRow: OrderKey?
    private var count = 0
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
            controlUnit: controlUnit, store: process, time: time, streamLimits: limits,
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
        case ..<28: publish(pushing: true)
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

    private mutating func record(_ line: String) {
        log.append("\(time.now().milliseconds) \(line)")
    }

    private mutating func pass(_ milliseconds: Int) {
        time.advance(by: .milliseconds(milliseconds))
    }

    // MARK: Posts

    /// Publishes a post in some timelines of a server.
    private mutating func publish(pushing: Bool = false) {
        if random.chance(85) { pass(random.number(1...60_000)) }
        let service = random.pick(Self.publishing)
        count += 1
        switch service {
        case .bluesky: return publishAtBluesky()
        case .hackerNews: return publishStory()
        case .mastodon, .goToSocial: break
        }
        let server = service.rawValue
        let now = time.now().milliseconds
        var post = FakeMastodon.Post(
            id: FakeMastodon.id(at: now, number: count, server == 0 ? .mastodon : .goToSocial), time: now,
            text: "Post \(count)")
        var names: Set<String> = random.chance(85) ? ["home"] : []
        if server == 0 { for list in ["1", "2", "3"] where random.chance(35) { names.insert(list) } }
        post.timelines = names
        record("\(post.id) in \(names.sorted())")
        add(post, to: server)
    }

    /// The services of new posts, as often as they are chosen.
    private static let publishing: [Service] =
        [
            .mastodon, .mastodon, .mastodon, .mastodon, .mastodon, .mastodon, .goToSocial, .goToSocial, .bluesky,
            .bluesky,
        ]
        + [.hackerNews]

    /// Publishes a post, or repeats one.
    private mutating func publishAtBluesky() {
        let now = time.now().milliseconds
        let key = FakeBluesky.key(at: now, number: count)
        var post = FakeBluesky.Post(key: key, time: now, text: "Post \(count)")
        if random.chance(20),
            let repeated = bluesky.present.posts.filter({ $0.repost == nil }).randomElement(using: &random)
        {
            post = repeated
            post.repost = (person: "kim", key: key, time: now)
        }
        record("\(post.uri) at \(now)\(post.repost == nil ? "" : ", repeated")")
        bluesky.change { [post] in $0.posts.append(post) }
        for index in timelines.indices where timelines[index].service == .bluesky { expect(post, in: index) }
    }

    /// Publishes a story in a second of its own.
    private mutating func publishStory() {
        pass(1000)
        let story = ScriptedItem(id: "\(90_000_000 + count)", time: time.now().flooredToSecond, text: "Story \(count)")
        record("story \(story.id)")
        hackerNews.content.items.append(story)
        for index in timelines.indices where timelines[index].service == .hackerNews { expect(story, in: index) }
    }

    private mutating func boost() {
        let server = random.chance(70) ? 0 : 1
        guard let boosted = servers[server].present.posts.filter({ $0.boostOf == nil }).randomElement(using: &random)
        else { return }
        pass(random.number(1...20_000))
        count += 1
        let now = time.now().milliseconds
        var post = FakeMastodon.Post(
            id: FakeMastodon.id(at: now, number: count, server == 0 ? .mastodon : .goToSocial), time: now, text: "")
        post.boostOf = boosted.id
        post.timelines = server == 0 && random.chance(40) ? ["home", "2"] : ["home"]
        record("\(post.id) boosts \(boosted.id)")
        add(post, to: server)
    }

    private mutating func add(_ post: FakeMastodon.Post, to server: Int) {
        servers[server].change { $0.posts.insert(post, at: 0) }
        for index in timelines.indices where timelines[index].service.rawValue == server { expect(post, in: index) }
        push("update", post, server)
    }

    /// Adds all posts of a timeline's service to what it must have.
    private mutating func expectAll(in index: Int) {
        switch timelines[index].service {
        case .mastodon, .goToSocial:
            for post in servers[timelines[index].service.rawValue].present.posts { expect(post, in: index) }
        case .bluesky: for post in bluesky.present.posts { expect(post, in: index) }
        case .hackerNews: for story in hackerNews.content.items { expect(story, in: index) }
        }
    }

    private mutating func expect(_ post: FakeBluesky.Post, in index: Int) {
        let (id, time) =
            post.repost.map { ("at://did:plc:\($0.person)/app.bsky.feed.repost/\($0.key)", $0.time) }
            ?? (post.uri, post.time)
        let order = TID(post.repost?.key ?? post.key).map { -Int64($0.value >> 1) } ?? 0
        timelines[index].truth.onTime[id] = ScriptedSource.Post(
            id: id, time: Timestamp(milliseconds: time), order: order)
        timelines[index].texts[id, default: []].insert(post.repost == nil ? post.text : "")
    }

    private mutating func expect(_ story: ScriptedItem, in index: Int) {
        timelines[index].truth.onTime[story.id] = ScriptedSource.Post(
            id: story.id, time: story.time, order: -(Int64(story.id) ?? 0))
        timelines[index].texts[story.id, default: []].insert(story.text)
    }

    /// Adds a post to what a timeline must have.
    private mutating func expect(_ post: FakeMastodon.Post, in index: Int) {
        guard post.timelines?.contains(timelines[index].name) ?? true else { return }
        timelines[index].truth.onTime[post.id] = ScriptedSource.Post(
            id: post.id, time: Timestamp(milliseconds: post.time), order: Int64(post.id).map { -$0 } ?? 0)
        timelines[index].texts[post.id, default: []].insert(Self.source(of: post))
    }

    private static func source(of post: FakeMastodon.Post) -> String {
        post.boostOf == nil ? "<p>\(post.text)</p>" : ""
    }

    private mutating func edit() {
        let server = random.chance(70) ? 0 : 1
        let posts = servers[server].present.posts
        guard let index = posts.indices.filter({ posts[$0].boostOf == nil }).randomElement(using: &random) else {
            return
        }
        pass(5)
        count += 1
        var post = posts[index]
        post.text += ", version \(count)"
        post.edited = time.now().milliseconds
        record("\(post.id) is edited")
        servers[server].change { [post] in $0.posts[index] = post }
        for index in timelines.indices where timelines[index].service.rawValue == server { expect(post, in: index) }
        push("status.update", post, server)
    }

    /// Deletes a post, and the boosts of it.
    private mutating func delete() {
        if random.chance(15) { return deleteAtBluesky() }
        let server = random.chance(70) ? 0 : 1
        let posts = servers[server].present.posts
        guard let post = posts.randomElement(using: &random) else { return }
        let gone = Set(posts.filter { $0.id == post.id || $0.boostOf == post.id }.map(\.id))
        record("\(gone.sorted()) are deleted")
        servers[server].change { $0.posts.removeAll { gone.contains($0.id) } }
        for index in timelines.indices where timelines[index].service.rawValue == server {
            for id in gone where timelines[index].truth.onTime.removeValue(forKey: id) != nil {
                guard let channel = timelines[index].channel, timelines[index].isConnected else { continue }
                servers[server].push("delete", id, on: channel)
                timelines[index].deleting.insert(id)
            }
        }
    }

    /// Deletes a post, and what repeats it. The network tells nobody.
    private mutating func deleteAtBluesky() {
        guard let post = bluesky.present.posts.randomElement(using: &random) else { return }
        record("\(post.uri) is deleted")
        bluesky.change { state in state.posts.removeAll { $0.uri == post.uri } }
        for index in timelines.indices where timelines[index].service == .bluesky {
            timelines[index].truth.onTime = [:]
            expectAll(in: index)
        }
    }

    private func push(_ type: String, _ post: FakeMastodon.Post, _ server: Int) {
        for timeline in timelines where timeline.service.rawValue == server && timeline.isConnected {
            guard let channel = timeline.channel, post.timelines?.contains(timeline.name) ?? true else { continue }
            servers[server].push(type, post, on: channel)
        }
    }

    /// Publishes many posts while nobody listens.
    private mutating func absence() {
        record("the user is offline")
        for index in timelines.indices where timelines[index].isConnected { hangUp(index) }
        for _ in 0..<random.number(30...120) {
            publish()
            if random.chance(20) { feeds.publish(1, at: time.now(), by: &random) }
        }
    }

    // MARK: Connections

    private mutating func hangUp(_ index: Int) {
        guard let channel = timelines[index].channel else { return }
        servers[timelines[index].service.rawValue].server.hangUp(channel)
        timelines[index].isConnected = false
        timelines[index].isBroken = true
    }

    private mutating func disconnect() async {
        guard let index = timelines.indices.filter({ timelines[$0].isConnected }).randomElement(using: &random) else {
            return
        }
        record("\(timelines[index].id) is disconnected")
        // Events pushed before arrive; later ones do not.
        await settle()
        hangUp(index)
    }

    private mutating func connect() async {
        guard timelines.contains(where: \.isBroken) else { return }
        record("streams connect")
        await settle()
        time.advance(by: .seconds(Self.pause))
        await awaitConnections()
    }

    /// Waits until all broken connections, and those of a new process, are open again.
    private mutating func awaitConnections() async {
        for index in timelines.indices where timelines[index].channel != nil && !timelines[index].isConnected {
            let ended = timelines[index].supplier.meter.counts.ended
            await timelines[index].supplier.meter.wait { $0.connected > ended }
            if let channel = timelines[index].channel {
                await servers[timelines[index].service.rawValue].server.waitForConnections(1, to: channel)
            }
            timelines[index].isConnected = true
            timelines[index].isBroken = false
        }
    }

    private func awaitEnds() async {
        for timeline in timelines where timeline.isBroken {
            let meter = timeline.supplier.meter
            await meter.wait { $0.ended >= $0.connected }
        }
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
        let side: GapBound = random.chance(35) ? .older : .newer
        record("fill \(gap.id) from its \(side.rawValue) side")
        engine.fill(gap.id, from: side, amount: random.chance(30) ? .all : .pool)
    }

    // MARK: Checks

    /// Waits until everything that was pushed is stored.
    private mutating func settle() async {
        for index in timelines.indices where timelines[index].isConnected {
            guard let channel = timelines[index].channel else { continue }
            servers[timelines[index].service.rawValue].push("announcement", "", on: channel)
            timelines[index].keepAlives += 1
            let count = timelines[index].keepAlives
            await timelines[index].supplier.meter.wait { $0.keepAlives >= count }
        }
        await awaitEnds()
        for timeline in timelines where timeline.channel != nil { await timeline.supplier.meter.line.waitUntilRead() }
        await engine.flushStreams()
        await engine.waitUntilIdle()
        await engine.flushStreams()
        // The broken ones wait for their next connection.
        await time.waitForSleepers(timelines.count(where: \.isBroken))
        for index in timelines.indices {
            timelines[index].deleted.formUnion(timelines[index].deleting)
            timelines[index].deleting = []
        }
    }

    private func look() async throws -> VisibleTrack {
        try await VisibleTrack(of: archive.store, and: Set(timelines.map(\.id)))
    }

    /// Looks at any ticket from now on.
    private mutating func look(at track: VisibleTrack) {
        userRow = track.keys.randomElement(using: &random)
    }

    private mutating func check() throws {
        try TrackChecks(visible, timelines.map(\.truth)).check()
        for timeline in timelines {
            for entry in visible.shown where entry.ticket.supplier == timeline.id {
                let (item, text) = (entry.ticket.id.item, entry.ticket.body.text.source)
                guard timeline.texts[item]?.contains(text) ?? false else {
                    throw InvariantViolation("\(entry.ticket.id) says \(text), which the server never said")
                }
                guard !timeline.deleted.contains(item) else {
                    throw InvariantViolation("\(entry.ticket.id) was deleted, and is shown")
                }
            }
        }
        try feeds.check(visible)
        try checkUserRow()
    }

    /// The user's row stands where it stood, unless its post was deleted.
    private mutating func checkUserRow() throws {
        guard let userRow else { return }
        if let entry = visible.entry(userRow.id) {
            guard entry.ticket.key == userRow else { throw InvariantViolation("the user's row \(userRow) has moved") }
            return
        }
        guard timelines.contains(where: { $0.id == userRow.id.supplier && $0.deleted.contains(userRow.id.item) }) else {
            throw InvariantViolation("the user's row \(userRow) is gone")
        }
        self.userRow = nil
    }
}

extension VisibleTrack {
    /// The visible tickets, newest first.
    var shown: [TrackEntry] {
        rows.compactMap { if case .ticket(let entry) = $0 { entry } else { nil } }
    }

    /// The places of the visible tickets.
    fileprivate var keys: [OrderKey] { shown.map(\.ticket.key) }
}

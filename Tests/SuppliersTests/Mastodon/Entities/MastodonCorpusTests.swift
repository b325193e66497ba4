import EngineConcepts
import FeedParsing
import Foundation
import Networking
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Recorded answers of Mastodon", .enabled(if: SocialCorpus.isPresent), .timeLimit(.minutes(30)))
struct MastodonCorpusTests {
    /// The entities by path; `#` stands for an identifier.
    private static let readers: [String: any EntityReading] = [
        "/api/v1/statuses": reading(MastodonStatus.self), "/api/v1/statuses/#": reading(MastodonStatus.self),
        "/api/v1/statuses/#/favourite": reading(MastodonStatus.self),
        "/api/v1/statuses/#/reblog": reading(MastodonStatus.self),
        "/api/v1/statuses/#/mute": reading(MastodonStatus.self),
        "/api/v1/statuses/#/unmute": reading(MastodonStatus.self),
        "/api/v1/statuses/#/interaction_policy": reading(MastodonStatus.self),
        "/api/v1/statuses/#/quotes": reading(MastodonStatus.self),
        "/api/v1/statuses/#/favourited_by": reading(MastodonAccount.self),
        "/api/v1/favourites": reading(MastodonStatus.self),
        "/api/v1/timelines/home": reading(MastodonStatus.self),
        "/api/v1/timelines/public": reading(MastodonStatus.self),
        "/api/v1/timelines/tag/#": reading(MastodonStatus.self),
        "/api/v1/accounts/#/statuses": reading(MastodonStatus.self),
        "/api/v1/accounts/verify_credentials": reading(MastodonAccount.self),
        "/api/v1/accounts/update_credentials": reading(MastodonAccount.self),
        "/api/v1/accounts/#": reading(MastodonAccount.self), "/api/v1/accounts/search": reading(MastodonAccount.self),
        "/api/v1/accounts/#/following": reading(MastodonAccount.self),
        "/api/v1/directory": reading(MastodonAccount.self), "/api/v1/blocks": reading(MastodonAccount.self),
        "/api/v1/endorsements": reading(MastodonAccount.self), "/api/v1/follow_requests": reading(MastodonAccount.self),
        "/api/v1/lists/#/accounts": reading(MastodonAccount.self), "/api/v1/markers": reading(MastodonMarkers.self),
        "/api/v1/accounts/#/endorse": reading(MastodonRelationship.self),
        "/api/v1/accounts/#/unendorse": reading(MastodonRelationship.self),
        "/api/v1/accounts/#/pin": reading(MastodonRelationship.self),
        "/api/v1/accounts/#/unpin": reading(MastodonRelationship.self),
        "/api/v1/follow_requests/#/reject": reading(MastodonRelationship.self),
        "/api/v1/tags/#/follow": reading(MastodonTag.self), "/api/v1/tags/#/unfollow": reading(MastodonTag.self),
        "/api/v1/tags/#/feature": reading(MastodonTag.self), "/api/v1/tags/#/unfeature": reading(MastodonTag.self),
        "/api/v1/admin/trends/statuses": reading(MastodonStatus.self),
        "/api/v1/admin/trends/tags": reading(MastodonTag.self),
        "/api/v1/accounts/relationships": reading(MastodonRelationship.self),
        "/api/v1/accounts/#/follow": reading(MastodonRelationship.self),
        "/api/v1/accounts/#/unfollow": reading(MastodonRelationship.self),
        "/api/v1/accounts/#/mute": reading(MastodonRelationship.self),
        "/api/v1/accounts/#/unmute": reading(MastodonRelationship.self),
        "/api/v1/notifications": reading(MastodonNotification.self),
        "/api/v1/notifications/#": reading(MastodonNotification.self),
        "/api/v2/notifications": reading(MastodonGroupedNotifications.self),
        "/api/v1/polls/#": reading(MastodonPoll.self), "/api/v1/polls/#/votes": reading(MastodonPoll.self),
        "/api/v1/lists": reading(MastodonList.self), "/api/v1/lists/#": reading(MastodonList.self),
        "/api/v1/tags/#": reading(MastodonTag.self), "/api/v1/trends/tags": reading(MastodonTag.self),
        "/api/v1/followed_tags": reading(MastodonTag.self),
        "/api/v1/media/#": reading(MastodonMedia.self), "/api/v2/media": reading(MastodonMedia.self),
        "/api/v2/filters": reading(MastodonFilter.self), "/api/v2/filters/#": reading(MastodonFilter.self),
        "/api/v1/instance/": reading(MastodonInstance.self), "/api/v2/instance/": reading(MastodonInstance.self),
        "/.well-known/nodeinfo": reading(NodeInfoLinks.self), "/nodeinfo/2.0": reading(NodeInfo.self),
        "/api/v1/apps": reading(MastodonApplication.self), "/oauth/token": reading(MastodonToken.self),
    ]

    /// The interfaces that Fiber has no use for.
    private static let unused = [
        "/", "/api/v1/accounts", "/api/v1/accounts/#/featured_tags", "/api/v1/conversations", "/api/v1/domain_blocks",
        "/api/v1/instance/activity", "/api/v1/instance/extended_description", "/api/v1/instance/peers",
        "/api/v1/notifications/#/dismiss", "/api/v1/notifications/unread_count", "/api/v1/push/subscription",
        "/api/v1/reports", "/api/v1/scheduled_statuses", "/api/v1/scheduled_statuses/#", "/api/v1/statuses/#/translate",
        "/api/v1/streaming/health", "/api/v1/suggestions", "/api/v1/trends/links", "/api/v2/suggestions",
        "/api/v2/filters/#/keywords", "/api/v2/filters/keywords/#", "/api/v2/notifications/policy",
        "/api/v1/conversations/#/read",
    ]

    private static func reading<Value: Decodable & Sendable>(_ kind: Value.Type) -> any EntityReading {
        EntityReader<Value>()
    }

    private static func pattern(_ path: String) -> String {
        path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
            .enumerated()
            .map { index, part in
                let isTag =
                    path.hasPrefix("/api/v1/timelines/tag/") && index == 5
                    || path.hasPrefix("/api/v1/tags/") && index == 4
                return isTag || !part.isEmpty && part.allSatisfy(\.isNumber) ? "#" : String(part)
            }
            .joined(separator: "/")
    }

    @Test("Every entity that Fiber knows is read from every recorded answer")
    func entities() throws {
        var read: [String: Int] = [:]
        for exchange in try SocialCorpus.mastodonExchanges() {
            let pattern = Self.pattern(exchange.path)
            guard (200...299).contains(exchange.status) else {
                #expect(throws: Never.self, "\(exchange.file)") {
                    try JSONDecoder().decode(ServiceError.self, fromForeign: Array(exchange.body))
                }
                continue
            }
            guard let reader = Self.readers[pattern] else {
                let bare = pattern.hasSuffix("/") && pattern != "/" ? String(pattern.dropLast()) : pattern
                let isUnused = Self.unused.contains(bare) || bare.contains("/admin/")
                #expect(isUnused, "nothing reads \(exchange.method) \(pattern)")
                continue
            }
            // Deletions return an entity only for posts, and adding to a list returns nothing.
            guard exchange.method != "DELETE" || pattern == "/api/v1/statuses/#",
                exchange.method != "POST" || pattern != "/api/v1/lists/#/accounts"
            else { continue }
            // A scheduled post is another entity.
            if pattern == "/api/v1/statuses", !String(decoding: exchange.body, as: UTF8.self).contains("\"uri\"") {
                continue
            }
            do {
                read[pattern, default: 0] += try reader.count(exchange.body)
            } catch {
                Issue.record("\(exchange.file) \(exchange.method) \(exchange.path): \(error)")
            }
        }
        let unused = Self.readers.keys.filter { read[$0] == nil }
        #expect(unused.isEmpty, "nothing was recorded for these paths")
        #expect(read.values.reduce(0, +) > 300)
    }

    @Test("Every recorded stream is read, and its posts become events")
    func streams() throws {
        var count = 0
        for text in try SocialCorpus.mastodonStreams() {
            var reader = MastodonStreamReader(
                timeline: .home, converter: MastodonItemConverter(host: "localhost:3000", filterContext: "home"),
                lateness: .zero)
            _ = reader.opened(at: Timestamp(seconds: 1_700_000_000))
            var parser = EventStreamParser()
            for event in try parser.append(Array(text.utf8)) {
                let events = reader.events(of: event)
                let isPost = ["update", "status.update", "delete"].contains(event.type)
                #expect(!isPost || events.contains { if case .batch = $0 { true } else { false } }, "\(event.type)")
                if isPost { count += 1 }
            }
        }
        #expect(count > 0)
    }

    @Test("Every recorded post becomes an item whose time is that of its identity")
    func items() throws {
        let converter = MastodonItemConverter(host: "localhost:3000", filterContext: "home")
        var count = 0
        for exchange in try SocialCorpus.mastodonExchanges() where exchange.path.hasPrefix("/api/v1/timelines/") {
            for status in try JSONDecoder().decode(LenientList<MastodonStatus>.self, fromForeign: Array(exchange.body))
                .elements
            {
                let item = try converter.item(from: status).get()
                count += 1
                #expect(item.body.uri?.hasPrefix("http") ?? false)
                let time = try #require(item.orderTime)
                let shown = try #require(item.shownTime)
                #expect(abs(time.since(shown).components.seconds) < 2)
                #expect(item.body.author?.handle?.hasSuffix("@localhost:3000") ?? false)
            }
        }
        #expect(count > 100)
    }

    @Test("Every request that Fiber makes is valid by the OpenAPI schema")
    func requests() async throws {
        let schema = try SocialCorpus.Schema()
        try await MastodonWorld.with { world in
            world.publish(90)
            world.fake.change { state in
                state.favourites = state.posts.map(\.id)
                state.notifications = [("9", "favourite", state.posts[0].time, state.posts[0].id)]
            }
            let all = [
                "home", "local", "federated", "list:7", "tag:f1,a+b-c", "user:pat,no-replies,no-boosts", "favourites",
                "bookmarks", "notifications", "notifications:grouped", "trends", "search:text", "user:pat,pinned",
            ]
            world.fake.change { $0.trends = $0.posts.map(\.id) }
            for timeline in all {
                let supplier = try world.supplier(timeline)
                let first = try await supplier.fetch(FetchRequest(origin: .newest, now: world.now))
                if let next = first.next {
                    _ = try await supplier.fetch(FetchRequest(origin: .token(next, edge: world.now), now: world.now))
                }
                guard supplier.traits.readsTimeRanges, timeline != "tag:f1,a+b-c" else { continue }
                let past = world.now.advanced(by: .seconds(-86_400))
                _ = try await supplier.fetch(FetchRequest(origin: .time(past), now: world.now))
                for time in [past, world.now] {
                    _ = try await supplier.fetch(
                        FetchRequest(direction: .newer, origin: .time(time), now: world.now))
                }
            }
            let supplier = try world.supplier("home")
            let item = try #require(try await world.first())
            for action in [TicketAction.like, .unlike, .boost, .unboost, .bookmark, .unbookmark, .reply("Yes")] {
                _ = await supplier.perform(
                    ActionRequest(id: ActionID("x"), action: action, now: world.now),
                    on: Ticket(item, of: supplier.id, seen: world.now))
            }
            let own = FakeMastodon.Post(id: item.id, time: world.now.milliseconds, text: "Own")
            world.fake.change { state in
                state.posts[0] = own
                state.posts[0].author = "ann"
                state.polls[own.id] = (["A", "B"], [])
                state.remotePeople = ["zoe@far.example"]
            }
            let mine = Ticket(try #require(try await world.first()), of: supplier.id, seen: world.now)
            let draft = PostDraft(
                "All", visibility: .followers, contentWarning: "Race", isSensitive: true, language: "de",
                media: [PostDraft.Medium(.uploaded("medium-1"))],
                poll: PostDraft.Poll(options: ["Yes"], seconds: 3600, allowsSeveral: true))
            world.fake.change { $0.media["medium-1"] = [] }
            for action in [TicketAction.vote([0]), .edit(draft), .pin, .unpin, .quote(draft), .delete] {
                let outcome = await supplier.perform(
                    ActionRequest(id: ActionID("y"), action: action, now: world.now), on: mine)
                guard case .done = outcome else {
                    Issue.record("\(action): \(outcome)")
                    continue
                }
            }
            let client = try #require(supplier.account)
            _ = try await client.rules(now: world.now)
            let zoe = try await client.person(named: "@zoe@far.example", now: world.now)
            for action in PersonAction.allCases {
                _ = await client.perform(ActionRequest(id: ActionID("z"), action: action, now: world.now), on: zoe)
            }
            _ = try world.supplier("notifications")
            try await client.share(
                TimelinePosition(supplier: supplier.id, item: item.id), now: world.now)
            #expect(try await client.positions(now: world.now).isEmpty == false)
            for await _ in supplier.stream(StreamRequest(now: world.now)) {}
            let threads = try #require(supplier as? any ThreadReading)
            let other = Ticket(try #require(try await world.first()), of: supplier.id, seen: world.now)
            _ = try await threads.thread(of: other, OutlineRequest(now: world.now))
            _ = try await SignInRun.signIn(at: world.fake.address, world.dependencies, now: world.now)
            // The schema does not know the WebSocket, which the documentation describes:
            // https://docs.joinmastodon.org/methods/streaming/#websocket
            for request in world.fake.server.requests
            where !request.path.contains("nodeinfo") && !request.path.hasPrefix("/api/v1/streaming?") {
                let call = FakeMastodon.Call(request)
                let path = String(request.path.prefix { $0 != "?" })
                let violation = schema.violation(
                    method: request.method, path: path, names: call.query.map(\.name),
                    form: request.body.isEmpty ? [] : call.form.map(\.name))
                #expect(violation == nil, "\(request.method) \(request.path)")
            }
        }
    }
}

/// Reads answers that hold one entity or an array of them.
private protocol EntityReading: Sendable {
    /// Returns the number of entities in an answer. Every element of an array has to be read.
    func count(_ data: Data) throws -> Int
}

/// Reads answers that hold one value or an array of them.
private struct EntityReader<Value: Decodable & Sendable>: EntityReading {
    func count(_ data: Data) throws -> Int {
        if data.first == UInt8(ascii: "[") {
            return try JSONDecoder().decode([Value].self, fromForeign: Array(data)).count
        }
        _ = try JSONDecoder().decode(Value.self, fromForeign: Array(data))
        return 1
    }
}

import EngineConcepts
import Foundation
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Threads of the Mastodon API", .timeLimit(.minutes(30)))
struct MastodonThreadTests {
    private let now = MastodonWorld.now

    /// Publishes a post, two replies to it and a reply to the first reply. Returns their identities.
    private func publish(in world: MastodonWorld) -> [String] {
        publish([nil, 0, 1, 0], counts: [3, 1, 0, 0], every: 60_000, in: world)
    }

    /// Returns a line for each row of a thread.
    private func lines(_ tree: ThreadTree, _ ids: [String]) -> [String] {
        tree.rows()
            .map { row in
                let indent = String(repeating: "  ", count: row.depth)
                return switch row.content {
                case .post(let item): "\(indent)\(ids.firstIndex(of: item.id).map(String.init) ?? item.id)"
                case .gap(let gap): "\(indent)\(gap.isRefused ? "refused" : "gap") \(gap.count ?? 0)"
                }
            }
    }

    @Test("Counts of replies that no server can mean do not trap")
    func hostileCounts() {
        let posts =
            [("a", nil, Int.min), ("b", "a", nil), ("c", "a", Int.max), ("d", "c", 1)]
            as [(id: String, parent: String?, replies: Int?)]
        let gaps = OutlineGap.missingReplies(in: posts)
        #expect(
            gaps == [
                OutlineGap(.replies(to: "c"), count: Int.max - 1), OutlineGap(.replies(to: "d"), count: 1),
            ])
    }

    @Test("A post opens its thread as a tree, with a gap where the server counts more replies than it sends")
    func tree() async throws {
        try await MastodonWorld.with { world in
            let ids = publish(in: world)
            let supplier = try #require(try world.supplier("home") as? MastodonSupplier)
            let page = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let item = try #require(page.items.first { $0.id == ids[1] })
            let ticket = Ticket(item, of: supplier.id, seen: now)
            var tree = ThreadTree(item)
            tree.add(try await supplier.thread(of: ticket, OutlineRequest(now: now)))
            #expect(lines(tree, ids) == ["0", "  1", "    2", "  3", "  gap 1"])
            let gap = OutlineGap(.replies(to: ids[0]), count: 1)
            tree.add(try await supplier.thread(of: ticket, OutlineRequest(gap: gap, now: now)), filling: gap)
            // One reply is private or deleted: the server counts it and does not send it.
            #expect(lines(tree, ids) == ["0", "  1", "    2", "  3", "  refused 1"])
        }
    }

    /// Fills the gaps of a thread until none is left or 200 were filled. Returns the tree and the number of fills.
    private func filled(
        _ tree: ThreadTree, of ticket: Ticket, _ supplier: MastodonSupplier
    ) async throws -> (tree: ThreadTree, fills: Int) {
        var tree = tree
        for count in 0..<200 {
            let gap = tree.rows().lazy
                .compactMap { row -> OutlineGap? in if case .gap(let gap) = row.content { gap } else { nil } }
                .first { !$0.isRefused }
            guard let gap else { return (tree, count) }
            tree.add(try await supplier.thread(of: ticket, OutlineRequest(gap: gap, now: now)), filling: gap)
        }
        return (tree, 200)
    }

    /// Publishes posts that reply to others, by their indices, and returns the identities.
    ///
    /// - Parameters:
    ///   - counts: The numbers of replies that the server gives; those of direct replies if `nil`.
    ///   - pause: The milliseconds between two posts.
    private func publish(
        _ parents: [Int?], counts: [Int]? = nil, every pause: Int64 = 1000, in world: MastodonWorld
    ) -> [String] {
        let times = parents.indices.map { now.milliseconds - 3_600_000 + Int64($0) * pause }
        let ids = times.enumerated().map { FakeMastodon.id(at: $1, number: $0) }
        world.fake.change { state in
            state.posts =
                parents.indices.reversed()
                .map { index in
                    var post = FakeMastodon.Post(id: ids[index], time: times[index], text: "Post \(index).")
                    post.replyTo = parents[index].map { ids[$0] }
                    let count = counts?[index] ?? parents.count { $0 == index }
                    post.extra = "{\"replies_count\": \(count)}"
                    return post
                }
        }
        return ids
    }

    @Test("Without an account 40 posts above are read, and the gap above them is filled up to the thread's first post")
    func longChain() async throws {
        try await MastodonWorld.with { world in
            let ids = publish([nil] + (0..<99).map { $0 }, in: world)
            let supplier = try #require(
                try world.supplier("local", place: "127.0.0.1:\(world.fake.server.port)") as? MastodonSupplier)
            let page = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let item = try #require(page.items.first { $0.id == ids[99] })
            let ticket = Ticket(item, of: supplier.id, seen: now)
            var tree = ThreadTree(item)
            tree.add(try await supplier.thread(of: ticket, OutlineRequest(now: now)))
            #expect(tree.count == 41)
            guard case .gap(let gap)? = tree.rows().first?.content else {
                Issue.record("no gap above")
                return
            }
            #expect(gap.position == .above(ids[59]))
            let (whole, fills) = try await filled(tree, of: ticket, supplier)
            #expect(whole.count == 100 && fills == 2)
            #expect(lines(whole, ids).map { $0.trimmingCharacters(in: .whitespaces) } == (0..<100).map(String.init))
        }
    }

    @Test("Without an account 60 replies are read, and gaps can be filled where the counts say that more exist")
    func wideThread() async throws {
        try await MastodonWorld.with { world in
            // A post, 20 replies, and 6 replies to each of them.
            let parents = [nil] + [Int?](repeating: 0, count: 20) + (0..<120).map { 1 + $0 / 6 }
            let ids = publish(parents, in: world)
            let supplier = try #require(
                try world.supplier("local", place: "127.0.0.1:\(world.fake.server.port)") as? MastodonSupplier)
            // The first page shows that identifiers carry a time.
            _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let page = try await supplier.fetch(
                FetchRequest(origin: .time(now.advanced(by: .seconds(-3599))), now: now))
            let item = try #require(page.items.first { $0.id == ids[0] })
            let ticket = Ticket(item, of: supplier.id, seen: now)
            var tree = ThreadTree(item)
            tree.add(try await supplier.thread(of: ticket, OutlineRequest(now: now)))
            #expect(tree.count == 61)
            let gaps = tree.rows()
                .compactMap { row -> Int? in if case .gap(let gap) = row.content { gap.count } else { nil } }
            #expect(gaps == [3, 11])
            let (rest, _) = try await filled(tree, of: ticket, supplier)
            // The server sends the same first 60 replies to the first post each time. It is not asked for the others again.
            #expect(rest.count == 64)
            #expect(lines(rest, ids).filter { $0.contains("gap") || $0.contains("refused") } == ["  refused 11"])
            // The account gets all of them.
            let reader = try #require(try world.supplier("home") as? MastodonSupplier)
            var whole = ThreadTree(item)
            whole.add(try await reader.thread(of: ticket, OutlineRequest(now: now)))
            #expect(whole.count == 141)
            #expect(!whole.rows().contains { if case .gap = $0.content { true } else { false } })
        }
    }

    @Test("A thread is a source of its own that each of its posts names")
    func source() async throws {
        try await MastodonWorld.with { world in
            let ids = publish(in: world)
            let item = try #require(try await world.first())
            let address = try #require(item.source.fields[SourceLayer.threadField])
            #expect(address == "mastodon:ann@pit.example/thread:\(ids[3])")
            let source = SourceDescription(id: "test:thread", address: address)
            let supplier = try SupplierRegistry(world.dependencies).supplier(for: source)
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.map(\.id) == ids.reversed())
            #expect(answer.end == .trueEnd)
            #expect(!supplier.traits.streams)
            let whole = try await world.newest("thread:\(ids[0])")
            #expect(whole.items.map(\.id) == ids.reversed())
        }
    }

    @Test("The posts of an author at Mastodon go on through the gap below, until a page is empty")
    func profile() async throws {
        try await MastodonWorld.with { world in
            world.publish(50)
            let supplier = try #require(try world.supplier("home") as? MastodonSupplier)
            let item = try #require(try await world.first())
            let ticket = Ticket(item, of: supplier.id, seen: now)
            let author = try #require(ticket.shownAuthor)
            var list = PostList()
            list.add(try await supplier.posts(by: author, OutlineRequest(now: now)))
            #expect(list.items.count == 40)
            while let gap = list.gap {
                list.add(try await supplier.posts(by: author, OutlineRequest(gap: gap, now: now)), filling: gap)
            }
            #expect(list.items.count == 50)
            #expect(list.items.first?.id == item.id)
        }
    }

    @Test("A page of an author's posts of which none may be seen is not the end if the server names a next one")
    func profileWithHiddenPage() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            world.publish(50)
            let supplier = try #require(try world.supplier("home") as? MastodonSupplier)
            let item = try #require(try await world.first())
            let author = try #require(Ticket(item, of: supplier.id, seen: now).shownAuthor)
            world.fake.change { state in state.hidden = Set(state.posts.prefix(40).map(\.id)) }
            var list = PostList()
            list.add(try await supplier.posts(by: author, OutlineRequest(now: now)))
            let gap = try #require(list.gap)
            #expect(list.items.isEmpty)
            list.add(try await supplier.posts(by: author, OutlineRequest(gap: gap, now: now)), filling: gap)
            #expect(list.items.count == 10)
        }
    }

    @Test("A profile has the person's words, links with their proofs, counts, and the relation of the account")
    func profileOfPerson() async throws {
        try await MastodonWorld.with { world in
            let supplier = try #require(try world.supplier("home") as? MastodonSupplier)
            let key = try #require(AuthorKey("@pat@pit.example", kinds: SourceKinds()) { SupplierID($0) })
            let author = try #require(supplier.author(with: key))
            let profile = try await supplier.profile(of: author, now: now)
            #expect(profile.author.handle == "@pat@pit.example" && profile.about == "Hello")
            let site = AuthorProfile.Link(name: "Site", address: "https://pat.example", isVerified: true)
            #expect(profile.links == [site])
            #expect(profile.followers == 12 && profile.posts == 50)
            #expect(profile.relation == .other(.init(.following, followsBack: true)))
            let own = try #require(AuthorKey("@ann@pit.example", kinds: SourceKinds()) { SupplierID($0) })
            let me = try #require(supplier.author(with: own))
            #expect(try await supplier.profile(of: me, now: now).relation == .own)
            let other = try #require(AuthorKey("@pat.example", kinds: SourceKinds()) { SupplierID($0) })
            #expect(supplier.author(with: other) == nil)
        }
    }

    @Test("The thread of a deleted post is refused")
    func deletedPost() async throws {
        try await MastodonWorld.with { world in
            let ids = publish(in: world)
            world.fake.change { $0.posts = [] }
            await #expect(throws: SupplierError.self) { try await world.newest("thread:\(ids[0])") }
        }
    }
}

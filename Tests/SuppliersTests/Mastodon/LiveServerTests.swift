import EngineConcepts
import EngineStandard
import Foundation
import Networking
import SupplierConformance
import TestSupport
import Testing

@testable import Suppliers

/// Tests against a real server: `FIBER_MASTODON_SERVER` is its origin, and `FIBER_MASTODON_TOKENS` has the tokens of two
/// or more accounts, separated by commas. The accounts post, boost and follow, and take it back in the end. They should be
/// new: after thousands of posts, the home timeline of GoToSocial 0.20 contradicts itself, depending on how it is read.
@Suite(
    "A real server of the Mastodon API", .enabled(if: LiveServer.isPresent), .serialized, .timeLimit(.minutes(30)))
struct LiveServerTests {
    /// More than one page.
    private static let posts = 45

    @Test("Posts are published, read back in both directions, edited and deleted")
    func posts() async throws {
        try await LiveServer.with { server in
            let ann = server.accounts[0]
            let home = try server.supplier("home", of: ann)
            var published: [SourceItem] = []
            for number in 0..<Self.posts {
                published.append(try await server.post("Lap \(number) of \(Self.posts)", by: ann))
            }
            let ids = Set(published.map(\.id))
            #expect(ids.count == Self.posts)

            let down = try await server.walk(home, .older, from: .newest) { ids.isSubset(of: $0) }
            let own = down.filter { ids.contains($0.id) }
            #expect(own.map(\.id) == published.reversed().map(\.id), "each once, newest first")
            #expect(own.allSatisfy { $0.body.uri != nil && $0.orderTime != nil })

            let oldest = Ticket(try #require(published.first), of: home.id, seen: server.now).key
            // Coverage ends at whole seconds, and all posts can be of one second, so the page begins in it.
            let up = try await server.walk(
                home, .newer, from: .anchor(oldest, edge: oldest.time.flooredToSecond)
            ) { ids.isSubset(of: $0) }
            #expect(Set(up.map(\.id)).isSuperset(of: ids))

            let first = try #require(published.last)
            let edited = try await server.done(.edit(PostDraft("Box, box")), on: first, by: home)
            #expect(edited?.body.text.source.contains("Box, box") ?? false)
            #expect(edited?.editTime != nil)
            let again = try await server.walk(home, .older, from: .newest) { $0.contains(first.id) }
            #expect(again.first { $0.id == first.id }?.body.text.source.contains("Box, box") ?? false)

            for item in published { _ = try await server.done(.delete, on: item, by: home) }
            let left = try await server.walk(home, .older, from: .newest, atMost: 1) { ids.isDisjoint(with: $0) }
            #expect(left.allSatisfy { !ids.contains($0.id) })
        }
    }

    @Test("Timelines keep the supplier contract, as far as it can be observed", arguments: ["home", "local", "user:"])
    func conformance(timeline: String) async throws {
        try await LiveServer.with { server in
            let ann = server.accounts[0]
            var published: [SourceItem] = []
            for number in 0..<3 { published.append(try await server.post("Stint \(number)", by: ann)) }
            let address = timeline == "user:" ? timeline + ann.id : timeline
            let violations = await ConformanceSuite.observe(now: server.now) {
                try server.supplier(address, of: ann)
            }
            #expect(violations == [])
            let home = try server.supplier("home", of: ann)
            for item in published { _ = try await server.done(.delete, on: item, by: home) }
        }
    }

    @Test("Likes, boosts, bookmarks, replies and follows of another account arrive, and are taken back")
    func people() async throws {
        try await LiveServer.with { server in
            try #require(server.accounts.count > 1)
            let (ann, pat) = (server.accounts[0], server.accounts[1])
            let (annHome, patHome) = (try server.supplier("home", of: ann), try server.supplier("home", of: pat))
            let client = try #require(patHome.account)
            let person = try await client.person(named: ann.handle, now: server.now)
            // Only somebody who did not follow yet is news.
            try await server.act(.unfollow, on: person, by: client)
            try await server.act(.follow, on: person, by: client)
            try await server.acceptFollower(pat.handle, by: annHome)
            let post = try await server.post("Lights out", by: ann)

            let arrived = try await server.walk(patHome, .older, from: .newest) { $0.contains(post.id) }
            let seen = try #require(arrived.first { $0.id == post.id })
            for (action, reaction) in [(TicketAction.like, Reaction.like), (.bookmark, .bookmark), (.boost, .boost)] {
                _ = try await server.done(action, on: seen, by: patHome)
                let thread = try await server.thread(of: seen, by: patHome)
                #expect(thread.first { $0.id == post.id }?.body.reactions.contains(reaction) ?? false, "\(action)")
            }
            _ = try await server.done(.reply("Copy"), on: seen, by: patHome)
            let thread = try await server.thread(of: seen, by: annHome)
            #expect(thread.contains { $0.body.replyTo == post.id && $0.body.text.source.contains("Copy") })

            for timeline in ["notifications", "notifications:grouped"] {
                let notifications = try server.supplier(timeline, of: ann)
                let news = try await server.walk(notifications, .older, from: .newest) { _ in true }
                let kinds = Set(news.compactMap { $0.source.fields[SourceLayer.PostField.notification] })
                #expect(kinds.isSuperset(of: ["favourite", "reblog", "mention", "follow"]), "\(kinds)")
            }
            for (action, reaction) in [
                (TicketAction.unlike, Reaction.like), (.unbookmark, .bookmark), (.unboost, .boost),
            ] {
                _ = try await server.done(action, on: seen, by: patHome)
                let thread = try await server.thread(of: seen, by: patHome)
                #expect(thread.first { $0.id == post.id }?.body.reactions.contains(reaction) == false, "\(action)")
            }
            for reply in thread where reply.body.replyTo == post.id {
                _ = try await server.done(.delete, on: reply, by: patHome)
            }
            try await server.act(.unfollow, on: person, by: client)
            _ = try await server.done(.delete, on: post, by: annHome)
        }
    }

    @Test("Posts, edits and deletions arrive on the stream, in this order", arguments: ["home", "local"])
    func stream(timeline: String) async throws {
        try await LiveServer.with { server in
            let ann = server.accounts[0]
            let supplier = try server.supplier(timeline, of: ann)
            let home = try server.supplier("home", of: ann)
            var post: SourceItem?
            var seen: [String] = []
            reading: for await event in supplier.stream(StreamRequest(now: server.now)) {
                switch event {
                case .connected: post = try await server.post("Formation lap", by: ann, visibility: .everyone)
                case .batch(let batch):
                    if let item = batch.items.first(where: { $0.id == post?.id }) {
                        let isEdited = item.body.text.source.contains("Box, box")
                        guard seen.last != (isEdited ? "edit" : "post") else { continue }
                        seen.append(isEdited ? "edit" : "post")
                        let act = isEdited ? TicketAction.delete : .edit(PostDraft("Box, box"))
                        _ = try await server.done(act, on: item, by: home)
                    }
                    if let post, batch.deleted.contains(post.id) { seen.append("deletion") }
                case .claim, .keepAlive: continue
                case .disconnected(let error): throw LiveServer.Unexpected(description: "\(error as Any)")
                }
                if seen.last == "deletion" { break reading }
            }
            #expect(seen == ["post", "edit", "deletion"])
        }
    }

    @Test("The server says what it is, keeps positions, and its rules for posts are known")
    func server() async throws {
        try await LiveServer.with { server in
            let ann = server.accounts[0]
            let home = try server.supplier("home", of: ann)
            let client = try #require(home.account)
            #expect(try await client.rules(now: server.now).maximumLength ?? 0 > 0)
            #expect(server.description.software.isEmpty == false)
            let post = try await server.post("Mark", by: ann)
            try await client.share(TimelinePosition(supplier: home.id, item: post.id), now: server.now)
            let positions = try await client.positions(now: server.now)
            #expect(positions.first { $0.supplier == home.id }?.item == post.id)
            _ = try await server.done(.delete, on: post, by: home)
        }
    }
}

/// A real server and the accounts of the tokens.
struct LiveServer {
    private static let environment = ProcessInfo.processInfo.environment

    static var isPresent: Bool { environment["FIBER_MASTODON_SERVER"] != nil }

    let accounts: [Account]
    let description: AccountServer
    private let dependencies: SupplierDependencies

    var now: Timestamp { SystemTimeSource().now() }

    /// Runs `body` signed in with all tokens.
    static func with(_ body: (LiveServer) async throws -> Void) async throws {
        let transport = HTTPTransport(
            userAgent: HTTPTransport.userAgent(version: "0"), time: SystemTimeSource(), limits: .standard)
        do {
            try await body(LiveServer(transport))
            await transport.shutdown()
        } catch {
            await transport.shutdown()
            throw error
        }
    }

    private init(_ transport: HTTPTransport) async throws {
        let site = Self.environment["FIBER_MASTODON_SERVER"] ?? ""
        let tokens = (Self.environment["FIBER_MASTODON_TOKENS"] ?? "").split(separator: ",").map(String.init)
        var dependencies = SuppliersTests.dependencies(transport)
        let kind = MastodonAccountDescriptor()
        let now = SystemTimeSource().now()
        description = try await kind.server(named: site, dependencies, now: now)
        var accounts: [Account] = []
        for (index, token) in tokens.enumerated() {
            let secret = SourceAccess.Secret.stored("token \(index)")
            await dependencies.keyring.set(token, for: secret)
            accounts.append(
                try await kind.account(
                    at: description, with: SourceAccess(authentication: .token(secret)), dependencies, now: now))
        }
        self.accounts = accounts
        dependencies.accounts = AccountDirectory(accounts)
        self.dependencies = dependencies
        try #require(!accounts.isEmpty, "FIBER_MASTODON_TOKENS has no token")
    }

    /// Returns the supplier of a timeline of an account.
    func supplier(_ timeline: String, of account: Account) throws -> any Supplier {
        let kind = timeline.filter(\.isLetter)
        return try SupplierRegistry(dependencies)
            .supplier(
                for: SourceDescription(
                    id: SupplierID("live:\(kind)-\(account.id)"), address: "mastodon:\(account.id)/\(timeline)"))
    }

    func post(
        _ text: String, by account: Account, visibility: PostDraft.Visibility? = nil
    ) async throws -> SourceItem {
        var random = SystemRandomNumberGenerator()
        let client = try #require(try supplier("home", of: account).account)
        let outcome = await client.perform(
            ActionRequest(
                id: .random(using: &random), action: .post(PostDraft(text, visibility: visibility)), now: now))
        guard case .done(let item?) = outcome else { throw Unexpected(description: "\(outcome)") }
        return item
    }

    /// Performs an action on an item, and returns the item of the answer.
    func done(_ action: TicketAction, on item: SourceItem, by supplier: any Supplier) async throws -> SourceItem? {
        var random = SystemRandomNumberGenerator()
        let outcome = await supplier.perform(
            ActionRequest(id: .random(using: &random), action: action, now: now),
            on: Ticket(item, of: supplier.id, seen: now))
        guard case .done(let answer) = outcome else { throw Unexpected(description: "\(action): \(outcome)") }
        return answer
    }

    func act(_ action: PersonAction, on person: Person, by client: any AccountClient) async throws {
        var random = SystemRandomNumberGenerator()
        let outcome = await client.perform(
            ActionRequest(id: .random(using: &random), action: action, now: now), on: person)
        guard case .done = outcome else { throw Unexpected(description: "\(action): \(outcome)") }
    }

    func thread(of item: SourceItem, by supplier: any Supplier) async throws -> [SourceItem] {
        let reading = try #require(supplier as? any ThreadReading)
        return try await reading.thread(of: Ticket(item, of: supplier.id, seen: now), OutlineRequest(now: now)).items
    }

    /// Lets a person follow who waits for it, because the supplier's account approves its followers itself.
    func acceptFollower(_ handle: String, by supplier: any Supplier) async throws {
        let follower = try await #require(supplier.account).person(named: handle, now: now)
        let server = try #require(supplier as? MastodonSupplier).server
        let path = "/api/v1/follow_requests"
        let waiting = try await server.get(LenientList<MastodonAccount>.self, path, now: now)
        guard waiting.elements.contains(where: { $0.id == follower.id }) else { return }
        _ = try await server.change(
            .post, IgnoredAnswer.self, "\(path)/\(follower.id)/authorize", now: now)
    }

    /// Reads pages in one direction until `isEnough` of the identities so far, or their end. A server may deliver or delete
    /// a post a moment after it has answered, so the pages are read again until they are enough.
    ///
    /// - Parameter pages: The number of pages to read each time.
    func walk(
        _ supplier: any Supplier, _ direction: ReadDirection, from origin: FetchRequest.Origin, atMost pages: Int = 20,
        until isEnough: (Set<String>) -> Bool
    ) async throws -> [SourceItem] {
        while true {
            var items: [SourceItem] = []
            var next: FetchRequest.Origin? = origin
            for _ in 0..<pages {
                guard let place = next, items.isEmpty || !isEnough(Set(items.map(\.id))) else { break }
                let answer = try await supplier.fetch(FetchRequest(direction: direction, origin: place, now: now))
                items += answer.items
                next = answer.next.map { .token($0, edge: now.flooredToSecond) }
            }
            if isEnough(Set(items.map(\.id))) { return items }
            try Task.checkCancellation()
        }
    }

    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }
}

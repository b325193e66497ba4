import Foundation
import ScenarioServer
import Testing

@Suite("A Bluesky account in the built program")
struct BlueskyCommandTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    /// Runs `body` signed in at a server with ten posts, whose home timeline was read.
    private func signedIn(_ body: (FakeBluesky) async throws -> Void) async throws {
        try await ScenarioServer.running([:]) { server in
            let fake = FakeBluesky(server)
            fake.change { state in
                let now = Int64(Date().timeIntervalSince1970) * 1000
                state.now = now
                state.access = []
                state.refresh = []
                state.posts = (0..<10)
                    .map { index in
                        let time = now - 60_000 - Int64(index) * 60_000
                        return FakeBluesky.Post(
                            key: FakeBluesky.key(at: time, number: 10 - index), time: time, text: "Lap \(index)")
                    }
                state.posts[0].replyTo = state.posts[1].uri
            }
            let added = try await home.shell(
                """
                printf '%s\\n' '\(fake.present.password)' \
                | fiber account add 'did:web:127.0.0.1%3A\(server.port)' --token -
                """)
            try #require(added.status == 0, "\(added.errors)")
            #expect(added.output.contains("Signed in as @ann.test"))
            try #require(
                try await home.fiber("add", "home", "feed:at://did:plc:kim/app.bsky.feed.generator/cats").status == 0)
            try #require(try await home.fiber("refresh").status == 0)
            try await body(fake)
        }
    }

    private func tickets() async throws -> [String] {
        try await home.fiber("timeline", "--json", "--limit", "100").objects
            .filter { $0["type"] as? String == "ticket" }
            .compactMap { $0["id"] as? String }
    }

    @Test("The session and not the password is stored, renewed when it ends, and revoked with the account")
    func session() async throws {
        try await signedIn { fake in
            let library = try home.read(".config/fiber/library.toml")
            #expect(library.contains("kind = \"bluesky\"") && library.contains("bluesky:ann.test/home"))
            #expect(!library.contains("created-1"))
            let secrets = try home.read(".config/fiber/secrets.toml")
            #expect(secrets.contains("refresh-created-1") && !secrets.contains(fake.present.password))
            fake.change { $0.access = [] }
            #expect(try await home.fiber("refresh").status == 0)
            #expect(fake.present.renewals == 1)
            #expect(try home.read(".config/fiber/secrets.toml").contains("refresh-renewed-1"))
            #expect(try await home.fiber("account", "check").status == 0)
            let removed = try await home.fiber("account", "remove", "ann.test")
            #expect(removed.status == 0, "\(removed.errors)")
            #expect(!fake.present.refresh.contains("refresh-renewed-1"))
            #expect(try !home.read(".config/fiber/secrets.toml").contains("renewed-1"))
        }
    }

    @Test("Posts, replies, likes, follows and deletions work by command, and threads are printed")
    func acting() async throws {
        try await signedIn { fake in
            let posted = try await home.fiber("post", "Lights out #f1")
            #expect(posted.status == 0, "\(posted.errors)")
            let ticket = posted.output.trimmingCharacters(in: .newlines)
            #expect(try await tickets().first == ticket)
            #expect(try await home.fiber("refresh").status == 0)
            #expect(try await tickets().count == 11)
            #expect(try await home.fiber("post", "Yes", "--reply-to", ticket).status == 0)
            #expect(try await home.fiber("act", "like", ticket).status == 0)
            #expect(try await home.fiber("act", "follow", "@pat.test").status == 0)
            let records = fake.present.records
            #expect(records["app.bsky.feed.post"]?.count == 2)
            #expect(records["app.bsky.feed.like"]?.count == 1 && records["app.bsky.graph.follow"]?.count == 1)
            let thread = try await home.fiber("thread", ticket)
            #expect(thread.output.contains("Lights out #f1") && thread.output.contains("Yes"), "\(thread.errors)")
            #expect(try await home.fiber("act", "unlike", ticket).status == 0)
            #expect(try await home.fiber("act", "delete", ticket).status == 0)
            #expect(fake.present.records["app.bsky.feed.like"]?.isEmpty == true)
            #expect(try await !tickets().contains(ticket))
        }
    }

    @Test("What is done offline is delivered once when the server is back, and lost answers double nothing")
    func offline() async throws {
        try await signedIn { fake in
            let ids = try await tickets()
            for id in ids.prefix(2) {
                for arguments in [
                    ["act", "like", id], ["post", "--reply-to", id, "Reply"], ["post", "Post to \(id)"],
                ] {
                    // No connection can be made: nothing listens at the proxy.
                    let outcome = try await home.fiber(arguments, environment: ["http_proxy": "http://127.0.0.1:1"])
                    #expect(outcome.status == 1)
                }
            }
            fake.change { $0.lostAnswers["com.atproto.repo.putRecord"] = 2 }
            for _ in 0..<3 { _ = try await home.fiber("outbox", "send") }
            #expect(try await home.fiber("outbox", "--json").output.isEmpty)
            let records = fake.present.records
            #expect(records["app.bsky.feed.post"]?.count == 4)
            #expect(records["app.bsky.feed.like"]?.count == 2)
        }
    }
}

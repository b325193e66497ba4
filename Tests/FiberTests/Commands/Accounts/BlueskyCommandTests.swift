import Foundation
import ScenarioServer
import Testing

@Suite("A Bluesky account in the built program")
struct BlueskyCommandTests {
    /// True if the browser can be played by curl.
    private static let hasBrowser = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")
    private let home: Home

    init() throws { home = try Home() }

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

    /// Runs `body` with a server whose person can sign in in the browser. The second argument names the person.
    private func withBrowserSignIn(_ body: (FakeBluesky, String) async throws -> Void) async throws {
        try await ScenarioServer.running([:]) { server in
            let fake = FakeBluesky(server)
            let person = "did:web:127.0.0.1%3A\(server.port)"
            fake.change { state in
                state.now = Int64(Date().timeIntervalSince1970) * 1000
                state.access = []
                state.refresh = []
                state.oauth.subject = person
            }
            try await body(fake, person)
        }
    }

    /// Signs in as a person whose browser is curl.
    private func signIn(as place: String) async throws -> Home.Outcome {
        try await home.shell(
            """
            cd \(home.path); rm -f out err
            fiber account add '\(place)' --no-browser > out 2> err < /dev/null &
            until grep -q oauth out || ! kill -0 $! 2> /dev/null; do sleep 0.05; done
            curl -sL "$(grep oauth out)"
            wait $!; status=$?; cat out err; exit $status
            """)
    }

    @Test(
        "The browser's answer completes a sign-in, whose session is stored, renewed and ended, and appears nowhere else",
        .enabled(if: hasBrowser))
    func browser() async throws {
        try await withBrowserSignIn { fake, person in
            var seen = [try await signIn(as: person)]
            #expect(seen[0].status == 0, "\(seen[0].output) \(seen[0].errors)")
            #expect(seen[0].output.contains("You are signed in."))
            #expect(seen[0].output.contains("Signed in as @ann.test"))
            let secrets = try home.read(".config/fiber/secrets.toml")
            #expect(secrets.contains("access-oauth-1 refresh-oauth-1 "))
            let key = try #require(secrets.split(separator: " ").last?.prefix { $0 != "\"" })
            #expect(key.count == 128)
            seen.append(try await home.fiber("add", "home"))
            seen.append(try await home.fiber("refresh", "--json"))
            #expect(seen.allSatisfy { $0.status == 0 }, "\(seen.map(\.errors))")
            fake.change { $0.oauth.access = [:] }
            seen.append(try await home.fiber("refresh"))
            #expect(seen.last?.status == 0 && fake.present.oauth.renewals == 1)
            #expect(try home.read(".config/fiber/secrets.toml").contains("refresh-oauth-renewed-1"))
            seen.append(try await home.fiber("account", "check"))
            #expect(seen.last?.status == 0)
            fake.change { state in
                state.oauth.access = [:]
                state.oauth.refusal = "invalid_grant"
            }
            let refused = try await home.fiber("refresh")
            #expect(refused.status == 1 && refused.errors.contains("fiber account add ann.test"), "\(refused.errors)")
            seen.append(refused)
            for arguments in [["sources", "--json"], ["account", "list", "--json"], ["export"], ["doctor"]] {
                seen.append(try await home.fiber(arguments))
            }
            try home.expectSecrecy(of: ["access-oauth", "refresh-oauth", String(key)], in: seen)
            let removed = try await home.fiber("account", "remove", "ann.test")
            #expect(removed.status == 0, "\(removed.errors)")
            #expect(fake.present.oauth.refresh.isEmpty)
            #expect(try !home.read(".config/fiber/secrets.toml").contains("refresh-oauth"))
        }
    }

    @Test(
        "The server alone can be named, and a declined sign-in ends the command without an account",
        .enabled(if: hasBrowser))
    func serverAlone() async throws {
        try await withBrowserSignIn { fake, _ in
            fake.change { $0.oauth.isDeclined = true }
            let declined = try await signIn(as: fake.address)
            #expect(declined.status == 1 && declined.output.contains("Fiber got no permission."))
            #expect(declined.output.contains("gave no permission. Begin again"), "\(declined.output)")
            #expect(try await home.fiber("account", "list", "--json").output.isEmpty)
            fake.change { $0.oauth.isDeclined = false }
            let added = try await signIn(as: fake.address)
            #expect(added.status == 0 && added.output.contains("Signed in as @ann.test"), "\(added.output)")
        }
    }

    @Test("With --password, and where the browser cannot sign in, an app password is asked for")
    func password() async throws {
        try await withBrowserSignIn { fake, person in
            for (option, isOffered) in [("--password", true), ("", false)] {
                fake.change { $0.oauth.isOffered = isOffered }
                let added = try await home.shell(
                    "printf '%s\\n' '\(fake.present.password)' | fiber account add '\(person)' --no-browser \(option)")
                #expect(added.status == 0, "\(added.errors)")
                #expect(added.output.contains("app-passwords"))
            }
            #expect(fake.present.sessions == 2 && fake.present.oauth.pushedRequests.isEmpty)
            let readOnly = try await home.fiber("account", "add", person, "--read-only")
            #expect(readOnly.status == 1 && readOnly.errors.contains("--read-only"), "\(readOnly.errors)")
        }
    }

    @Test("Posts, replies, likes, follows and deletions work by command, and threads are printed")
    func acting() async throws {
        try await signedIn { fake in
            let posted = try await home.fiber("post", "Lights out #f1")
            #expect(posted.status == 0, "\(posted.errors)")
            let ticket = posted.output.trimmingCharacters(in: .newlines)
            #expect(try await home.tickets().first == ticket)
            let refreshed = try await home.fiber("refresh")
            #expect(refreshed.status == 0, "\(refreshed)")
            #expect(try await home.tickets().count == 11)
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
            #expect(try await !home.tickets().contains(ticket))
        }
    }

    @Test("What is done offline is delivered once when the server is back, and lost answers double nothing")
    func offline() async throws {
        try await signedIn { fake in
            let ids = try await home.tickets()
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

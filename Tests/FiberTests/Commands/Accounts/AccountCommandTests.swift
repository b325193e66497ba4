import FiberConfiguration
import Foundation
import ScenarioServer
import Storage
import TerminalTestSupport
import Testing
import ViewModels

@Suite("Accounts in the built program")
struct AccountCommandTests {
    /// True if the browser can be played by curl.
    private static let hasBrowser = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")
    private static let secret = "a-very-secret-token"
    private let home: Home

    init() throws { home = try Home() }

    /// Runs `body` with a server that has a front page and posts of the last hours, and accepts one token.
    private func withServer(_ body: (FakeMastodon) async throws -> Void) async throws {
        let frontPage = Scenario.text("<html><title>Kerb</title></html>", type: "text/html")
        try await ScenarioServer.running(["/": [frontPage]]) { server in
            let fake = FakeMastodon(server)
            fake.change { state in
                state.tokens = [Self.secret]
                state.beginNow(posts: 60)
            }
            try await body(fake)
        }
    }

    private func signIn(_ fake: FakeMastodon, token: String = Self.secret) async throws -> Home.Outcome {
        try await home.shell("printf '%s\\n' '\(token)' | fiber account add '\(fake.address)' --token -")
    }

    @Test("A token from standard input signs in, and the account's timelines are followed and read")
    func token() async throws {
        try await withServer { fake in
            let id = "ann@127.0.0.1:\(fake.server.port)"
            let added = try await signIn(fake)
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.output.contains("Signed in as @\(id)"))
            #expect(added.errors.contains("not encrypted: others on the network can read your password or token."))
            let listed = try await home.fiber("account", "list", "--json")
            let account = try #require(try listed.objects.first)
            #expect(account["id"] as? String == id)
            #expect(account["kind"] as? String == "mastodon")
            #expect(account["server"] as? String == fake.address)
            let followed = try await home.fiber("add", "home", "list:Racing", "user:pat,no-boosts", "tag:f1@\(id)")
            #expect(followed.status == 0, "\(followed.errors)")
            let library = try home.read(".config/fiber/library.toml")
            #expect(library.contains("url = \"mastodon:\(id)/home\""), "\(library)")
            #expect(library.contains("url = \"mastodon:\(id)/list:7\""))
            #expect(library.contains("name = \"Racing · 127.0.0.1:\(fake.server.port)\""))
            #expect(library.contains("[[account]]"))
            let refreshed = try await home.fiber("refresh")
            #expect(refreshed.status == 0, "\(refreshed.errors)")
            let timeline = try await home.fiber("timeline", "--json", "--source", "home@\(id)", "--limit", "100")
            let tickets = try timeline.objects.filter { $0["type"] as? String == "ticket" }
            #expect(tickets.first?["text"] as? String == "Lap 0")
            #expect(tickets.first?["author"] as? String == "Pat")
            let again = try await home.fiber("add", "home@\(id)")
            #expect(again.status == 1)
            let removed = try await home.fiber("remove", "home")
            #expect(removed.status == 0, "\(removed.errors)")
        }
    }

    @Test("A command that prints the token takes the place of the stored one, which is deleted")
    func commandForToken() async throws {
        try await withServer { fake in
            #expect(try await signIn(fake).status == 0)
            #expect(try home.read(".config/fiber/secrets.toml").contains(Self.secret))
            let command = "printf \(Self.secret)"
            let again = try await home.fiber("account", "add", fake.address, "--password-command", command)
            #expect(again.status == 0, "\(again)")
            #expect(try !home.read(".config/fiber/secrets.toml").contains(Self.secret))
            let checked = try await home.fiber("account", "check")
            #expect(checked.status == 0, "\(checked)")
        }
    }

    @Test("A post's thread is printed as a tree with its gaps and polls, as text and as JSON")
    func thread() async throws {
        try await withServer { fake in
            fake.change { state in
                for index in state.posts.indices { state.posts[index].extra = "{\"replies_count\": 0}" }
                state.posts[0].replyTo = state.posts[1].id
                // Home has the first post only.
                state.posts[0].timelines = []
                state.posts[1].extra = "{\"replies_count\": 3}"
            }
            #expect(try await signIn(fake).status == 0)
            #expect(try await home.fiber("add", "home").status == 0)
            #expect(try await home.fiber("refresh").status == 0)
            let timeline = try await home.fiber("timeline", "--json", "--limit", "1")
            let ticket = try #require(try timeline.objects.first?["id"] as? String)
            let text = try await home.fiber("thread", ticket)
            #expect(text.status == 0, "\(text.errors)")
            #expect(
                text.output == """
                    @pat@127.0.0.1:\(fake.server.port): Lap 1
                      @pat@127.0.0.1:\(fake.server.port): Lap 0
                      --- 2 replies that the server did not send

                    """)
            let objects = try await home.fiber("thread", ticket, "--json").objects
            #expect(objects.map { $0["depth"] as? Int } == [0, 1, 1])
            #expect(objects.map { $0["type"] as? String } == ["ticket", "ticket", "gap"])
            #expect(objects.last?["count"] as? Int == 2)
            // The reply is stored beside the timeline: other commands accept it.
            let reply = try #require(objects.dropFirst().first?["id"] as? String)
            #expect(try await home.fiber("mark", "star", reply).status == 0)
            #expect(try await home.fiber("thread", reply).output == text.output)
            #expect(try await home.fiber("timeline", "--json").objects.allSatisfy { $0["id"] as? String != reply })
            #expect(try await home.fiber("thread", "no/ticket").status == 1)
            fake.change { state in state.polls[state.posts[0].id] = (["Soft", "Hard"], []) }
            let polled = try await home.fiber("thread", ticket).output
            #expect(polled.contains(": Lap 0 • Soft ") && polled.contains(" • Hard "), "\(polled)")
        }
    }

    @Test(
        "A sign-in opens its page in the browser that was chosen on the screen of settings", .ownThread,
        .enabled(if: hasBrowser))
    func chosenBrowser() async throws {
        try await withServer { fake in
            // Makes the store.
            #expect(try await home.fiber("account", "check").status == 0)
            var choices = SettingChoices()
            choices.choose(.words(["curl", "-sLo", "/dev/null"]), of: "browser.command", over: .standard)
            let store = try TrackDatabase(path: home.path + "/.local/share/fiber/fiber.sqlite")
            try await store.setSetting(Preferences.Name.settings.rawValue, to: choices.text())
            try await store.close()
            let terminal = try home.terminal(
                "account", "add", fake.address, width: 120, environment: ["PATH": "/usr/bin:/bin"])
            try terminal.wait(for: "Signed in as @ann")
            #expect(try terminal.waitForExit() == .exited(0))
        }
    }

    @Test("The browser's answer on a port of this machine completes a sign-in", .enabled(if: hasBrowser))
    func browser() async throws {
        try await withServer { fake in
            let run = try await home.shell(
                """
                cd \(home.path)
                fiber account add '\(fake.address)' --no-browser > out 2> err < /dev/null &
                until grep -q oauth out; do sleep 0.05; done
                curl -sL "$(grep oauth out)"
                wait $! && cat out err
                """)
            #expect(run.status == 0, "\(run.output) \(run.errors)")
            #expect(run.output.contains("You are signed in."))
            #expect(run.output.contains("Signed in as @ann@127.0.0.1:\(fake.server.port)"))
            let token = try #require(fake.present.tokens.first { $0 != Self.secret })
            #expect(try home.read(".config/fiber/secrets.toml").contains(token))
            #expect(!run.output.contains(token))
            let checked = try await home.fiber("account", "check")
            #expect(checked.status == 0, "\(checked.errors)")
            #expect(checked.output.contains("mastodon 4.6.4"))
            let removed = try await home.fiber("account", "remove", "ann")
            #expect(removed.status == 0, "\(removed.errors)")
            #expect(!fake.present.tokens.contains(token))
            #expect(try !home.read(".config/fiber/secrets.toml").contains(token))
        }
    }

    @Test(
        "A fresh home signs in over the sample, and following the account opens the user's own timeline",
        .ownThread, .enabled(if: hasBrowser))
    func firstSignIn() async throws {
        try await withServer { fake in
            let terminal = try home.terminal(
                width: 120, environment: ["BROWSER": "curl -sLo /dev/null", "PATH": "/usr/bin:/bin"])
            try terminal.wait(for: "@ signs in")
            try terminal.type("@")
            try terminal.wait(for: "No accounts yet")
            try terminal.type("a")
            try terminal.wait(for: "Server or handle:")
            try terminal.type("\(fake.address)\r")
            try terminal.wait(for: "follows its home timeline")
            try terminal.wait(for: "Mastodon")
            try terminal.type("\r")
            try terminal.wait(for: "Lap 0")
            try terminal.quit()
            let library = try home.read(".config/fiber/library.toml")
            let id = "ann@127.0.0.1:\(fake.server.port)"
            #expect(library.contains("\"mastodon:\(id)/home\""), "\(library)")
            #expect(library.contains("\"mastodon:\(id)/notifications\""), "\(library)")
        }
    }

    @Test("The address of a server that is no feed names the sign-in on the screen and as a command", .ownThread)
    func serverAsAddress() async throws {
        try await withServer { fake in
            let terminal = try home.terminal(width: 120)
            try terminal.wait(for: "@ signs in")
            try terminal.type("a1\r")
            try terminal.wait(for: "Address of a page")
            try terminal.type("\(fake.address)\r")
            try terminal.wait(for: "is not a feed but a server with accounts")
            try terminal.type("\u{3}\u{3}\u{3}")
            _ = try terminal.waitForExit()
        }
    }

    @Test("An account without sources is named over the sample with the keys that follow it", .ownThread)
    func accountWithoutSources() async throws {
        try await withServer { fake in
            #expect(try await signIn(fake).status == 0)
            let terminal = try home.terminal(width: 120)
            try terminal.wait(for: "@ann@127.0.0.1:\(fake.server.port) has no sources yet: @, then ")
            try terminal.type("@")
            try terminal.wait(for: "Mastodon")
            try terminal.type("\r")
            try terminal.wait(for: "Lap 0")
            try terminal.quit()
        }
    }

    @Test("In the demo, @ says that the user's accounts are in their own timeline, and how to sign in", .ownThread)
    func demo() async throws {
        try await withServer { fake in
            #expect(try await signIn(fake).status == 0)
            let terminal = try home.terminal("demo", width: 120)
            try terminal.wait(for: "Sample timeline")
            try terminal.type("@")
            try terminal.wait(for: "in your own timeline: run fiber, or sign in with: fiber account add SERVER")
            try terminal.quit()
        }
    }

    @Test(
        "A pasted code completes a sign-in, and so does the address that a browser elsewhere could not open",
        .enabled(if: hasBrowser))
    func pasted() async throws {
        try await withServer { fake in
            for paste in ["--paste", ""] {
                let run = try await home.shell(
                    """
                    cd \(home.path); rm -f out in; mkfifo in
                    fiber account add '\(fake.address)' --no-browser \(paste) > out 2> err < in &
                    exec 3> in
                    until grep -q oauth out; do sleep 0.05; done
                    curl -s -o page -w '%{redirect_url}' "$(grep oauth out)" > redirect
                    cat page redirect >&3; echo >&3
                    wait $! && cat out err
                    """)
                #expect(run.status == 0, "\(run.output) \(run.errors)")
                #expect(run.output.contains("as @ann@127.0.0.1:\(fake.server.port)"))
            }
        }
    }

    @Test("A token is in no file but secrets.toml, in no output and in no error, and a revoked one says what to do")
    func secrecy() async throws {
        try await withServer { fake in
            var seen = [try await signIn(fake), try await home.fiber("add", "home", "notifications")]
            seen.append(try await home.fiber("refresh", "--json"))
            fake.change { $0.tokens = [] }
            let refused = try await home.fiber("refresh")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("fiber account add ann@"), "\(refused.errors)")
            let checked = try await home.fiber("account", "check")
            #expect(checked.status == 1 && checked.output.isEmpty, "\(checked)")
            let lines = checked.errors.split(separator: "\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("fiber: ") }, "\(checked.errors)")
            let timeline = try await home.fiber("timeline")
            #expect(timeline.output.contains("Lap 0"))
            seen += [refused, checked, timeline]
            let commands = [
                ["sources"], ["sources", "--json"], ["account", "list", "--json"], ["export"], ["opml", "export"],
                ["doctor"], ["account", "remove", "ann"],
            ]
            for arguments in commands { seen.append(try await home.fiber(arguments)) }
            try home.expectSecrecy(of: [Self.secret], in: seen)
        }
    }

    @Test("A token that the server refuses is named as the failure, and no account is added")
    func wrongToken() async throws {
        try await withServer { fake in
            let refused = try await signIn(fake, token: "wrong")
            #expect(refused.status == 1 && refused.errors.contains("does not accept this token"), "\(refused)")
            #expect(!refused.errors.contains("Sign in again"), "\(refused)")
            #expect(try await home.fiber("account", "list").output.isEmpty)
        }
    }

    @Test("Wrong usage is refused before anything is asked")
    func usage() async throws {
        #expect(try await home.fiber("account", "add", "x.example", "--token", "abc").status == 2)
        #expect(
            try await home.fiber("account", "add", "x.example", "--token", "-", "--password-command", "true").status
                == 2)
        let needed = try await home.fiber("add", "home")
        #expect(needed.status == 1)
        #expect(needed.errors.contains("fiber account add"), "\(needed.errors)")
        #expect(try await home.fiber("account", "remove", "nobody").status == 1)
        #expect(try await home.fiber("account", "list").status == 0)
    }

    @Test("A public timeline needs no account where the server allows that")
    func withoutAccount() async throws {
        try await withServer { fake in
            let added = try await home.fiber("add", "local@127.0.0.1:\(fake.server.port)")
            #expect(added.status == 0, "\(added.errors)")
            #expect(fake.server.requests.allSatisfy { $0.headers["authorization"] == nil })
            fake.change { $0.isPrivate = true }
            let refused = try await home.fiber("add", "federated@127.0.0.1:\(fake.server.port)")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("fiber account add"), "\(refused.errors)")
        }
    }
}

import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("Positions that servers keep, in the built program", .ownThread, .serialized)
struct PositionTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("The place of the user is shared, and a newer one of another program is reported without moving the user")
    func position() async throws {
        try await ScenarioServer.running([:]) { server in
            let fake = FakeMastodon(server)
            fake.change { $0.beginNow(posts: 8, age: 600_000) }
            let added = try await home.shell(
                "printf 'good-token\\n' | fiber account add '\(fake.address)' --token -")
            try #require(added.status == 0, "\(added.errors)")
            try #require(try await home.fiber("add", "home").status == 0)
            let ids = fake.present.posts.map(\.id)
            // On a busy machine the request may come too late in a session; the next one sends it again.
            while fake.present.markers["home"] == nil {
                let terminal = try home.terminal()
                try terminal.wait(for: "Lap 0")
                try terminal.type("gjjjQ")
                #expect(try terminal.waitForExit() == .exited(0))
            }
            // The cursor is on a post, and the server knows which.
            let marker = try #require(fake.present.markers["home"])
            #expect(ids.contains(marker))
            fake.change { state in
                let time = state.now - 120_000
                let post = FakeMastodon.Post(
                    id: FakeMastodon.id(at: time, number: 99), time: time, text: "Chequered flag")
                state.posts.insert(post, at: 0)
                state.markers["home"] = post.id
            }
            let next = try home.terminal()
            try next.wait(for: "Elsewhere you have read")
            try next.quit()
            // A newer place is never replaced by an older one.
            #expect(fake.present.markers["home"] == fake.present.posts[0].id)
        }
    }
}

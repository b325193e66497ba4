import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("The token of an account in the built program", .ownThread, .serialized)
struct SecretTests {
    private static let secret = "a-planted-token-0123456789"
    /// A session of a sign-in in the browser: its tokens and its key.
    private static let access = "a-planted-access-0123456789"
    private static let refresh = "a-planted-refresh-0123456789"
    private static let key =
        "glgCb1g3TsykMITlOOEMUWbecyuVTa16rVZjGxdGg9I9q0FQ-b5dFQ0hxU8sWn8V0OY3I91TzT9x7-QMWeIP53PVr7RSG160kvow66kES1ksIscz"
        + "SmCglNFm58PRBOKf"
    private static let publicKey =
        "PatBUPm-XRUNIcVPLFp_FdDmNyPdU80_ce_kDFniD-c c9WvtFIbXrSS-jDrqQRLWSwixzNKYKCU0Wbnw9EE4p8"
    private static let secrets = [secret, access, refresh, key]
    private let home: Home

    init() throws { home = try Home() }

    @Test(
        "A token is in no file but secrets.toml, on no screen, in no report, no crash report and no list of processes")
    func secrecy() async throws {
        try await ScenarioServer.running([:]) { server in
            let fake = FakeMastodon(server)
            fake.change { state in
                state.tokens = [Self.secret]
                state.isLive = true
                state.beginNow(posts: 5)
            }
            let added = try await home.shell(
                "printf '%s\\n' '\(Self.secret)' | fiber account add '\(fake.address)' --token -")
            try #require(added.status == 0, "\(added.errors)")
            try #require(try await home.fiber("add", "home", "notifications", "local").status == 0)
            try await ScenarioServer.running([:]) { other in
                let sky = FakeBluesky(other)
                try await plantSession(at: sky)
                let home = home
                try await Self.read(in: home, fake)
                for arguments in [["doctor"], ["sources", "--json"], ["account", "check"], ["outbox"], ["export"]] {
                    let outcome = try await home.fiber(arguments)
                    #expect(!Self.shows(outcome.output + outcome.errors), "\(arguments)")
                }
                // The session was used.
                #expect(!sky.present.oauth.seen.isEmpty)
            }
        }
        let files = try #require(FileManager.default.enumerator(atPath: home.path))
        var count = 0
        for case let name as String in files {
            guard let contents = FileManager.default.contents(atPath: "\(home.path)/\(name)") else { continue }
            count += 1
            let isSecretFile = name.hasSuffix("secrets.toml")
            for secret in Self.secrets {
                #expect((contents.range(of: Data(secret.utf8)) != nil) == isSecretFile, "\(name)")
            }
        }
        // The log, the store, the library, the configuration, the report and the crash record are among them.
        #expect(count > 5)
    }

    /// Signs in at a server of the AT Protocol, puts the session in the place of the one that the server gave, and follows
    /// its timeline.
    private func plantSession(at fake: FakeBluesky) async throws {
        fake.change { state in
            state.now = Int64(Date().timeIntervalSince1970) * 1000
            state.oauth.access = [Self.access: Self.publicKey]
        }
        let session = [
            "did:plc:ann", Self.access, Self.refresh, fake.address, "\(fake.address)/oauth/token", "http://localhost",
            Self.key,
        ]
        let planted = try await home.shell(
            """
            printf '%s\\n' '\(fake.present.password)' \
            | fiber account add 'did:web:127.0.0.1%3A\(fake.server.port)' --token - || exit
            sed -i 's|"did:plc:ann [^"]*"|"\(session.joined(separator: " "))"|' "$HOME/.config/fiber/secrets.toml"
            fiber add home@ann.test
            """)
        try #require(planted.status == 0, "\(planted.errors)")
    }

    /// True if a text contains a secret.
    private static func shows(_ text: String) -> Bool { secrets.contains { text.contains($0) } }

    /// Reads, acts, has the token refused, writes a report and crashes, and looks at everything that the terminal shows.
    private static func read(in home: Home, _ fake: FakeMastodon) async throws {
        let terminal = try home.terminal()
        try terminal.wait(for: "Lap 0")
        #expect(processes().contains("fiber"))
        #expect(!shows(processes()))
        // The open program refreshes for the command, after the refresh of its start.
        #expect(try await home.fiber("refresh").status == 0)
        fake.change { $0.tokens = [] }
        let refused = try await home.fiber("refresh")
        #expect(refused.status == 1)
        #expect(!shows(refused.output + refused.errors))
        try terminal.type(":report-problem\r!")
        // A message is gone from the timeline after a while, but not from the list.
        try terminal.wait(until: "the report is written") {
            $0.contains("Messages") && $0.contains("no longer accepts") && $0.contains("Report written to")
        }
        #expect(!shows(shown(terminal)))
        terminal.signal(SIGSEGV)
        #expect(try terminal.waitForExit() == .killed(SIGSEGV))
        let next = try home.terminal()
        // Like any message, this one is gone from the timeline after a while, but not from the list.
        try next.type("!")
        try next.wait(for: "crashed last time")
        try next.quit()
        #expect(!shows(shown(next)))
    }

    /// Everything that was written to the terminal.
    private static func shown(_ terminal: PseudoTerminal) -> String {
        String(decoding: terminal.output, as: UTF8.self)
    }

    /// The command lines of all processes.
    private static func processes() -> String {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: "/proc")
                .filter { $0.allSatisfy(\.isNumber) }
                .compactMap { FileManager.default.contents(atPath: "/proc/\($0)/cmdline") }
                .map { String(decoding: $0, as: UTF8.self) }
                .joined(separator: "\n")
        } catch {
            // Without /proc, there is nothing to look at.
            return "fiber"
        }
    }
}

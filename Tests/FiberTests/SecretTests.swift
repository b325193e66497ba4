import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("The token of an account in the built program", .ownThread, .serialized)
struct SecretTests {
    private static let secret = "a-planted-token-0123456789"
    private let home: Home

    init() throws {
        home = try Home()
    }

    @Test(
        "A token is in no file but secrets.toml, on no screen, in no report, no crash report and no list of processes")
    func secrecy() async throws {
        try await ScenarioServer.running([:]) { server in
            let fake = FakeMastodon(server)
            fake.change { state in
                state.tokens = [Self.secret]
                let now = Int64(Date().timeIntervalSince1970) * 1000
                state.now = now
                state.isLive = true
                state.posts = (0..<5)
                    .map { index in
                        let time = now - 60_000 - Int64(index) * 60_000
                        return FakeMastodon.Post(
                            id: FakeMastodon.id(at: time, number: 5 - index), time: time, text: "Lap \(index)")
                    }
            }
            let added = try await home.shell(
                "printf '%s\\n' '\(Self.secret)' | fiber account add '\(fake.address)' --token -")
            try #require(added.status == 0, "\(added.errors)")
            try #require(try await home.fiber("add", "home", "notifications", "local").status == 0)
            let home = home
            try await Self.read(in: home, fake)
            for arguments in [["doctor"], ["sources", "--json"], ["account", "check"], ["outbox"], ["export"]] {
                let outcome = try await home.fiber(arguments)
                #expect(!(outcome.output + outcome.errors).contains(Self.secret), "\(arguments)")
            }
        }
        let files = try #require(FileManager.default.enumerator(atPath: home.path))
        var count = 0
        for case let name as String in files {
            guard let contents = FileManager.default.contents(atPath: "\(home.path)/\(name)") else { continue }
            count += 1
            let isSecretFile = name.hasSuffix("secrets.toml")
            #expect((contents.range(of: Data(Self.secret.utf8)) != nil) == isSecretFile, "\(name)")
        }
        // The log, the store, the library, the configuration, the report and the crash record are among them.
        #expect(count > 5)
    }

    /// Reads, acts, has the token refused, writes a report and crashes, and looks at everything that the terminal shows.
    private static func read(in home: Home, _ fake: FakeMastodon) async throws {
        let terminal = try home.terminal()
        try terminal.wait(for: "Lap 0")
        #expect(processes().contains("fiber"))
        #expect(!processes().contains(secret))
        // The open program refreshes for the command, after the refresh of its start.
        #expect(try await home.fiber("refresh").status == 0)
        fake.change { $0.tokens = [] }
        let refused = try await home.fiber("refresh")
        #expect(refused.status == 1)
        #expect(!(refused.output + refused.errors).contains(secret))
        try terminal.type(":report-problem\r!")
        // A message is gone from the timeline after a while, but not from the list.
        try terminal.wait(until: "the report is written") {
            $0.contains("Messages") && $0.contains("no longer accepts") && $0.contains("Report written to")
        }
        #expect(!shown(terminal).contains(secret))
        terminal.signal(SIGSEGV)
        #expect(try terminal.waitForExit() == .killed(SIGSEGV))
        let next = try home.terminal()
        // Like any message, this one is gone from the timeline after a while, but not from the list.
        try next.type("!")
        try next.wait(for: "crashed last time")
        try next.type("Q")
        #expect(try next.waitForExit() == .exited(0))
        #expect(!shown(next).contains(secret))
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

import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("A place for a running Fiber", .ownThread, .timeLimit(.minutes(30)))
struct RunningFiberTests {
    private let home: Home

    init() throws { home = try Home() }

    private var sockets: [String] {
        get throws {
            let state = home.path + "/.local/state/fiber"
            return try FileManager.default.contentsOfDirectory(atPath: state).filter { $0.hasSuffix(".sock") }
                .map { "\(state)/\($0)" }
        }
    }

    @Test("fiber open in a second terminal moves the first one, which refuses what does not exist")
    func moves() async throws {
        let id = try await home.followLine()
        let terminal = try home.terminal()
        try terminal.wait(for: "A line")
        for (place, sign) in [
            ("settings", "Settings"), ("search line", "1 match"), ("ticket \(id)", "J next"), ("sources", "Lined"),
            ("source Lined", "only Lined"), ("topic lines", "Lines"), ("help", "In the timeline"),
        ] {
            let outcome = try await home.fiber(["open"] + place.split(separator: " ").map(String.init))
            #expect(
                outcome.status == 0 && outcome.errors.contains("Opened in the running Fiber"),
                "\(place): \(outcome)")
            try terminal.wait(for: sign)
        }
        for (place, words) in [
            ("ticket feed:x/1", "no item"), ("topic Nothing", "no topic"), ("source Nobody", "no source"),
            ("compose", "No account can post"),
        ] {
            let outcome = try await home.fiber(["open"] + place.split(separator: " ").map(String.init))
            #expect(outcome.status == 1 && outcome.errors.contains(words), "\(place): \(outcome)")
        }
        // Items added since are found.
        _ = try await home.fiber("topics", "add", "Fresh", "line")
        #expect(try await home.fiber("open", "topic", "Fresh").status == 0)
        try terminal.wait(for: "Fresh")
        // The text being typed is not lost.
        try terminal.type(":half a com")
        try terminal.wait(for: "half a com")
        let refused = try await home.fiber("open", "settings")
        #expect(refused.status == 1 && refused.errors.contains("Finish there first"), "\(refused)")
        try terminal.type("\u{1b}")
        try terminal.wait(until: "the command line is closed") { !$0.contains("half a com") }
        try terminal.quit()
        #expect(try sockets == [])
    }

    @Test("Only the user can reach the socket, and what is no place does nothing")
    func hostile() async throws {
        _ = try await home.followLine()
        let terminal = try home.terminal()
        try terminal.wait(for: "A line")
        let socket = try #require(try sockets.first)
        let permissions = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        let store = home.path + "/.local/share/fiber/fiber.sqlite"
        func message(_ place: String, _ name: String, in store: String) -> String {
            #"{"store":"\#(store)","request":{"open":{"_0":{"place":"\#(place)","name":"\#(name)"}}}}"#
        }
        for line in [
            "", "x", "{}", "[]", String(repeating: "x", count: 100_000), message("exec", "touch pwned", in: store),
            message("quit", "", in: store), message("settings", ":quit", in: store),
            message("ticket", "", in: store),
            message("topic", "\\u001b]0;x\\u0007", in: store), message("settings", "", in: "/elsewhere"),
        ] {
            let reply = try send(line, to: socket)
            #expect(reply == "" || reply.contains("refused") || reply.contains("elsewhere"), "\(line): \(reply)")
        }
        let reply = try send(message("settings", "", in: store), to: socket)
        #expect(reply.contains("done"), "\(reply)")
        try terminal.wait(for: "Settings")
        try terminal.quit()
        #expect(!FileManager.default.fileExists(atPath: home.path + "/pwned"))
    }

    @Test("Without a running Fiber, and with --new, fiber open opens one of its own")
    func alone() async throws {
        _ = try await home.followLine()
        // Left by a process that crashed.
        try home.write("", to: ".local/state/fiber/open-1.sock")
        let first = try home.terminal("open", "settings")
        try first.wait(for: "Settings")
        let second = try home.terminal("open", "--new", "help")
        try second.wait(for: "In the timeline")
        for terminal in [second, first] {
            try terminal.quit()
        }
    }

    @Test("Commands beside an open Fiber know a source by its own name, and a refresh reports only what was asked")
    func ownNames() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 2))
            server.script("/1", .text("", status: 404))
            try home.write("\(server.url("/0"))\n\(server.url("/1"))\n", to: "urls")
            #expect(try await home.fiber("import", home.path + "/urls").status == 0)
            let first = try await home.fiber("refresh")
            #expect(first.status == 1 && first.errors.contains("404"), "\(first)")
            let terminal = try home.terminal()
            try terminal.wait(for: "R0 item 0")
            let result = try await home.fiber("refresh", "--source", "Feed 0", "--quiet")
            #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result)")
            let opened = try await home.fiber("open", "source", "Feed 0")
            #expect(opened.status == 0, "\(opened)")
            try terminal.wait(for: "only Feed 0")
            server.script("/0", .text("", status: 404))
            let failed = try await home.fiber("refresh", "--source", "Feed 0")
            #expect(failed.status == 1 && failed.errors.contains("one source failed:\n  Feed 0"), "\(failed)")
            try terminal.quit()
        }
    }

    @Test("Commands beside an open Fiber do nothing while config.toml or library.toml is invalid")
    func invalidFiles() async throws {
        _ = try await home.followLine()
        let terminal = try home.terminal()
        try terminal.wait(for: "A line")
        for file in ["config.toml", "library.toml"] {
            let path = ".config/fiber/\(file)"
            let valid = try home.read(path)
            try home.write("x = = 3\n", to: path)
            for command in [["refresh"], ["refresh", "--quiet", "--if-due"], ["fill"], ["clean", "--keep", "1"]] {
                let outcome = try await home.fiber(command)
                #expect(outcome.status == 3 && outcome.errors.contains("\(file):1:"), "\(command): \(outcome)")
            }
            try home.write(valid, to: path)
            #expect(try await home.fiber("refresh").status == 0)
        }
        try terminal.quit()
    }

    @Test("Commands beside a suspended Fiber say that it is suspended, and it does nothing of theirs later")
    func suspended() async throws {
        _ = try await home.followLine()
        let terminal = try home.terminal()
        try terminal.wait(for: "A line")
        let socket = try #require(try sockets.first)
        terminal.signal(SIGSTOP)
        try terminal.waitForStop()
        for command in [
            ["refresh", "--wait", "1"], ["refresh", "--quiet", "--if-due", "--wait", "0"], ["fill", "--wait", "0"],
        ] {
            let outcome = try await home.fiber(command)
            #expect(
                outcome.status == 1 && outcome.errors.contains("suspended; `fg` resumes it"), "\(command): \(outcome)")
        }
        let opened = try await home.fiber("open", "settings")
        #expect(opened.status == 1 && opened.errors.contains("is suspended and was not asked"), "\(opened)")
        // Sent just before the stop, by a command that has given up since.
        let store = home.path + "/.local/share/fiber/fiber.sqlite"
        let request = #"{"store":"\#(store)","request":{"open":{"_0":{"place":"settings","name":""}}}}"#
        close(try sent(request, to: socket))
        terminal.signal(SIGCONT)
        #expect(try await home.fiber("open", "help").status == 0)
        try terminal.wait(for: "In the timeline")
        try terminal.type("q")
        try terminal.wait(until: "the timeline is back") { $0.contains("A line") && !$0.contains("Settings") }
        try terminal.quit()
    }

    @Test("An open Fiber removes old items for fiber clean")
    func cleaning() async throws {
        try await home.follow([#"{"title":"Old","id":"1","time":"2020-01-01T10:00:00Z"}"#])
        #expect(try await home.fiber("mark", "read", "old").status == 0)
        let terminal = try home.terminal()
        try terminal.wait(for: "Old")
        let cleaned = try await home.fiber("clean", "--older-than", "30", "--unchecked")
        #expect(cleaned.status == 0 && cleaned.output.hasPrefix("Removed 1 item."), "\(cleaned)")
        #expect(!cleaned.errors.contains("Waiting"), "\(cleaned)")
        try terminal.quit()
        #expect(try await home.fiber("timeline", "--json").objects.allSatisfy { $0["title"] as? String != "Old" })
    }

    /// Sends a line and returns the connection.
    private func sent(_ line: String, to path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
        let bytes = Array((line + "\n").utf8)
        // The other side may close before it has read all.
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        return descriptor
    }

    /// Sends a line and returns the answer, which is empty if the connection was closed without one.
    private func send(_ line: String, to path: String) throws -> String {
        let descriptor = try sent(line, to: path)
        defer { close(descriptor) }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
            answer += buffer[..<count]
        }
    }
}

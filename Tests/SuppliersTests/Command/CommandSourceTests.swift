import EngineConcepts
import EngineTestSupport
import Foundation
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import TestSupport
import Testing

@Suite("Commands as sources", .timeLimit(.minutes(30)))
struct CommandSourceTests {
    /// Only a safeguard against hanging: during the whole suite a command may wait for a processor.
    private static let generousLimits = CommandRunner.Limits(time: .seconds(3600))

    private let now = Timestamp(seconds: 1_795_262_400)

    private func fetch(
        _ address: String, limits: CommandRunner.Limits = Self.generousLimits,
        environment: [String: String] = ["PATH": "/usr/bin:/bin", "HOME": "/tmp", "SECRET": "x"]
    ) async throws -> FetchAnswer {
        try await withServer([:]) { _, transport in
            let dependencies = SupplierDependencies(
                transport: transport, time: ManualTimeSource(),
                commands: CommandRunner(environment: environment, limits: limits))
            return try await SupplierRegistry(dependencies)
                .supplier(for: SourceDescription(id: "command:x", address: address))
                .fetch(FetchRequest(origin: .newest, now: now))
        }
    }

    private func failure(
        _ address: String, limits: CommandRunner.Limits = Self.generousLimits
    ) async throws -> SupplierError? {
        do {
            _ = try await fetch(address, limits: limits)
            return nil
        } catch let error as SupplierError {
            return error
        }
    }

    @Test("Words are split as a shell splits them, and nothing is expanded")
    func words() async throws {
        let answer = try await fetch(#"exec:printf '{"title":"%s|%s|%s"}\n' 'a  b' "$HOME;*" c\ d"#)
        #expect(answer.items.map(\.body.title) == ["a b|$HOME;*|c d"])
        #expect(try await failure("exec:echo 'open")?.code == .unsupported)
        #expect(try await failure("exec:  ")?.code == .unsupported)
    }

    @Test("A command's environment holds what programs need to run, and no more")
    func environment() async throws {
        let answer = try await fetch(#"exec:sh -c 'echo "{\"title\":\"$SECRET|$HOME\"}"'"#)
        #expect(answer.items.map(\.body.title) == ["|/tmp"])
    }

    @Test("A failing exit status is an error with the command's own message")
    func status() async throws {
        let error = try #require(try await failure("exec:sh -c 'echo no luck today >&2; exit 3'"))
        #expect(error.code == .refused)
        #expect(error.message.english == "sh ended with status 3: no luck today")
        let missing = try await failure("exec:no-such-program-anywhere")
        #expect(missing?.message.english.contains("no program") ?? false)
        #expect(try await failure("exec:/no/such/path")?.code == .unreachable)
    }

    @Test("A command that does not end is terminated with its children")
    func time() async throws {
        let error = try await failure("exec:sh -c 'sleep 1000 & sleep 1000'", limits: .init(time: .milliseconds(200)))
        #expect(error?.code == .timedOut)
    }

    @Test("A background process that keeps the output open is not waited for")
    func leftBehind() async throws {
        let answer = try await fetch(
            #"exec:sh -c 'sleep 7200 & echo "{\"title\":\"here\"}"'"#, limits: .init(time: .seconds(3600)))
        #expect(answer.items.map(\.body.title) == ["here"])
        let error = try await failure(
            "exec:sh -c 'sleep 7200 & echo no luck >&2; exit 3'", limits: .init(time: .seconds(3600)))
        #expect(error?.message.english == "sh ended with status 3: no luck")
    }

    @Test(
        "Background processes are terminated with their command, except those in a session of their own",
        arguments: [0, 3])
    func nothingLeftBehind(status: Int) async throws {
        let folder = try TemporaryDirectory()
        let script = """
            cd \(folder.path)
            sleep 3000 & echo $! > plain
            sh -c 'trap "" TERM; echo $$ > deaf; exec sleep 3001' &
            setsid sh -c 'echo $$ > own; exec sleep 3002' >/dev/null 2>&1 &
            until [ -s deaf ] && [ -s own ]; do sleep 0.01; done
            echo '{}'; exit \(status)
            """
        try folder.write(script, to: "script")
        do {
            _ = try await fetch("exec:sh \(folder.path)/script", limits: .init(time: .seconds(3600)))
            #expect(status == 0)
        } catch {
            #expect(status != 0, "\(error)")
        }
        func isRunning(_ name: String) throws -> Bool {
            let process = try #require(Int32(folder.read(name).filter(\.isNumber)))
            // The process may have ended without having been reaped by its new parent.
            guard let state = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
            return !String(decoding: state, as: UTF8.self).contains(") Z ")
        }
        // A killed process remains until it is scheduled.
        while try isRunning("plain") || isRunning("deaf") { await Task.yield() }
        #expect(try isRunning("own"))
        #expect(kill(try #require(Int32(folder.read("own").filter(\.isNumber))), SIGKILL) == 0)
    }

    @Test("All output of a command is read, however long")
    func longOutput() async throws {
        let answer = try await fetch(
            #"exec:sh -c 'printf "{\"text\":\""; yes x | head -n 300000 | tr -d "\n"; printf "\"}"'"#)
        #expect(answer.items.map(\.body.text) == [.plain(String(repeating: "x", count: 300_000))])
    }

    @Test("A relative path starts in the home directory, and a missing program is reported with it")
    func relativePath() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("#!/bin/sh\necho '{\"title\":\"own\"}'\n", to: "feed.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(directory.path)/feed.sh")
        let environment = ["PATH": "/usr/bin:/bin", "HOME": directory.path]
        #expect(try await fetch("exec:./feed.sh", environment: environment).items.map(\.body.title) == ["own"])
        let error = await #expect(throws: SupplierError.self) {
            try await fetch("exec:bin/feed.sh", environment: environment)
        }
        #expect(
            error?.message.english.contains("bin/feed.sh in \(directory.path)") ?? false,
            "\(error?.message.english ?? "")")
    }

    @Test("Endless output of a command is stopped")
    func output() async throws {
        let error = try await failure("exec:yes", limits: .init(time: .seconds(3600), outputBytes: 1 << 16))
        #expect(error?.code == .limitExceeded)
    }

    @Test("A filter reads the document at its address and prints another")
    func filter() async throws {
        let rss =
            "<rss version='2.0'><channel><title>F</title><item><guid>1</guid><title>old</title></item></channel></rss>"
        try await withServer(["/feed": [.text(rss)]]) { server, transport in
            let registry = SupplierRegistry(dependencies(transport))
            let address = "filter:sed s/old/new/:\(server.url("/feed"))"
            let source = try await registry.probe(address, now: now).onlySource()
            #expect(source.name == "F")
            let supplier = try registry.supplier(for: source)
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.map(\.body.title) == ["new"])
            #expect(supplier.kind == .command)
        }
    }

    @Test("A filter may end without reading its input", arguments: [1 << 10, 1 << 20])
    func deafFilter(size: Int) async throws {
        let directory = try TemporaryDirectory()
        let rss =
            "<rss version='2.0'><channel><title>F</title><item><guid>1</guid><title>own</title></item></channel></rss>"
        try directory.write(rss, to: "own.xml")
        let document =
            "<rss><channel><description>" + String(repeating: "x", count: size) + "</description></channel></rss>"
        try await withServer(["/feed": [.text(document)]]) { server, transport in
            func answer(_ command: String) async throws -> FetchAnswer {
                try await SupplierRegistry(dependencies(transport))
                    .supplier(for: SourceDescription(id: "x", address: "filter:\(command):\(server.url("/feed"))"))
                    .fetch(FetchRequest(origin: .newest, now: now))
            }
            for _ in 0..<5 {
                let refused = await #expect(throws: SupplierError.self) { try await answer("/bin/false") }
                #expect(refused?.message.english == "/bin/false ended with status 1 and printed no error.")
                #expect(try await answer("/bin/true").items.isEmpty)
                #expect(try await answer("cat \(directory.path)/own.xml").items.map(\.body.title) == ["own"])
            }
            let whole = try await answer("sh -c 'wc -c | sed s/^/{\\\"title\\\":\\\"/\\;s/$/\\\"}/'")
            #expect(whole.items.map(\.body.title) == ["\(document.utf8.count)"])
        }
    }
}

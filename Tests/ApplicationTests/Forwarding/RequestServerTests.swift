import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Foundation
import ScenarioServer
import Suppliers
import TestSupport
import Testing

@testable import Application

@Suite("Serving requests of commands", .timeLimit(.minutes(30)))
struct RequestServerTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    /// Returns the reply of a running Fiber to a line, or `nil` if it closes the connection without one.
    private func reply(to line: String, in context: AppContext) async throws -> String? {
        let path = RequestSocket.path(of: getpid(), in: context.directories.state)
        return try await blockingCall {
            let connection = try UnixSocket.connected(to: path, timeout: .seconds(600))
            defer { close(connection) }
            UnixSocket.write(Array(line.utf8), to: connection)
            return RequestSocket.readLine(from: connection)
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test("A request of a megabyte reaches the running Fiber whole")
    func long() async throws {
        let query = String(repeating: "x", count: 1 << 20)
        let shown = WaitableState<[String]>([])
        try await AppContext.running(in: home) { context in
            let handlers = context.handlers { route in
                shown.withLock { $0.append("\(route)") }
                return .opened
            }
            let server = try RequestServer(handlers, readTimeout: .seconds(600))
            defer { server.end() }
            let request = OpenRequest(place: .search, name: query)
            let opened = try await RequestClient.send(request, for: context.directories, timeout: .seconds(600))
            #expect(opened != nil)
        }
        #expect(shown.withLock { $0 } == ["search(\"\(query)\")"])
    }

    @Test("A command that is cancelled ends the refresh that the running Fiber began for it")
    func cancelled() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", .held(by: "answer", then: Feeds.scenario(0, items: 1)))
            let source = try SourceCatalog.standard.source(at: server.url("/0"))
            try await AppContext.running(in: home) { context in
                _ = try context.sources.file.update { $0.put(source) }
                let requests = try RequestServer(context.handlers(), readTimeout: .seconds(600))
                defer { requests.end() }
                let events = context.engine.events()
                let sending = Task { [directories = context.directories] in
                    _ = try await RequestClient.send(RefreshRequest(), for: directories)
                }
                await server.waitForRequests(1)
                sending.cancel()
                await #expect(throws: CancellationError.self) { try await sending.value }
                var end: FillState?
                for await event in events {
                    guard case .fill(_, _, let state) = event, state.isFinal else { continue }
                    end = state
                    break
                }
                #expect(end == .cancelled)
                server.open("answer")
            }
        }
    }

    @Test("The reason for a refusal is sent as a message, which the command prints in its own language")
    func refusal() async throws {
        try await AppContext.running(in: home) { context in
            let server = try RequestServer(context.handlers { _ in .busy }, readTimeout: .seconds(600))
            defer { server.end() }
            let failure = await #expect(throws: CommandFailure.self) {
                _ = try await RequestClient.send(
                    OpenRequest(place: .timeline), for: context.directories, timeout: .seconds(600))
            }
            #expect(failure?.message == Message("runningFiberBusy", [:]))
        }
    }

    @Test("The start removes the sockets of Fibers that have crashed, and those of others stay")
    func leftovers() async throws {
        let ended = Process()
        ended.executableURL = URL(filePath: "/bin/sh")
        ended.arguments = ["-c", "exit 0"]
        try ended.run()
        ended.waitUntilExit()
        try await AppContext.running(in: home) { context in
            let state = context.directories.state
            try Directories.create(state)
            // The process with the number 1 always runs.
            let (left, others) = (
                RequestSocket.path(of: ended.processIdentifier, in: state), RequestSocket.path(of: 1, in: state)
            )
            for path in [left, others] { close(try UnixSocket.listen(at: path)) }
            let server = try RequestServer(context.handlers(), readTimeout: .seconds(600))
            defer { server.end() }
            #expect(!FileManager.default.fileExists(atPath: left))
            #expect(FileManager.default.fileExists(atPath: others))
        }
    }

    @Test("A refusal tells the exit status, with which the command ends")
    func statusOfRefusal() async throws {
        try await AppContext.running(in: home) { context in
            let server = try RequestServer(context.handlers(), readTimeout: .seconds(600))
            defer { server.end() }
            try "[[source\n".write(toFile: context.directories.libraryFile, atomically: true, encoding: .utf8)
            let failure = await #expect(throws: CommandFailure.self) {
                _ = try await RequestClient.send(RefreshRequest(), for: context.directories, timeout: .seconds(600))
            }
            #expect(failure?.status == .configuration, "\(failure?.message.key ?? "")")
        }
    }

    @Test("A refusal has its advice, which the command prints as if it had done the work itself")
    func adviceOfRefusal() async throws {
        try await AppContext.running(in: home) { context in
            let server = try RequestServer(context.handlers(), readTimeout: .seconds(600))
            defer { server.end() }
            let sources = ["a", "b"].map { "[[source]]\nid = \"file:\($0)\"\nurl = \"file:/\($0)\"\nname = \"Same\"\n" }
            try sources.joined().write(toFile: context.directories.libraryFile, atomically: true, encoding: .utf8)
            let failure = await #expect(throws: CommandFailure.self) {
                let request = RefreshRequest(sources: ["Same"])
                _ = try await RequestClient.send(request, for: context.directories, timeout: .seconds(600))
            }
            #expect(failure?.message.key == "sourceAmbiguous" && failure?.advice?.key == "nameByID")
        }
    }

    @Test("A reply that is too long for the command is replaced by a refusal")
    func longReply() async throws {
        try await AppContext.running(in: home) { context in
            let server = try RequestServer(context.handlers(), readTimeout: .seconds(600))
            defer { server.end() }
            // Each of them is written with an escape in the reply.
            let name = String(repeating: "/", count: 5 << 20)
            let line =
                #"{"store":"\#(context.directories.storeFile)","request":{"open":{"_0":{"place":"item","name":"\#(name)"}}}}"#
            let answer = try #require(try await reply(to: line, in: context))
            #expect(answer.contains("replyTooLong"))
        }
    }

    @Test("A request that cannot be read is left to other Fibers, so that a post of a newer command is not lost")
    func unreadable() async throws {
        try await AppContext.running(in: home) { context in
            let server = try RequestServer(context.handlers(), readTimeout: .seconds(600))
            defer { server.end() }
            let later = #"{"store":"\#(context.directories.storeFile)","request":{"later":{}}}"#
            let screen =
                #"{"store":"\#(context.directories.storeFile)","request":{"open":{"_0":{"place":"later","name":""}}}}"#
            for line in ["", "x", later, screen, #"{"store":"/another","request":{"later":{}}}"#] {
                let answer = Data(try #require(try await reply(to: line, in: context)).utf8)
                let reply = try JSONDecoder().decode(RequestReply<OpenResult>.self, from: answer)
                guard case .elsewhere = reply else {
                    Issue.record("\(line): \(reply)")
                    continue
                }
                let sender = try JSONDecoder().decode(ReplySender.self, from: answer)
                #expect(sender.version == Version.text)
                // Only the Fiber for whose store the request is says that it cannot read it.
                #expect(sender.isUnreadable == ([later, screen].contains(line) ? true : nil), "\(line)")
            }
        }
    }
}

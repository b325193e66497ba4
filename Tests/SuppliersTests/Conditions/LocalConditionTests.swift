import EngineConcepts
import EngineTestSupport
import Foundation
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import TestSupport
import Testing

@Suite("Commands, files and streams under network-like conditions", .timeLimit(.minutes(30)))
struct LocalConditionTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/document" }

    private static let feed =
        "<rss version='2.0'><channel><title>F</title><item><guid>1</guid><title>T</title></item>"
        + "<item><guid>2</guid><title>U</title></item></channel></rss>"
    /// The feed, truncated inside its second item.
    private static let half = String(feed.prefix(110))

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func withSupplier<Answer>(
        _ address: String, limits: CommandRunner.Limits = CommandRunner.Limits(time: .seconds(3600)),
        _ body: (any Supplier) async throws -> Answer
    ) async throws -> Answer {
        try await withServer([:]) { _, transport in
            let commands = CommandRunner(
                environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path], limits: limits)
            let registry = SupplierRegistry(
                SupplierDependencies(transport: transport, time: ManualTimeSource(), commands: commands))
            return try await body(registry.supplier(for: SourceDescription(id: "test:x", address: address)))
        }
    }

    private func fetch(_ supplier: any Supplier, memory: String? = nil) async throws -> FetchAnswer {
        try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: ServiceUnderTest.now))
    }

    // MARK: Commands

    @Test("A slow command is waited for")
    func slowCommand() async throws {
        #expect(mkfifo(path, 0o600) == 0)
        try await withSupplier("exec:cat '\(path)'") { supplier in
            async let answer = fetch(supplier)
            // Opening blocks until the command reads; both ends work in chunks.
            let path = path
            try await blockingCall {
                let pipe = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try pipe.write(contentsOf: Data(Self.half.utf8))
                try pipe.write(contentsOf: Data(Self.feed.dropFirst(Self.half.count).utf8))
                try pipe.close()
            }
            let items = try await answer.items
            #expect(items.map(\.id) == ["1", "2"])
        }
    }

    @Test(
        "A hanging command is terminated at its timeout, and its caller can be cancelled")
    func hangingCommand() async throws {
        let stubborn = #"exec:sh -c 'trap "" TERM; while :; do sleep 1; done'"#
        try await withSupplier(stubborn, limits: .init(time: .milliseconds(100))) { supplier in
            let error = await failure(of: supplier)
            #expect(error?.code == .timedOut)
            #expect(error?.message.english.hasPrefix("sh timed out after") ?? false, "\(String(describing: error))")
        }
        #expect(mkfifo(path, 0o600) == 0)
        try await withSupplier("exec:cat '\(path)'") { supplier in
            let task = Task { await failure(of: supplier) }
            let path = path
            // When this call returns, the command is running and reading.
            let pipe = try await blockingCall { try FileHandle(forWritingTo: URL(fileURLWithPath: path)) }
            task.cancel()
            #expect(await task.value?.code == .cancelled)
            try pipe.close()
        }
    }

    @Test(
        "A command that fails half-way delivers nothing; one that ends well with half a feed delivers it with a warning"
    )
    func dyingCommand() async throws {
        try directory.write(Self.half, to: "document")
        for (ending, words) in [("kill -KILL $$", "signal SIGKILL"), ("exit 3", "status 3")] {
            try await withSupplier("exec:sh -c 'cat \(path); \(ending)'") { supplier in
                let error = await failure(of: supplier)
                #expect(error?.code == .refused)
                #expect(error?.message.english.contains(words) ?? false, "\(String(describing: error))")
            }
        }
        try await withSupplier("exec:cat '\(path)'") { supplier in
            let answer = try await fetch(supplier)
            #expect(answer.items.map(\.id) == ["1"])
            #expect(
                answer.warning?.english.hasPrefix("What cat printed is broken at line 1") ?? false,
                "\(answer.warning?.english ?? "")")
        }
    }

    @Test(
        "A command that prints no feed is told apart from one that cannot run and one with no output"
    )
    func uselessCommands() async throws {
        try await withSupplier("exec:true") { supplier in
            let items = try await names(of: supplier)
            #expect(items == [])
        }
        for (address, code, words) in [
            ("exec:echo '<html><body>Hello</body></html>'", SupplierError.Code.malformed, "web page"),
            ("exec:echo hello", .malformed, "neither XML nor JSON"),
            ("exec:\(directory.path)", .unreachable, "There is no program"),
            ("exec:no-such-program-anywhere", .unreachable, "There is no program"),
        ] {
            try await withSupplier(address) { supplier in
                let error = await failure(of: supplier)
                #expect(error?.code == code, "\(address): \(String(describing: error))")
                #expect(error?.message.english.contains(words) ?? false, "\(address): \(String(describing: error))")
            }
        }
    }

    @Test("A command's valid output after a failure is delivered")
    func flakyCommand() async throws {
        try await withSupplier("exec:cat '\(path)'") { supplier in
            #expect(await failure(of: supplier)?.code == .refused)
            try directory.write(Self.feed, to: "document")
            let items = try await names(of: supplier)
            #expect(items == ["1", "2"])
        }
    }

    // MARK: Files

    @Test("A missing file is reported and read again when it is back")
    func missingFile() async throws {
        try directory.write(Self.feed, to: "document")
        try await withSupplier("file:\(path)") { supplier in
            let first = try await fetch(supplier)
            #expect(first.items.count == 2)
            try FileManager.default.removeItem(atPath: path)
            #expect(await failure(of: supplier, memory: first.memory)?.code == .unreachable)
            try directory.write(Self.feed, to: "document")
            let back = try await fetch(supplier)
            #expect(back.items.count == 2)
        }
    }

    @Test("The finished part of a feed that is being written is delivered with a warning, and the rest later")
    func halfFile() async throws {
        try directory.write(Self.half, to: "document")
        try await withSupplier("file:\(path)") { supplier in
            let first = try await fetch(supplier)
            #expect(first.items.map(\.id) == ["1"])
            #expect(
                first.warning?.english.contains("document is broken at line 1") ?? false,
                "\(first.warning?.english ?? "")")
            try directory.write(Self.feed, to: "document")
            let second = try await fetch(supplier, memory: first.memory)
            #expect(second.items.map(\.id) == ["1", "2"])
            #expect(second.warning == nil)
        }
    }

    @Test("Of a file that grows repeatedly only new lines are delivered, and of a replaced file all")
    func growingFile() async throws {
        func line(_ id: Int, title: String = "T") -> String {
            "{\"id\":\"\(id)\",\"title\":\"\(title)\",\"time\":\"2026-11-20T10:00:0\(id)Z\"}\n"
        }
        let unfinished = String(line(3).dropLast(5))
        let contents: [(text: String, new: [String])] = [
            (line(1), ["1"]),
            (line(1) + line(2) + unfinished, ["2"]),
            (line(1) + line(2) + line(3), ["3"]),
            (line(1) + line(2) + line(3) + line(4), ["4"]),
            (line(1) + line(2, title: "U") + line(3) + line(4) + line(5), ["1", "2", "3", "4", "5"]),
        ]
        try await withSupplier("file:\(path)") { supplier in
            var memory: String?
            for content in contents {
                try directory.write(content.text, to: "document")
                let answer = try await fetch(supplier, memory: memory)
                #expect(answer.items.map(\.id).sorted() == content.new)
                memory = answer.memory
            }
        }
    }

    @Test("Unreadable, endless and too large files are refused at once")
    func unreadableFiles() async throws {
        #expect(mkfifo(path, 0o600) == 0)
        let large = directory.path + "/large"
        #expect(FileManager.default.createFile(atPath: large, contents: nil))
        // A sparse file, which takes no disk space.
        try FileHandle(forWritingTo: URL(fileURLWithPath: large)).truncate(atOffset: 65 << 20)
        let loop = directory.path + "/loop"
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        for (path, code, words) in [
            (path, SupplierError.Code.unsupported, "not a regular file"), (directory.path, .unsupported, "a directory"),
            (large, .limitExceeded, "67 MB"), (loop, .unreachable, "cannot be read"),
        ] {
            try await withSupplier("file:\(path)") { supplier in
                let error = await failure(of: supplier)
                #expect(error?.code == code, "\(path): \(String(describing: error))")
                #expect(error?.message.english.contains(path) ?? false, "\(String(describing: error))")
                #expect(error?.message.english.contains(words) ?? false, "\(String(describing: error))")
            }
        }
    }

    @Test("Items beyond the limit of a file are reported and not claimed")
    func tooManyItems() async throws {
        func fetch(_ text: String, memory: String? = nil) async throws -> FetchAnswer {
            try directory.write(text, to: "document")
            return try await withServer([:]) { _, transport in
                let commands = CommandRunner(environment: [:])
                let registry = SupplierRegistry(
                    SupplierDependencies(
                        transport: transport, time: ManualTimeSource(), commands: commands, maximumItems: 3))
                let source = SourceDescription(id: "test:x", address: "file:\(path)")
                return try await registry.supplier(for: source)
                    .fetch(FetchRequest(origin: .newest, memory: memory, now: ServiceUnderTest.now))
            }
        }
        func lines(_ numbers: ClosedRange<Int>) -> String {
            numbers.map { "{\"id\":\"\($0)\",\"title\":\"T\",\"time\":\"2026-11-20T10:00:\(10 + $0)Z\"}\n" }.joined()
        }
        let log = try await fetch(lines(1...9))
        #expect(log.items.map(\.id) == ["7", "8", "9"])
        #expect(log.warning?.english.contains("has 9 new lines: the last 3 were read, 6 were left out.") ?? false)
        #expect(log.claims.map(\.timeframe.end.rfc3339) == ["2026-11-20T10:00:18Z"])
        let grown = try await fetch(lines(1...11), memory: log.memory)
        #expect(grown.items.map(\.id) == ["10", "11"])
        #expect(grown.warning == nil)
        #expect(grown.claims == log.claims && grown.end != .trueEnd, "what was left out is not claimed later")
        let items = (1...9).map { "<item><guid>\($0)</guid></item>" }.joined()
        let complete = "<complete xmlns='http://purl.org/syndication/history/1.0'/>"
        let feed = try await fetch("<rss version='2.0'><channel>\(complete)\(items)</channel></rss>")
        #expect(feed.items.map(\.id) == ["1", "2", "3"])
        #expect(feed.warning?.english.contains("6 were left out") ?? false)
        #expect(!feed.omissionsAreDeletions)
    }

    @Test("A file without read permission is reported", .disabled(if: getuid() == 0, "nothing is closed to root"))
    func closedFile() async throws {
        try directory.write(Self.feed, to: "document")
        #expect(chmod(path, 0) == 0)
        try await withSupplier("file:\(path)") { supplier in
            let error = await failure(of: supplier)
            #expect(error?.code == .notAuthorised)
            #expect(error?.message.english.contains("permissions") ?? false)
        }
    }

    // MARK: Streams

    @Test("A slow stream delivers whole lines as they come, and a feed at its end")
    func slowStream() async throws {
        let lines = StreamSupplier(name: "a stream")
        lines.append(Array((#"{"id":"1","title":"T"}"# + "\n" + #"{"id":"2","#).utf8))
        #expect(try await names(of: lines) == ["1"])
        #expect(try await names(of: lines) == [])
        lines.append(Array((#""title":"U"}"# + "\n").utf8))
        #expect(try await names(of: lines) == ["2"])
        let feed = StreamSupplier(name: "a stream")
        feed.append(Array(Self.half.utf8))
        #expect(try await names(of: feed) == [])
        feed.append(Array(Self.feed.dropFirst(Self.half.count).utf8))
        feed.end()
        #expect(try await names(of: feed) == ["1", "2"])
    }

    @Test("A broken stream delivers what came with a warning; one that is no feed is an error")
    func brokenStream() async throws {
        let broken = StreamSupplier(name: "a stream")
        broken.append(Array(Self.half.utf8))
        broken.end()
        let answer = try await fetch(broken)
        #expect(answer.items.map(\.id) == ["1"])
        #expect(
            answer.warning?.english.hasPrefix("What came on a stream is broken") ?? false,
            "\(answer.warning?.english ?? "")")
        let lines = StreamSupplier(name: "a stream")
        lines.append(Array((#"{"id":"1","title":"T"}"# + "\n" + #"{"id":"2","#).utf8))
        lines.end()
        let cut = try await fetch(lines)
        #expect(cut.items.map(\.body.text) == [.plain(""), .plain(#"{"id":"2","#)])
        for nonsense in ["<html><p>hello</p></html>", #"{"a":"# + "\n1, 2", "hello\0there\n"] {
            let words = StreamSupplier(name: "a stream")
            words.append(Array(nonsense.utf8))
            words.end()
            #expect(await failure(of: words)?.code == .malformed, "\(nonsense)")
        }
    }

    @Test("Lines of a stream that are not JSON are items of plain text, wherever they stand, and equal ones too")
    func plainLines() async throws {
        let stream = StreamSupplier(name: "a stream")
        stream.append(Array("starting up\n<13>a log\n".utf8))
        #expect(try await fetch(stream).items.map(\.body.text) == [.plain("starting up"), .plain("<13>a log")])
        stream.append(Array(("{broken\n" + #"{"title":"T","id":"1"}"# + "\nagain\nagain\n[1]\nhalf").utf8))
        let more = try await fetch(stream)
        #expect(more.items.map { $0.body.title ?? $0.body.text.source } == ["{broken", "T", "again", "again", "[1]"])
        #expect(Set(more.items.map(\.id)).count == 5)
        stream.end()
        #expect(try await fetch(stream).items.map(\.body.text) == [.plain("half")])
    }

    @Test("Of lines that arrive together, the last is the newest, whether they are text or objects without a time")
    func orderOfLines() async throws {
        func sorted(_ items: [SourceItem]) -> [String] {
            items.sorted { $0.nativeOrder < $1.nativeOrder }.map { $0.body.title ?? $0.body.text.source }
        }
        let stream = StreamSupplier(name: "a stream")
        stream.append(Array(("A\n" + #"{"title":"B"}"# + "\nC\n").utf8))
        let first = try await fetch(stream).items
        #expect(sorted(first) == ["C", "B", "A"])
        stream.append(Array((#"{"title":"D"}"# + "\nE\n").utf8))
        #expect(sorted(try await fetch(stream).items + first) == ["E", "D", "C", "B", "A"])
    }

    @Test("A first line that is only like JSON does not hide the lines behind it")
    func brokenFirstLine() async throws {
        let stream = StreamSupplier(name: "a stream")
        stream.append(Array("{starting\n".utf8))
        #expect(try await names(of: stream) == [])
        stream.append(Array((#"{"title":"T","id":"1"}"# + "\n").utf8))
        #expect(try await names(of: stream) == ["line:1", "1"])
    }

    @Test("An endless stream without line ends is stopped at the limit")
    func endlessStream() async throws {
        let supplier = StreamSupplier(name: "a stream")
        let piece = Array(repeating: UInt8(0x20), count: 1 << 20)
        supplier.append(Array("<rss>".utf8))
        for _ in 0..<64 { supplier.append(piece) }
        #expect(await failure(of: supplier)?.code == .limitExceeded)
    }

    @Test("A stream takes lines until a window of them waits, and again once they are delivered")
    func streamWindow() async throws {
        let stream = StreamSupplier(name: "a stream")
        let piece = Array(String(repeating: "hello\n", count: 10_000).utf8)
        var appended = 0
        while stream.intake == .data {
            stream.append(piece)
            appended += piece.count
            try #require(appended < 1 << 20)
        }
        #expect(stream.intake == .dataAfterDelivery)
        #expect(try await fetch(stream).items.count == appended / 6)
        #expect(stream.intake == .data)
    }

    @Test("A stream of too many lines delivers the first ones, then reports the limit and takes nothing more")
    func streamOfTooManyLines() async throws {
        let stream = StreamSupplier(name: "a stream", maximumItems: 3)
        stream.append(Array("1\n2\n".utf8))
        #expect(try await fetch(stream).items.count == 2)
        stream.append(Array("3\n4\n5\n".utf8))
        #expect(try await fetch(stream).items.map(\.body.text) == [.plain("3")])
        #expect(stream.intake == .nothing)
        let error = await failure(of: stream)
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.english.contains("network.feed-items") ?? false, "\(error?.message.english ?? "")")
        let whole = StreamSupplier(name: "a stream", maximumItems: 3)
        whole.append(Array("1\n2\n3\n".utf8))
        whole.end()
        #expect(try await fetch(whole).items.count == 3)
        #expect(try await fetch(whole).items.isEmpty)
    }

    @Test("Lines that were not stored, since their fill was cancelled, are delivered again, also at the limit of items")
    func lostLines() async throws {
        let stored = WaitableState<Set<TicketID>>([])
        let stream = StreamSupplier(name: "a stream", maximumItems: 3) { id in stored.withLock { $0.contains(id) } }
        func store(_ items: [SourceItem]) {
            stored.withLock { $0.formUnion(items.map { TicketID(supplier: stream.id, item: $0.id) }) }
        }
        stream.append(Array("1\n".utf8))
        store(try await fetch(stream).items)
        stream.append(Array("2\n".utf8))
        #expect(try await fetch(stream).items.map(\.body.text) == [.plain("2")])
        stream.append(Array("3\n4\n".utf8))
        for _ in 0..<2 {
            #expect(try await fetch(stream).items.map(\.body.text) == [.plain("2"), .plain("3")])
        }
        store(try await fetch(stream).items)
        #expect(await failure(of: stream)?.code == .limitExceeded)
    }
}

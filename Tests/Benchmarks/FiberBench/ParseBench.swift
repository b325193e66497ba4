import ArgumentParser
import FeedParsing
import Foundation
import Suppliers
import TestSupport

/// Measures the feed parser with a generated corpus, compared with other programs.
struct ParseBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse",
        abstract: "Measure parsing feeds: the library, `fiber parse --no-text`, `sfeed` and `xmllint --sax --stream`.",
        discussion: """
            Throughput in megabytes a second of processor time, so that what else runs on the machine counts little: \
            everything measured runs on one thread. Each round runs all of them in turn; the best round counts. \
            Programs are whole processes, with starting, reading the file and printing to /dev/null.
            """)

    @Option(help: "The built program.")
    var fiber: String?

    @Option(help: "How many megabytes each document has.")
    var megabytes = 16

    @Option(help: "How often each document is read.")
    var rounds = 5

    func run() throws {
        for measurement in try measure() { print(measurement.line) }
    }

    func measure() throws -> [Measurement] {
        let scratch = try TemporaryDirectory()
        let corpus = FeedCorpus()
        var readers = try ParserUnderTest.library + ParserUnderTest.programs(fiber: fiber, home: scratch.path)
        for kind in FeedCorpus.Kind.allCases {
            let bytes = corpus.document(kind, bytes: megabytes << 20)
            let path = try scratch.write(Data(bytes), to: kind.rawValue)
            for _ in 0..<max(1, rounds) {
                for index in readers.indices where kind.isXML || readers[index].readsJSON {
                    try readers[index].read(kind, bytes, path)
                }
            }
        }
        return rows(readers)
    }

    private func rows(_ readers: [ParserUnderTest]) -> [Measurement] {
        let sfeed = readers.first { $0.name == "sfeed" }?.speed
        let others = readers.filter { !$0.isOwn }
            .compactMap { reader in reader.speed.map { "`\(reader.name)` \(rounded($0)) MB/s" } }
        let peers = sfeed == nil ? ["sfeed is not installed"] + others : others
        return readers.filter(\.isOwn)
            .compactMap { reader in
                guard let speed = reader.speed else { return nil }
                let ratio = sfeed.map { ", \(rounded(speed / $0)) × sfeed" } ?? ""
                return Measurement(
                    what: "parsing XML feeds, \(reader.name)", previous: reader.previous,
                    result: "\(rounded(speed)) MB/s\(ratio)",
                    target: reader.target,
                    peers: peers.joined(separator: "; "), command: "FiberBench parse --fiber fiber")
            }
    }
}

/// A program or library that parses feeds, with its measured time.
private struct ParserUnderTest {
    let name: String
    /// True for this program and its library.
    let isOwn: Bool
    /// The required ratio, or empty if none is required.
    let target: String
    /// The previous ratio, or empty.
    let previous: String
    let readsJSON: Bool
    /// Parses a document, given as bytes and as a file.
    let work: ([UInt8], String) throws -> Void
    /// The account of the work's processor time.
    let account: ProcessorTime.Account

    private var best: [FeedCorpus.Kind: (seconds: Double, bytes: Int)] = [:]

    mutating func read(_ kind: FeedCorpus.Kind, _ bytes: [UInt8], _ path: String) throws {
        let start = ProcessorTime.spent(by: account)
        try work(bytes, path)
        let seconds = ProcessorTime.spent(by: account) - start
        best[kind] = (min(seconds, best[kind]?.seconds ?? .infinity), bytes.count)
    }

    /// The speed in megabytes per second over all XML documents, which every parser reads, or `nil` if none was read.
    var speed: Double? {
        let read = FeedCorpus.Kind.allCases.filter(\.isXML).compactMap { best[$0] }
        guard !read.isEmpty else { return nil }
        return Double(read.map(\.bytes).reduce(0, +)) / 1_000_000 / read.map(\.seconds).reduce(0, +)
    }
}

extension ParserUnderTest {
    /// The parser in this process, with input in chunks as from a network.
    static var library: [ParserUnderTest] {
        [
            ParserUnderTest(name: "library", isOwn: true, target: "≥ 1 × sfeed", account: .thisProcess) { bytes, _ in
                _ = try parse(bytes)
            },
            ParserUnderTest(name: "library, rendering every text", isOwn: true, account: .thisProcess) { bytes, _ in
                for item in try parse(bytes).items { _ = (item.content ?? item.summary)?.rendered(base: item.base) }
            },
        ]
    }

    /// Returns the installed programs.
    static func programs(fiber: String?, home: String) throws -> [ParserUnderTest] {
        func program(_ path: String?, _ arguments: [String]) -> ParserUnderTest? {
            path.map { path in
                let name = URL(fileURLWithPath: path).lastPathComponent
                return ParserUnderTest(
                    name: ([name] + arguments).joined(separator: " "), isOwn: path == fiber,
                    target: path == fiber ? "≥ 0.8 × sfeed" : "", previous: path == fiber ? "0.40 × sfeed" : "",
                    readsJSON: path == fiber, account: .children
                ) { _, file in
                    _ = try Program.time(path, arguments, input: file, home: home)
                }
            }
        }
        return [
            program(fiber, ["parse", "--no-text", "-"]), program(Program.find("sfeed"), []),
            program(Program.find("xmllint"), ["--sax", "--stream", "--noout", "-"]),
        ]
        .compactMap(\.self)
    }

    private init(
        name: String, isOwn: Bool, target: String = "", previous: String = "", readsJSON: Bool = true,
        account: ProcessorTime.Account, work: @escaping ([UInt8], String) throws -> Void
    ) {
        self.name = name
        self.isOwn = isOwn
        self.target = target
        self.previous = previous
        self.readsJSON = readsJSON
        self.account = account
        self.work = work
    }

    private static func parse(_ bytes: [UInt8]) throws -> FeedDocument {
        let parser = FeedParser(base: "https://corpus.example/feed")
        bytes.withUnsafeBytes { all in
            var rest = all[...]
            while !rest.isEmpty {
                parser.append(UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 16)))
                rest = rest.dropFirst(1 << 16)
            }
        }
        return try parser.finish()
    }
}

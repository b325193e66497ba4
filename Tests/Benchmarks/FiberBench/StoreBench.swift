import ArgumentParser
import EngineConcepts
import Foundation
import Queries
import Storage

/// Fills a store with so many generated tickets and measures the time.
struct StoreBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Make a store of many tickets, and a library of the sources that they are from."
    )

    @Option(help: "The number of tickets.")
    var tickets = 100_000

    @Option(help: "The number of sources.")
    var sources = 50

    @Flag(help: "Give tickets excerpts of 200 to 600 bytes instead of articles.")
    var excerpts = false

    @Option(help: "The number of topics.")
    var topics = 0

    @Option(help: "The number of rules.")
    var rules = 0

    @Flag(help: "Also match stories and index all words, as an open Fiber does in the background.")
    var settled = false

    @Option(help: "The directory to make the store and the library in; must not exist.")
    var directory: String

    func run() async throws {
        let times = try await make()
        print(
            "\(tickets) tickets of \(sources) sources in \(directory): written in \(rounded(times.writing.seconds)) s, background work \(rounded(times.background.seconds)) s"
        )
    }

    /// Makes the store, and returns the times of the commits and of the background work.
    func make() async throws -> (writing: Duration, background: Duration) {
        guard !FileManager.default.fileExists(atPath: directory) else {
            throw ValidationError("\(directory) exists already.")
        }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let maker = TicketMaker(sources: sources, excerpts: excerpts)
        let labels = LabelMaker(topics: topics, rules: rules)
        try (maker.library + labels.library)
            .write(toFile: "\(directory)/library.toml", atomically: true, encoding: .utf8)
        let store = try TrackDatabase(path: "\(directory)/fiber.sqlite")
        if topics + rules > 0 {
            let classifier = QueryClassifier(topics: try labels.topics(), rules: try labels.rules()) {
                Timestamp(seconds: 1_795_000_000)
            }
            try await store.adopt(classifier)
        }
        var writing = Duration.zero
        let part = 20_000
        // Made while the one before is written.
        async let first = maker.commit(from: 0, count: min(part, tickets))
        var commit = await first
        var done = 0
        while done < tickets {
            let (from, count) = (done + part, min(part, tickets - done - part))
            async let next =
                count > 0
                ? maker.commit(from: from, count: count) : TrackCommit(active: [], visibleRanges: TimeframeSet())
            let start = ContinuousClock.now
            _ = try await store.commit(commit)
            writing += ContinuousClock.now - start
            commit = await next
            done += part
        }
        let start = ContinuousClock.now
        if settled { try await store.runBackgroundWork() }
        let background = ContinuousClock.now - start
        try await store.close()
        return (writing, background)
    }
}

/// Generates tickets that resemble a feed's: a title, HTML of any length in some language, a link, an author, tags.
struct TicketMaker {
    let sources: Int
    /// True for bodies of 200 to 600 bytes only, which half of all feeds have.
    var excerpts = false
    private let vocabulary = Vocabulary()
    private let newest = Timestamp(seconds: 1_795_000_000)

    func commit(from first: Int, count: Int) -> TrackCommit {
        // No ticket has more sentences than this.
        var prose = Prose(seed: UInt64(first), vocabulary: vocabulary, firstSentence: first * 1024)
        let entries = (first..<first + count)
            .map { index -> TrackCommit.Entry in
                let item = item(index, &prose)
                return TrackCommit.Entry(
                    ticket: Ticket(item, of: id(index % sources), seen: newest), fingerprint: item.fingerprint)
            }
        var supplierState = SupplierState()
        if let covered = Timeframe.everythingBefore(newest) {
            supplierState.ranges.coverage.add(Claim(covered))
        }
        supplierState.requests.condition = .healthy
        let supplierStates = Dictionary(uniqueKeysWithValues: (0..<sources).map { (id($0), supplierState) })
        return TrackCommit(
            inserted: entries, supplierStates: supplierStates, active: Set(supplierStates.keys),
            visibleRanges: TimeframeSet(Timeframe.everythingBefore(newest).map { [$0] } ?? []))
    }

    var library: String {
        (0..<sources)
            .map { index in
                """
                [[source]]
                id = "\(id(index))"
                url = "http://127.0.0.1:9/\(index).xml"
                name = "Source \(index)"
                paused = true

                """
            }
            .joined(separator: "\n")
    }

    private func id(_ index: Int) -> SupplierID {
        SupplierID("feed:source-\(index)")
    }

    private func item(_ index: Int, _ prose: inout Prose) -> SourceItem {
        let language = prose.language()
        let author = "\(prose.rareWord(in: language)) Author \(index % 9)"
        let headline = prose.sentence(words: 4 + prose.number(below: 9), in: language, ends: false)
        let length = excerpts ? 100 + prose.number(below: 400) : prose.bodyLength()
        // Topics, rules and searches look for these words.
        let marked = "<p>Report \(index) ran \(index % 40) laps on the same tyres and has \(index % 7) marks.</p>"
        return SourceItem(
            id: "https://source.example/\(index)", orderTime: newest.advanced(by: .seconds(-Int64(index) * 37 - 1)),
            nativeOrder: Int64(index),
            body: TicketBody(
                title: "Report \(index) of the \(index % 24)th hour: \(headline)",
                text: .html(marked + prose.html(bytes: length, in: language), base: nil),
                author: Author(id: author, name: author),
                link: "https://source.example/\(index)",
                language: prose.isTrue(oneIn: 2) ? language.code : nil,
                tags: (0..<prose.number(below: 5)).map { _ in prose.rareWord(in: language) }))
    }
}

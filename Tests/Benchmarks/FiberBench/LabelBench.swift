import ArgumentParser
import EngineConcepts
import Foundation
import Queries
import Storage
import TestSupport

/// Measures topics, rules and searches over a store that `store` created.
struct LabelBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "labels",
        abstract: "Measure topics, the filter and search in a store that `store` made. The store is changed.")

    @Option(help: "The directory of the store.")
    var directory: String

    @Option(help: "The number of topics.")
    var topics = 50

    @Option(help: "The number of rules.")
    var rules = 200

    @Option(help: "The number of tickets that are decided about in one transaction.")
    var portion = 500

    @Flag(help: "Decide about all that is stored, and measure nothing else.")
    var sweepOnly = false

    @Option(help: "How often to measure each thing.")
    var runs = 15

    func run() async throws {
        let path = "\(directory)/fiber.sqlite"
        let opening = ContinuousClock.now
        let store = try TrackDatabase(path: path)
        report("open", [ContinuousClock.now - opening])
        report("size before", try size(of: path))
        let maker = LabelMaker(topics: topics, rules: rules)
        let classifier = QueryClassifier(topics: try maker.topics(), rules: try maker.rules()) {
            Timestamp(seconds: 1_795_000_000)
        }
        try await store.adopt(classifier)
        try await label(store)
        guard !sweepOnly else { return try await store.close() }
        try await index(store)
        try await matchStories(store)
        try await measureViews(store, classifier)
        try await measureSearches(store)
        try await store.close()
        report("size after", try size(of: path))
        try await measureCommits(classifier)
    }

    /// Evaluates labels as the program does in the background, and reports the longest wait for marking a ticket
    /// meanwhile.
    private func label(_ store: TrackDatabase) async throws {
        let start = ContinuousClock.now
        var slowest: Duration = .zero
        while try await !step({ try await store.classify(upTo: portion).isComplete }, slowest: &slowest) {}
        report("labels of all decided in \(ContinuousClock.now - start); longest step", [slowest])
    }

    private func index(_ store: TrackDatabase) async throws {
        let start = ContinuousClock.now
        var slowest: Duration = .zero
        while try await !step({ try await store.index(upTo: 100) }, slowest: &slowest) {}
        report("all indexed in \(ContinuousClock.now - start); longest step", [slowest])
    }

    private func matchStories(_ store: TrackDatabase) async throws {
        let start = ContinuousClock.now
        var slowest: Duration = .zero
        while try await !step({ try await store.matchStories(upTo: 500).isComplete }, slowest: &slowest) {}
        report("stories of all found in \(ContinuousClock.now - start); longest step", [slowest])
    }

    private func step(_ body: () async throws -> Bool, slowest: inout Duration) async throws -> Bool {
        let start = ContinuousClock.now
        let isDone = try await body()
        slowest = max(slowest, ContinuousClock.now - start)
        return isDone
    }

    private func measureViews(_ store: TrackDatabase, _ classifier: QueryClassifier) async throws {
        let labels = classifier.labels.filter { $0.effect == nil }.map(\.id)
        func window(_ view: TrackView) async throws -> Int {
            try await store.window(WindowRequest(anchor: .top, above: 0, below: 60, view: view)).rows.count
        }
        try await measure("topic switch: window") {
            try await window(TrackView(topics: TopicSelection([labels[$0 % labels.count]]), filter: .on))
        }
        try await measure("two topics, either: window") {
            let chosen = TopicSelection([labels[$0 % labels.count], labels[($0 + 7) % labels.count]])
            return try await window(TrackView(topics: chosen, filter: .on))
        }
        try await measure("two topics, both: window") {
            let chosen = TopicSelection([labels[$0 % 24], labels[24 + $0 % 20]], .intersection)
            return try await window(TrackView(topics: chosen, filter: .on))
        }
        try await measure("filter toggled: window") {
            try await window(TrackView(filter: $0.isMultiple(of: 2) ? .off : .on))
        }
        try await measure("filter toggled, in the middle: window") {
            let time = Timestamp(seconds: 1_795_000_000 - Int64($0) * 1_000_000)
            let view = TrackView(filter: $0.isMultiple(of: 2) ? .off : .on)
            return try await store.window(WindowRequest(anchor: .time(time), above: 30, below: 30, view: view)).rows
                .count
        }
        try await measure("what the filter hides: window") { _ in try await window(TrackView(filter: .hiddenOnly)) }
        try await measure("counts of a topic") {
            try await store.counts(in: TrackView(topics: TopicSelection([labels[$0 % labels.count]]), filter: .on))
                .total
        }
        try await measure("counts of every topic") { _ in try await store.labelCounts(in: TrackView(filter: .on)).count
        }
        var start = ContinuousClock.now
        let marked = try await store.markRead(downFrom: nil, in: TrackView(topics: TopicSelection([labels[1]])))
        report("a topic of \(marked.count) marked as read", [ContinuousClock.now - start])
        start = ContinuousClock.now
        _ = try await store.mark(marked, MarkChange(read: false))
        report("the same marked as unread", [ContinuousClock.now - start])
    }

    private func measureSearches(_ store: TrackDatabase) async throws {
        let queries = [
            "re*", "report", "tyres", "\"33 laps\"", "title:\"3rd hour\"", "49999", "marks -floor", "author:7",
        ]
        for text in queries {
            let reader = store.search(try Query(parsing: text)) { Timestamp(seconds: 1_795_000_000) }
            try await measure("search \(text): window") { _ in
                try await reader.window(WindowRequest(anchor: .top, above: 0, below: 60, view: TrackView(filter: .on)))
                    .rows.count
            }
            try await measure("search \(text): counted") { _ in
                try await reader.counts(in: TrackView(filter: .on)).total
            }
        }
    }

    /// Commits to new stores, with and without labels.
    private func measureCommits(_ classifier: QueryClassifier) async throws {
        let maker = TicketMaker(sources: 50)
        for isLabelled in [false, true] {
            var times: [Duration] = []
            for _ in 0..<5 {
                let scratch = try TemporaryDirectory()
                let store = try TrackDatabase(path: scratch.path + "/fiber.sqlite")
                if isLabelled {
                    try await store.adopt(classifier)
                }
                let commit = maker.commit(from: 0, count: 10_000)
                let start = ContinuousClock.now
                _ = try await store.commit(commit)
                times.append(ContinuousClock.now - start)
                try await store.close()
            }
            report("commit of 10,000 tickets \(isLabelled ? "with" : "without") labels", times)
        }
    }

    private func measure(_ what: String, _ body: (Int) async throws -> Int) async throws {
        var times: [Duration] = []
        var found = 0
        for run in 0..<runs {
            let start = ContinuousClock.now
            found = try await body(run)
            times.append(ContinuousClock.now - start)
        }
        report("\(what) (\(found))", times)
    }

    private func report(_ what: String, _ times: [Duration]) {
        let sorted = times.sorted()
        let words = [("min", sorted[0]), ("median", sorted[sorted.count / 2]), ("max", sorted[sorted.count - 1])]
            .map { "\($0) \((($1 / .microseconds(10)).rounded()) / 100) ms" }
        print("\(what): \(words.joined(separator: ", "))")
    }

    private func report(_ what: String, _ bytes: Int) {
        print("\(what): \(bytes / 1_000_000) MB")
    }

    private func size(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}

/// Creates topics and rules for ``TicketMaker``'s tickets: a few match some, most rules match none.
struct LabelMaker {
    let topicCount: Int
    let ruleCount: Int

    init(topics: Int, rules: Int) {
        topicCount = topics
        ruleCount = rules
    }

    func topics() throws -> [Topic] {
        try (0..<topicCount).map { Topic(name: "\($0)", query: try Query(parsing: topic($0))) }
    }

    func rules() throws -> [Rule] {
        try (0..<ruleCount).map { Rule(name: "\($0)", query: try Query(parsing: rule($0))) }
    }

    /// The same as the content of `library.toml`.
    var library: String {
        let topics = (0..<topicCount).map { Self.table("topic", $0, topic($0)) }
        return (topics + (0..<ruleCount).map { Self.table("rule", $0, rule($0)) }).joined()
    }

    private static func table(_ kind: String, _ number: Int, _ query: String) -> String {
        "\n[[\(kind)]]\nname = \"\(number)\"\nquery = '\(query)'\n"
    }

    private func topic(_ number: Int) -> String {
        number < 24 ? "\"the \(number)th hour\"" : "\"ran \(number % 40) laps\""
    }

    private func rule(_ number: Int) -> String {
        switch number % 10 {
        case 0: "\"\(number % 40) laps\" author:\"author \(number % 9)\""
        case 1: "title:nobody\(number) OR tag:nothing\(number)"
        default: "unheard\(number) OR \"never said \(number)\""
        }
    }
}

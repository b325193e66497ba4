import ArgumentParser
import EngineConcepts
import Queries
import TestSupport

/// Evaluates the queries of many topics and rules on many tickets: in one pass per ticket, and each query by itself.
struct QueriesBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queries", abstract: "Measure topics and rules over tickets, beside each query asked by itself.")

    @Option(help: "The number of tickets.")
    var tickets = 10_000

    @Option(help: "The number of queries.")
    var queries = 250

    @Option(help: "The number of tickets that each query is asked about by itself.")
    var aloneTickets = 200

    func run() throws {
        for measurement in try measure() { print(measurement.line) }
    }

    func measure() throws -> [Measurement] {
        var maker = TextMaker()
        let subjects = (0..<tickets).map { maker.subject($0) }
        let asked = try (0..<queries).map { try Query(parsing: maker.query($0)) }
        let (set, _) = spending { QuerySet(asked) }
        let (_, together) = spending {
            for subject in subjects { _ = set.verdicts(on: subject, at: maker.now) }
        }
        let few = subjects.prefix(aloneTickets)
        let matchers = asked.map { QueryMatcher($0) }
        let (picked, alone) = spending {
            few.reduce(0) { sum, subject in
                sum + matchers.count { $0.verdict(on: subject, at: maker.now) == .yes }
            }
        }
        let same = few.reduce(0) { $0 + set.verdicts(on: $1, at: maker.now).count { $0 == .yes } }
        guard same == picked else { throw MeasurementError("Together \(same) are picked, alone \(picked).") }
        let indexer = SearchIndexer()
        let (_, indexing) = spending {
            subjects.reduce(0) { $0 + indexer.document(of: $1.ticket).text.utf8.count }
        }
        let command = "FiberBench queries"
        return [
            Measurement(
                what: "\(queries) topics and rules on a ticket of 1 KB",
                result: "\(together / max(1, tickets)) µs in one pass",
                peers: "each query by itself \(alone / max(1, few.count)) µs", command: command),
            Measurement(
                what: "splitting a ticket of 1 KB into words for the full-text index",
                result: "\(indexing / max(1, tickets)) µs", command: command),
        ]
    }

    /// Returns the result of `work` and its time.
    private func spending<Result>(_ work: () -> Result) -> (Result, microseconds: Int) {
        let start = ProcessorTime.spent(by: .thisProcess)
        let result = work()
        return (result, Int((ProcessorTime.spent(by: .thisProcess) - start) * 1_000_000))
    }
}

/// Tickets and queries about their words.
private struct TextMaker {
    let now = Timestamp(seconds: 1_795_000_000)
    private let vocabulary = Vocabulary()
    private var prose: Prose
    private let words: [String]

    init() {
        prose = Prose(seed: 23, vocabulary: vocabulary)
        words = vocabulary.languages.flatMap { $0.words.prefix(600) }
    }

    /// A quarter of the tickets do not state their language.
    mutating func subject(_ index: Int) -> QuerySubject {
        let language = prose.language()
        let link = "<p><a href=\"https://site\(index % 90).example/x\">more</a></p>"
        let body = TicketBody(
            title: prose.sentence(words: 8, in: language, ends: false),
            text: .html(prose.html(bytes: 900, in: language) + link, base: nil),
            author: Author(id: "a", name: "Writer \(index % 300)"), link: "https://site\(index % 50).example/\(index)",
            language: index % 4 == 3 ? nil : language.code, tags: ["tag\(index % 40)"])
        let time = now.advanced(by: .seconds(-Int64(index) * 60))
        let key = OrderKey(
            time: time, nativeOrder: 0, id: TicketID(supplier: SupplierID("feed:s\(index % 50)"), item: "\(index)"))
        return QuerySubject(Ticket(key: key, shownTime: time, body: body), marks: Marks())
    }

    /// Returns a query: a fifth are topics of several words and tags; the rest are rules with words, phrases, people,
    /// sites, and a few expressions.
    func query(_ index: Int) -> String {
        var random = SeededGenerator(seed: UInt64(1_000_000 + index))
        func rare() -> String { words[random.below(words.count)] }
        switch index % 10 {
        case 0: return "tag:(tag\(index % 40) OR tag\(index % 37)) OR \(rare()) OR \(rare()) OR \"\(rare()) \(rare())\""
        case 1: return "(\(rare()) OR \(rare())) lang:(en OR es) -is:boost"
        case 2: return "author:\"Writer \(index)\""
        case 3: return "site:site\(index % 90).example \(rare())"
        case 4: return "\"\(rare()) \(rare())\""
        case 5: return "title:\(rare()) OR title:\(rare().prefix(3))*"
        case 6: return index % 50 == 6 ? "/\(rare())\\s+\(rare())/" : "\(rare()) \(rare())"
        case 7: return "\(rare()) OR \(rare()) OR \(rare()) OR \(rare())"
        case 8: return "source:s\(index % 50) \(rare()) is:unread"
        default: return "\(rare()) -title:\(rare()) age:<5d"
        }
    }
}

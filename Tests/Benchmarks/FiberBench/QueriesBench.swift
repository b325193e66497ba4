import ArgumentParser
import EngineConcepts
import Queries

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
        let maker = TextMaker()
        let subjects = (0..<tickets).map { maker.subject($0) }
        let asked = try (0..<queries).map { try Query(parsing: maker.query($0)) }
        let bytes = subjects.reduce(0) { $0 + $1.ticket.body.text.source.utf8.count } / max(1, tickets)
        print("\(tickets) tickets of \(bytes) bytes of HTML, \(queries) queries; microseconds of processor time:")

        let (set, building) = spending { QuerySet(asked) }
        print("to prepare the queries: \(building)")
        let (_, together) = spending {
            for subject in subjects { _ = set.verdicts(on: subject, at: maker.now) }
        }
        print("a ticket, all queries in one pass: \(together / max(1, tickets))")

        let few = subjects.prefix(aloneTickets)
        let matchers = asked.map { QueryMatcher($0) }
        let (picked, alone) = spending {
            few.reduce(0) { sum, subject in
                sum + matchers.count { $0.verdict(on: subject, at: maker.now) == .yes }
            }
        }
        print("a ticket, each query by itself: \(alone / max(1, few.count))")
        let same = few.reduce(0) { $0 + set.verdicts(on: $1, at: maker.now).count { $0 == .yes } }
        guard same == picked else { throw ValidationError("Together \(same) are picked, alone \(picked).") }

        let indexer = SearchIndexer()
        let (_, indexing) = spending {
            subjects.reduce(0) { $0 + SearchDocument($1.ticket, by: indexer).text.utf8.count }
        }
        print("a ticket, split into words for the full-text index: \(indexing / max(1, tickets))")
    }

    /// Returns the result of `work` and its time.
    private func spending<Result>(_ work: () -> Result) -> (Result, microseconds: Int) {
        let start = ProcessorTime.spent(by: .thisProcess)
        let result = work()
        return (result, Int((ProcessorTime.spent(by: .thisProcess) - start) * 1_000_000))
    }
}

/// Generated texts with realistic word frequencies: the n-th most frequent word occurs 1/n as often as the first.
private struct TextMaker {
    let now = Timestamp(seconds: 1_795_000_000)
    private let words: [String]
    private let languages = ["en", "en", "es", nil]

    init() {
        let onsets = ["b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "st", "br", "tr"]
        let vowels = ["a", "e", "i", "o", "u", "é", "ea", "ou"]
        let ends = ["", "n", "r", "s", "t", "ng", "ring", "ed", "ion"]
        words = (0..<8000)
            .map { index in
                var rest = index
                var word = ""
                repeat {
                    word += onsets[rest % onsets.count] + vowels[rest / onsets.count % vowels.count]
                    rest /= onsets.count * vowels.count
                } while rest > 0
                return word + ends[index * 7 % ends.count]
            }
    }

    func subject(_ index: Int) -> QuerySubject {
        var random = SeededRandom(seed: UInt64(index))
        let paragraphs = (0..<4)
            .map { _ in "<p>\(text(35, &random)) <a href=\"https://site\(index % 90).example/x\">more</a></p>" }
        let body = TicketBody(
            title: text(8, &random), text: .html(paragraphs.joined(separator: "\n"), base: nil),
            author: Author(id: "a", name: "Writer \(index % 300)"), link: "https://site\(index % 50).example/\(index)",
            language: languages[index % languages.count], tags: ["tag\(index % 40)"])
        let time = now.advanced(by: .seconds(-Int64(index) * 60))
        let key = OrderKey(
            time: time, nativeOrder: 0, id: TicketID(supplier: SupplierID("feed:s\(index % 50)"), item: "\(index)"))
        return QuerySubject(Ticket(key: key, shownTime: time, body: body), marks: Marks())
    }

    /// Returns a query: a fifth are topics of several words and tags; the rest are rules with words, phrases, people,
    /// sites, and a few expressions.
    func query(_ index: Int) -> String {
        var random = SeededRandom(seed: UInt64(1_000_000 + index))
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

    private func text(_ count: Int, _ random: inout SeededRandom) -> String {
        (0..<count).map { _ in words[random.skewed(words.count)] }.joined(separator: " ")
    }

    private struct SeededRandom {
        private var state: UInt64

        init(seed: UInt64) {
            state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 0x1234_5678_9abc_def1
        }

        private mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }

        mutating func below(_ bound: Int) -> Int {
            Int(next() >> 33) % bound
        }

        /// Returns a number with Zipf's distribution: `bound` to the power of a random fraction.
        mutating func skewed(_ bound: Int) -> Int {
            var power = 1.0
            let share = Double(next() >> 11) / Double(1 << 53)
            var base = Double(bound)
            var exponent = share
            // Computes the power by repeated squaring, since the C library's `pow` is not imported here.
            for _ in 0..<12 {
                base = base.squareRoot()
                exponent *= 2
                if exponent >= 1 {
                    power *= base
                    exponent -= 1
                }
            }
            return min(bound - 1, Int(power) - 1)
        }
    }
}

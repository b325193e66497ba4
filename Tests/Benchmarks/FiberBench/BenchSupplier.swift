import EngineConcepts
import EngineStandard
import Synchronization

/// An in-memory supplier that responds at once.
final class BenchSupplier: Supplier {
    private struct State {
        var items: [SourceItem] = []
        var since = Timestamp.beginningOfTime
        var isMute = false
    }

    let id: SupplierID
    private let state = Mutex(State())

    init(_ id: SupplierID) {
        self.id = id
    }

    /// Returns so many suppliers with forty tickets each.
    static func crowd(_ count: Int) -> [BenchSupplier] {
        var items = BenchItems(seed: 11)
        return (0..<count)
            .map { index in
                let supplier = BenchSupplier(SupplierID("bench:\(index)"))
                supplier.publish(
                    (0..<40)
                        .map { items.item($0, at: BenchTimeSource.start.advanced(by: .seconds(-60 * $0 - index % 60))) },
                    since: .beginningOfTime)
                return supplier
            }
    }

    /// Sets the items of the next response, which claims everything since `since`.
    func publish(_ items: [SourceItem], since: Timestamp) {
        state.withLock { state in
            state.items = items
            state.since = since
        }
    }

    /// True if the supplier never responds.
    var isMute: Bool {
        get { state.withLock(\.isMute) }
        set { state.withLock { $0.isMute = newValue } }
    }

    var name: String { id.rawValue }
    var kind: SupplierKind { "bench" }
    var traits: SupplierTraits { SupplierTraits(maximumPageItems: 1000) }
    var presenter: any Presenter { PlainPresenter() }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        while isMute {
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                throw SupplierError(.cancelled, .verbatim("The request was cancelled."))
            }
        }
        let (items, since) = state.withLock { ($0.items, $0.since) }
        let claimed = Timeframe(from: request.now, downTo: since)
        return FetchAnswer(items: items, claims: claimed.map { [Claim($0)] } ?? [], end: .more)
    }
}

/// Makes items of many languages with a title and some 300 bytes of text. No two have the same sentence.
struct BenchItems {
    private var prose: Prose

    init(seed: UInt64) {
        // The vocabulary is large.
        prose = Prose(seed: seed, vocabulary: Self.vocabulary)
    }

    private static let vocabulary = Vocabulary()

    mutating func item(_ number: Int, at time: Timestamp) -> SourceItem {
        let language = prose.language()
        let text = (0..<3).map { _ in prose.sentence(words: 12, in: language) }
        return SourceItem(
            id: "item-\(number)", orderTime: time,
            body: TicketBody(
                title: "Report \(number): \(prose.sentence(words: 5, in: language, ends: false))",
                text: .plain(text.joined(separator: " "))))
    }
}

/// A manual time source; sleeping takes real time.
final class BenchTimeSource: TimeSource {
    static let start = Timestamp(seconds: 1_795_000_000)

    private let time: Mutex<Timestamp>

    init(passed: Duration = .zero) {
        time = Mutex(Self.start.advanced(by: passed))
    }

    func pass(_ duration: Duration) {
        time.withLock { $0 = $0.advanced(by: duration) }
    }

    func now() -> Timestamp {
        time.withLock(\.self)
    }

    func elapsed() -> Duration {
        SystemTimeSource().elapsed()
    }

    func sleep(until deadline: Duration) async throws {
        try await SystemTimeSource().sleep(until: deadline)
    }
}

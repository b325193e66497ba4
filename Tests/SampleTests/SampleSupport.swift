import EngineConcepts
import Suppliers
import Synchronization

@testable import FeedParsing
@testable import Sample

/// A time source that stands still until it is set. Sleeping returns at once, and the duration is recorded.
final class StoppedTimeSource: TimeSource {
    private let time: Mutex<Timestamp>
    private let naps = Mutex<[Duration]>([])

    init(_ time: Timestamp) { self.time = Mutex(time) }

    var sleeps: [Duration] { naps.withLock { $0 } }

    func now() -> Timestamp { time.withLock { $0 } }

    func elapsed() -> Duration { .zero }

    func sleep(until deadline: Duration) async throws {
        try Task.checkCancellation()
        naps.withLock { $0.append(deadline) }
    }
}

/// The sample's start in these tests, in the middle of a second.
let sampleStart = Timestamp(milliseconds: 1_795_000_123_456)

func sample(seed: UInt64 = 7) -> [any Supplier] {
    SampleTimeline.suppliers(now: sampleStart, time: StoppedTimeSource(sampleStart), seed: seed)
}

/// The sample suppliers that respond.
func answeringSample() -> [any Supplier] { sample().filter { $0.name != "Paddock Daily" } }

/// The result of paging a supplier from the top to its end.
struct PagedItems {
    var items: [SourceItem] = []
    var claimed = TimeframeSet()
    var end: FetchEnd = .unknown
    var pages = 0
}

/// Pages `supplier` towards older items until there is no token, as the engine does: every page begins at the edge of
/// the last claim.
func pagedItems(
    of supplier: any Supplier, downTo oldest: Timestamp? = nil, pageSize: () -> Int
) async throws -> PagedItems {
    var paged = PagedItems()
    var origin = FetchRequest.Origin.newest
    var edge = sampleStart
    repeat {
        let request = FetchRequest(origin: origin, maximumItems: pageSize(), now: sampleStart)
        let answer = try await supplier.fetch(request)
        paged.pages += 1
        paged.items += answer.items
        paged.end = answer.end
        for claim in answer.claims {
            paged.claimed.insert(claim.timeframe)
            edge = min(edge, claim.timeframe.end)
        }
        guard let next = answer.next else { break }
        if let oldest, edge <= oldest { break }
        origin = .token(next, edge: edge)
    } while true
    return paged
}

import EngineConcepts
import EngineStandard
import EngineTestSupport
import SupplierConformance
import Synchronization
import Testing

@Suite("The conformance suite")
struct ConformanceTests {
    static let honest: [SupplierTraits] = [
        SupplierTraits(maximumPage: 7), SupplierTraits(pagesNewer: true, readsTimeRanges: true), .feed,
    ]

    @Test("finds nothing wrong with an honest supplier", arguments: honest)
    func pass(traits: SupplierTraits) async {
        let origin = ScriptedStory(traits: traits)
        #expect(await ConformanceSuite(origin, now: origin.time.now()).run() == [])
    }

    @Test("finds nothing wrong with a supplier that was made of a paged source")
    func managed() async {
        let origin = PagedStory()
        #expect(await ConformanceSuite(origin, now: Timestamp(seconds: 1_800_000_000)).run() == [])
    }

    @Test("catches a claim that covers what was not delivered")
    func lyingClaim() async {
        let origin = ScriptedStory(traits: SupplierTraits(maximumPage: 10)) { Liar(base: $0, lie: .claims) }
        let rules = await Set(ConformanceSuite(origin, now: origin.time.now()).run().map(\.rule))
        #expect(rules.contains(.honestClaims))
    }

    @Test("catches tokens that lead in a circle")
    func circle() async {
        let origin = ScriptedStory(traits: SupplierTraits(maximumPage: 10)) { Liar(base: $0, lie: .circle) }
        let rules = await Set(ConformanceSuite(origin, now: origin.time.now(), pageLimit: 50).run().map(\.rule))
        #expect(rules.contains(.endingPages))
    }

    @Test("catches pages that skip items, whichever way they are read")
    func skipping() async {
        let traits = SupplierTraits(pagesNewer: true, readsTimeRanges: true, maximumPage: 10)
        let origin = ScriptedStory(traits: traits) { Liar(base: $0, lie: .holes) }
        let rules = await Set(ConformanceSuite(origin, now: origin.time.now()).run().map(\.rule))
        #expect(rules.isSuperset(of: [.newerSide, .timeRanges, .anchors]))
    }

    @Test("catches names that change from reading to reading")
    func names() async {
        let origin = ScriptedStory(traits: SupplierTraits(maximumPage: 10)) { Liar(base: $0, lie: .names) }
        let rules = await Set(ConformanceSuite(origin, now: origin.time.now()).run().map(\.rule))
        #expect(rules.contains(.stableItems))
    }
}

/// Scripts a ``ScriptedSource``.
private final class ScriptedStory: ScriptedOrigin {
    let time = ManualTimeSource()
    private let traits: SupplierTraits
    private let wrap: @Sendable (any Supplier) -> any Supplier
    private let source = Mutex(ScriptedSource())

    init(traits: SupplierTraits, wrap: @escaping @Sendable (any Supplier) -> any Supplier = { $0 }) {
        self.traits = traits
        self.wrap = wrap
    }

    func makeSupplier() async throws -> any Supplier {
        wrap(ScriptedSupplier("scripted", source.withLock(\.self), traits: traits, time: time))
    }

    func publish(_ items: [ScriptedItem]) async throws {
        let posts = items.map { ScriptedSource.Post(id: $0.id, time: $0.time, text: $0.text) }
        source.withLock { source in
            source.manner.fault = nil
            source.replace(posts)
            source.manner.tellsUnchanged = true
        }
    }

    func breakDown() async throws -> Bool {
        source.withLock { $0.manner.fault = SupplierError(.unreachable, "Broken down.") }
        return true
    }
}

/// Breaks one rule.
private struct Liar: Supplier {
    enum Lie {
        case claims
        case circle
        case names
        case holes
    }

    let base: any Supplier
    let lie: Lie

    var id: SupplierID { base.id }
    var name: String { base.name }
    var kind: SupplierKind { base.kind }
    var traits: SupplierTraits { base.traits }
    var presenter: any Presenter { base.presenter }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        var answer = try await base.fetch(request)
        switch lie {
        case .claims: answer.claims = [Claim(Timeframe.everythingBefore(request.now) ?? .always)]
        case .circle: answer.next = Token("0||||0")
        case .holes: if request.origin != .newest { answer.items = Array(answer.items.dropFirst()) }
        case .names:
            for index in answer.items.indices {
                answer.items[index].id += String(UInt64.random(in: 0 ... .max))
            }
        }
        return answer
    }
}

/// A list that can be paged.
private final class PagedStory: ScriptedOrigin, PagedSource {
    private let items = Mutex<[ScriptedItem]>([])

    var id: SupplierID { "paged" }
    var name: String { "Paged" }
    var kind: SupplierKind { "paged" }
    var presenter: any Presenter { ScriptedPresenter() }

    func makeSupplier() async throws -> any Supplier {
        ManagedCacheSupplier(self)
    }

    func publish(_ items: [ScriptedItem]) async throws {
        self.items.withLock { $0 = items }
    }

    func page(after token: String?, now: Timestamp) async throws(SupplierError) -> SourcePage {
        let items = items.withLock(\.self)
        let start = token.flatMap { Int($0) } ?? 0
        let page = items.dropFirst(start).prefix(9)
        return SourcePage(
            items: page.map { SourceItem(id: $0.id, orderTime: $0.time, body: TicketBody(text: .plain($0.text))) },
            next: start + page.count < items.count ? "\(start + page.count)" : nil)
    }
}

import EngineConcepts
import EngineStandard
import EngineTestSupport
import SupplierConformance
import Synchronization
import Testing

@Suite("The supplier conformance suite")
struct ConformanceTests {
    static let honest: [SupplierTraits] = [
        SupplierTraits(maximumPageItems: 7), SupplierTraits(pagesNewer: true, readsTimeRanges: true), .feed,
    ]

    @Test("The conformance suite accepts an honest supplier", arguments: honest)
    func pass(traits: SupplierTraits) async {
        let origin = ScriptedStory(traits: traits)
        #expect(await ConformanceSuite(origin, now: origin.time.now()).run() == [])
    }

    @Test("The conformance suite accepts a supplier made from a paged source")
    func managed() async {
        let origin = PagedStory()
        #expect(await ConformanceSuite(origin, now: Timestamp(seconds: 1_800_000_000)).run() == [])
    }

    @Test("The conformance suite detects every broken rule", arguments: RuleBreaker.Lie.allCases)
    func liars(lie: RuleBreaker.Lie) async {
        let gate = Gate()
        let origin = ScriptedStory(traits: lie.traits) { RuleBreaker(base: $0, lie: lie, gate: gate) }
        let suite = ConformanceSuite(
            origin, now: origin.time.now(), pageLimit: 50, cancellationTimeout: .milliseconds(50))
        let rules = await Set(suite.run().map(\.rule))
        gate.open()
        #expect(rules.isSuperset(of: lie.broken), "found: \(rules.map(\.rawValue).sorted())")
    }

    @Test("Every rule of the conformance suite has a supplier that breaks it")
    func everyRule() {
        #expect(
            RuleBreaker.Lie.allCases.reduce(into: Set()) { $0.formUnion($1.broken) } == Set(Violation.Rule.allCases))
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
            source.behavior.failure = nil
            source.replace(posts)
            source.behavior.answersNotModified = true
        }
    }

    func breakDown() async throws -> Bool {
        source.withLock { $0.behavior.failure = SupplierError(.unreachable, "Broken down.") }
        return true
    }
}

/// Blocks tasks that ignore cancellation until the end of the test.
final class Gate: Sendable {
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

    func wait() async {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0.append(continuation) }
        }
    }

    func open() {
        for continuation in waiting.withLock({ waiting in
            defer { waiting = [] }
            return waiting
        }) {
            continuation.resume()
        }
    }
}

/// A supplier that breaks a rule.
struct RuleBreaker: Supplier {
    enum Lie: CaseIterable {
        case namelessness, claims, idleClaims, circle, losses, holes, names, renamedEdits, unchanged, swallowedErrors
        case deafness, eagerness, uselessness

        /// The broken rules.
        var broken: Set<Violation.Rule> {
            switch self {
            case .namelessness: [.identity]
            case .claims: [.honestClaims]
            case .idleClaims: [.usefulClaims]
            case .circle: [.endingPages]
            case .losses: [.wholeStream]
            case .holes: [.newerSide, .timeRanges, .anchors]
            case .names: [.stableItems]
            case .renamedEdits: [.edits]
            case .unchanged: [.unchanged]
            case .swallowedErrors: [.errors]
            case .deafness: [.cancellation]
            case .eagerness: [.actions]
            case .uselessness: [.usable]
            }
        }

        var traits: SupplierTraits {
            self == .holes
                ? SupplierTraits(pagesNewer: true, readsTimeRanges: true, maximumPageItems: 10)
                : SupplierTraits(maximumPageItems: 10)
        }
    }

    let base: any Supplier
    let lie: Lie
    let gate: Gate

    var id: SupplierID { base.id }
    var name: String { lie == .namelessness ? "" : base.name }
    var kind: SupplierKind { base.kind }
    var traits: SupplierTraits { base.traits }
    var presenter: any Presenter { base.presenter }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        if lie == .deafness, Task.isCancelled { await gate.wait() }
        if lie == .uselessness { throw SupplierError(.unreachable, "There is nobody here.") }
        if lie == .unchanged { return FetchAnswer(isUnchanged: true) }
        var answer: FetchAnswer
        do {
            answer = try await base.fetch(request)
        } catch {
            guard lie == .swallowedErrors else { throw error }
            return FetchAnswer()
        }
        distort(&answer, to: request)
        return answer
    }

    func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        lie == .eagerness ? .done(nil) : await base.perform(request, on: ticket)
    }

    private func distort(_ answer: inout FetchAnswer, to request: FetchRequest) {
        switch lie {
        case .claims: answer.claims = [Claim(Timeframe.everythingBefore(request.now) ?? .always)]
        case .idleClaims:
            let start = request.edge.advanced(by: .seconds(-5))
            answer.claims = answer.claims.compactMap { claim in
                Timeframe(from: min(start, claim.timeframe.start), downTo: claim.timeframe.end).map { Claim($0) }
            }
        case .circle: answer.next = Token("0||||0")
        case .losses: answer.items = Array(answer.items.dropLast())
        case .holes: if request.origin != .newest { answer.items = Array(answer.items.dropFirst()) }
        case .names: rename(&answer) { _ in true }
        case .renamedEdits: rename(&answer) { $0.body.text.source.contains("Edited") }
        case .namelessness, .unchanged, .swallowedErrors, .deafness, .eagerness, .uselessness: break
        }
    }

    private func rename(_ answer: inout FetchAnswer, where isRenamed: (SourceItem) -> Bool) {
        for index in answer.items.indices where isRenamed(answer.items[index]) {
            answer.items[index].id += String(UInt64.random(in: 0 ... .max))
        }
    }
}

/// A list that can be paged.
private final class PagedStory: ScriptedOrigin, PagedSource {
    private let items = Mutex<[ScriptedItem]>([])

    var id: SupplierID { "paged" }
    var name: String { "Paged" }
    var kind: SupplierKind { "paged" }
    var presenter: any Presenter { ScriptedPresenter() }

    func makeSupplier() async throws -> any Supplier { ManagedCacheSupplier(self) }

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

import EngineConcepts
import EngineStandard
import EngineTestSupport
import Foundation
import SupplierConformance
import Synchronization
import Testing

// The examples of docs/guides/extending-the-engine.md; the last test of this file compares both.

struct Ledger: PagedSource {
    struct Entry {
        let number: Int
        let written: Timestamp
        let text: String
    }

    let id: SupplierID = "ledger:main"
    let name = "Ledger"
    let kind: SupplierKind = "ledger"
    let presenter: any Presenter = LedgerPresenter()
    let entries: [Entry]  // newest first

    func page(after token: String?, now: Timestamp) async throws(SupplierError) -> SourcePage {
        // By the last entry's number, because a removed entry moves those below it.
        let rest = token.flatMap { Int($0) }.map { last in entries.drop { $0.number >= last } } ?? entries[...]
        let page = rest.prefix(40)
        return SourcePage(
            items: page.map { entry in
                SourceItem(
                    id: String(entry.number), orderTime: entry.written,
                    body: TicketBody(text: .plain(entry.text)))
            },
            next: page.count < rest.count ? page.last.map { String($0.number) } : nil)
    }
}

struct LedgerPresenter: Presenter {
    func present(_ ticket: Ticket) -> Presentation {
        Presentation(title: "№ \(ticket.id.item)", body: StyledText(plain: ticket.body.text.source))
    }
}

struct Logbook: Supplier {
    struct Entry {
        let name: String
        let written: Timestamp
        let text: String
        var isDrill = false
    }

    let id: SupplierID = "logbook:main"
    let name = "Logbook"
    let kind: SupplierKind = "logbook"
    let traits = SupplierTraits(maximumPageItems: 40)
    let presenter: any Presenter = PlainPresenter()
    let entries: [Entry]  // newest first

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        // Everything above the request's edge was delivered before.
        let start = request.edge
        let older = entries.drop { $0.written >= start }
        // A page contains whole seconds, so it can claim the second in which it ends.
        let bottom = older.prefix(traits.maximumPageItems).last?.written.flooredToSecond ?? start
        let page = older.prefix { $0.written >= bottom }
        let isLast = page.count == older.count
        let claimed = Timeframe(from: start, downTo: isLast ? .beginningOfTime : bottom)
        return FetchAnswer(
            items: page.filter { !$0.isDrill }
                .map { entry in
                    SourceItem(
                        id: entry.name, orderTime: entry.written, body: TicketBody(text: .plain(entry.text)))
                },
            claims: claimed.map { [Claim($0)] } ?? [],
            next: isLast ? nil : Token("older"),
            end: isLast ? .trueEnd : .more,
            filtered: page.filter(\.isDrill).map { FilteredAtSource(item: $0.name, rule: "drills are left out") })
    }
}

struct Wall: Supplier {
    enum HostError: Error {
        case notReached(retryAt: Timestamp?)
        case answeredNo(String)
        case brokenOff
    }

    let host: @Sendable (_ action: TicketAction, _ item: String, _ key: String) throws(HostError) -> SourceItem?
    let posts: Logbook

    let id: SupplierID = "wall:main"
    let name = "Wall"
    let kind: SupplierKind = "wall"
    let presenter: any Presenter = PlainPresenter()
    let traits = SupplierTraits(maximumPageItems: 40, actions: [.like: .safe, .unlike: .safe, .reply: .unsafe])

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        try await posts.fetch(request)
    }

    func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        do throws(HostError) {
            return .done(try host(request.action, ticket.id.item, request.id.rawValue))
        } catch {
            switch error {
            case .notReached(let retryAt):
                return .failed(SupplierError(.unreachable, .verbatim("\(name) cannot be reached."), retryAt: retryAt))
            case .answeredNo(let words):
                return .refused(SupplierError(.refused, .verbatim("\(name) does not allow that."), cause: words))
            case .brokenOff:
                return .uncertain(SupplierError(.unreachable, .verbatim("\(name) broke the connection off.")))
            }
        }
    }
}

actor FilterWatch: ControlUnit {
    private let base: ModularControlUnit
    private(set) var leftOut: [SupplierID: [FilteredAtSource]] = [:]

    init(_ base: ModularControlUnit) { self.base = base }

    var suppliersTimeThreshold: Timestamp? { get async { await base.suppliersTimeThreshold } }
    var suppliers: [any Supplier] { base.suppliers }
    func prepareForNewPool(
        settingUp suppliers: Set<SupplierID>, includingPaused: Bool
    ) async -> [SupplierID: SupplierError] {
        await base.prepareForNewPool(settingUp: suppliers, includingPaused: includingPaused)
    }
    func suppliers(covering timeframe: Timeframe) async -> [any Supplier] {
        await base.suppliers(covering: timeframe)
    }
    func record(filtered: [SupplierID: [FilteredAtSource]]) async {
        leftOut.merge(filtered) { $0 + $1 }
    }
    func cleanupAfterPool() async { await base.cleanupAfterPool() }
    func restartSuppliers(_ suppliers: Set<SupplierID>?) async { await base.restartSuppliers(suppliers) }
}

/// Prints the number of rows in the commits of a source's first refresh.
private func printArrivals(of source: Ledger, _ print: (String) -> Void) async {
    let time = SystemTimeSource()
    let engine = StandardEngine(
        controlUnit: ModularControlUnit([ManagedCacheSupplier(source)], time: time), store: MemoryTrackStore(),
        time: time)
    let events = engine.events()
    engine.refresh()
    for await event in events {
        switch event {
        case .committed(let changes, _): print("\(changes.inserted.count) rows came")
        case .fill(_, _, let state) where state.isFinal: return
        default: continue
        }
    }
}

@Suite("The guide to extending the engine")
struct ExtendingTheEngineTests {
    @Test("The guide's paged source is shown with a few lines of code and pages back to its first entry")
    func paged() async throws {
        let start = SystemTimeSource().now()
        let ledger = Ledger(
            entries: (0..<90)
                .map { index in
                    .init(
                        number: 90 - index, written: start.advanced(by: .seconds(-60 * (index + 1))),
                        text: "Entry \(90 - index)")
                })
        var printed: [String] = []
        await printArrivals(of: ledger) { printed.append($0) }
        // Adding the supplier creates one gap; the fill adds a page and the gap below it. On a busy machine the page comes
        // after the fill has ended.
        #expect(printed.first == "1 rows came")
        #expect(printed.dropFirst().allSatisfy { ["40 rows came", "0 rows came"].contains($0) }, "\(printed)")
        let bench = Bench()
        bench.controlUnit.add(ManagedCacheSupplier(ledger), for: "ledger")
        bench.time.set(start)
        await bench.refresh()
        await bench.fillEverything()
        #expect(try await bench.items() == (1...90).reversed().map(String.init))
        let entry = try #require(try await bench.entries().first)
        let presented = await bench.engine.presenter(for: ledger.id).present(entry.ticket)
        #expect(presented.title == "№ 90")
    }

    @Test("The guide's supplier passes the conformance suite")
    func supplier() async {
        #expect(await ConformanceSuite(LogbookStory(), now: Timestamp(seconds: 1_800_000_000)).run() == [])
    }

    @Test("The guide's control unit collects filtered items with their rules")
    func controlUnit() async throws {
        var watch: FilterWatch?
        let bench = Bench { base in
            let made = FilterWatch(base)
            watch = made
            return made
        }
        let entries = (0..<30)
            .map { index in
                Logbook.Entry(
                    name: "\(index)", written: bench.now.advanced(by: .seconds(-60 * (index + 1))), text: "All well.",
                    isDrill: index % 10 == 0)
            }
        bench.controlUnit.add(Logbook(entries: entries), for: "logbook")
        await bench.refresh()
        let leftOut = try #require(await watch?.leftOut["logbook:main"])
        #expect(leftOut == ["0", "10", "20"].map { FilteredAtSource(item: $0, rule: "drills are left out") })
        #expect(try await bench.items().count == 27)
        #expect(await bench.gaps.isEmpty)
    }

    @Test("The guide's supplier reports one of the four outcomes for each action")
    func actions() async throws {
        let bench = Bench()
        let written = bench.now.advanced(by: .seconds(-60))
        let posts = Logbook(entries: [.init(name: "1", written: written, text: "All well.")])
        let asked = Mutex<[String]>([])
        let wall = Wall(
            host: { action, item, key throws(Wall.HostError) in
                asked.withLock { $0.append("\(action.kind) \(item)") }
                switch action {
                case .like: return nil
                case .unlike: throw .notReached(retryAt: nil)
                case .reply: throw .brokenOff
                default: throw .answeredNo("You may not.")
                }
            }, posts: posts)
        bench.controlUnit.add(wall, for: "wall")
        await bench.refresh()
        let ticket = TicketID(supplier: "wall:main", item: "1")
        for action in [TicketAction.like, .reply("Well said."), .boost, .unlike] {
            bench.engine.perform(action, on: ticket)
        }
        await bench.engine.waitUntilIdle()
        // Actions missing in the traits are not sent.
        #expect(asked.withLock(\.self) == ["like 1", "reply 1", "unlike 1"])
        let pending = await bench.engine.pendingActions
        #expect(
            pending.first?.state == .uncertain(SupplierError(.unreachable, "Wall broke the connection off.")))
        guard case .retrying(_, SupplierError(.unreachable, "Wall cannot be reached.")) = pending.last?.state else {
            Issue.record("the unlike is \(String(describing: pending.last?.state))")
            return
        }
    }

    @Test("The guide contains the code of this file line by line")
    func verbatim() throws {
        let here = URL(filePath: #filePath)
        let guide = here.deletingLastPathComponent().appending(path: "../../../docs/guides/extending-the-engine.md")
        let code = Self.lines(of: try String(contentsOf: here, encoding: .utf8))
        let blocks = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
        #expect(blocks.count >= 4)
        for block in blocks {
            let example = Self.lines(of: block.components(separatedBy: "```").first ?? "")
            let isCompiled = code.contains(example)
            #expect(isCompiled, "the guide shows code that no test compiles:\n\(example)")
        }
    }

    /// Returns the lines without indentation, because an example may be inside a function here.
    private static func lines(of text: String) -> String {
        "\n"
            + text.split(separator: "\n", omittingEmptySubsequences: true)
            .map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }
}

/// Scripts a ``Logbook``.
private final class LogbookStory: ScriptedOrigin {
    private let entries = Mutex<[Logbook.Entry]>([])

    func makeSupplier() async throws -> any Supplier { Logbook(entries: entries.withLock(\.self)) }

    func publish(_ items: [ScriptedItem]) async throws {
        let published = items.map { Logbook.Entry(name: $0.id, written: $0.time, text: $0.text) }
        entries.withLock { $0 = published.sorted { $0.written > $1.written } }
    }
}

import EngineConcepts
import EngineTestSupport
import Storage
import Testing

@testable import Application

@Suite("Marks by commands")
struct MarkServiceTests {
    private let store: TrackDatabase
    private let tickets: [Ticket]

    /// Stores three tickets.
    init() async throws {
        store = try TrackDatabase()
        let now = ManualTimeSource().now()
        tickets = (1...3)
            .map { number in
                Ticket(
                    SourceItem(
                        id: "\(number)", orderTime: Timestamp(seconds: Int64(number * 1000)),
                        body: TicketBody(title: "A")),
                    of: "feed:a", seen: now)
            }
        _ = try await store.commit(
            TrackCommit(
                inserted: tickets.map { TrackCommit.Entry(ticket: $0, fingerprint: 1) }, active: ["feed:a"],
                visibleRanges: TimeframeSet()))
    }

    private var ids: [TicketID] { tickets.map(\.id) }
    private var service: MarkService { MarkService(store: store) }

    /// The numbers of the tickets that are starred.
    private func starred() async throws -> [String] {
        var found: [String] = []
        for id in ids {
            if try await store.entry(id)?.marks.isStarred == true { found.append(id.item) }
        }
        return found
    }

    @Test("Each mark changes what has it not, and its inverse restores that", arguments: MarkName.allCases)
    func inverse(mark: MarkName) throws {
        let all = Marks(isRead: true, isStarred: true, isLater: true, isUnhidden: true)
        for marks in [Marks(), all] {
            let entry = TrackEntry(ticket: tickets[0], marks: marks, hiddenBy: LabelID("rule:A"))
            let changed = mark.change.applied(to: marks)
            #expect(mark.changes(entry) == (changed != marks))
            guard changed != marks else { continue }
            #expect(mark.inverse.applied(to: changed) == marks)
            #expect(!mark.changes(TrackEntry(ticket: tickets[0], marks: changed)))
        }
    }

    @Test("Unhiding changes only what a rule hides")
    func unhide() {
        #expect(!MarkName.unhide.changes(TrackEntry(ticket: tickets[0])))
        #expect(MarkName.unhide.changes(TrackEntry(ticket: tickets[0], hiddenBy: LabelID("rule:A"))))
    }

    @Test("Only the last change is taken back, once")
    func takesBack() async throws {
        try await service.mark([ids[0]], .star) { _ in }
        try await service.mark([ids[1], ids[2]], .star) { _ in }
        #expect(try await starred() == ["1", "2", "3"])
        let last = try await service.takeBack { _ in }
        #expect(last?.mark == .star && last?.count == 2 && last?.removed == 0)
        #expect(try await starred() == ["1"])
        let again = try await service.takeBack { _ in }
        #expect(again?.mark == nil)
    }

    @Test("Marking nothing keeps the last change, and tickets removed since are counted apart")
    func removed() async throws {
        try await service.mark([ids[0], TicketID(supplier: "feed:a", item: "gone")], .star) { _ in }
        try await service.mark([], .read) { _ in }
        let last = try await service.takeBack { _ in }
        #expect(last?.mark == .star && last?.count == 1 && last?.removed == 1)
    }
}

import EngineConcepts
import GRDB
import Testing

@testable import Storage

@Suite("The cost of reading a window")
struct QueryPlanTests {
    static let sources: [TicketStream.Source] = [
        .shown(read: false), .shown(read: true), .stored("feed:a"),
        .stored("feed:a", TicketFilter(unreadOnly: true, starredOnly: true, laterOnly: true, state: .on)),
        .label(1, .shown, read: false), .label(0, .hidden, read: true),
        .label(1, .shown, read: true, others: [2, 3]),
        .starred(TicketFilter(starredOnly: true)),
        .starred(TicketFilter(unreadOnly: true, starredOnly: true, state: .on)),
        .starred(TicketFilter(unreadOnly: true, starredOnly: true, state: .hiddenOnly)),
        .later(TicketFilter(unreadOnly: true, starredOnly: true, laterOnly: true, state: .on)),
        .later(TicketFilter(laterOnly: true, state: .hiddenOnly)),
        .late(TicketFilter(unreadOnly: true, laterOnly: true, state: .on)), .late(TicketFilter()),
        .late(TicketFilter(unreadOnly: true, starredOnly: true, state: .on)),
        .late(TicketFilter(unreadOnly: true, state: .hiddenOnly)),
        .supplier("feed:a", TicketFilter()), .supplier("feed:a", TicketFilter(unreadOnly: true, state: .on)),
        .supplier("feed:a", TicketFilter(unreadOnly: true, state: .hiddenOnly)),
    ]

    @Test("Every query of a window uses its index without a scan or a sort", arguments: sources)
    func streams(_ source: TicketStream.Source) async throws {
        let store = try TrackDatabase()
        for direction in [ReadDirection.older, .newer] {
            for (includingCut, isFolding, keepsLabels) in [
                (true, false, true), (false, false, false), (true, true, false), (false, true, true),
            ] {
                let sql = TicketStream.Selection(source, isFolding: isFolding)
                    .sql(keepsLabels: keepsLabels, towards: direction, includingCut: includingCut)
                let plan = try await store.plan(of: sql)
                #expect(
                    plan.allSatisfy { step in
                        step.hasPrefix("SEARCH one USING INDEX") || step.hasPrefix("SEARCH one USING PRIMARY KEY")
                            || step.hasPrefix("SEARCH one USING COVERING INDEX")
                            || step.hasPrefix("SEARCH story_member USING INTEGER PRIMARY KEY")
                            || step.hasPrefix("SEARCH other USING PRIMARY KEY") && step.hasSuffix("item=?)")
                            || step.hasPrefix("CORRELATED SCALAR SUBQUERY")
                    }, "\(plan)")
                #expect(plan.first?.contains("item)") ?? false, "the seek must use the whole order: \(plan)")
            }
        }
    }

    @Test("Starred tickets are read from their own index")
    func starred() async throws {
        let store = try TrackDatabase()
        for unreadOnly in [true, false] {
            let starred = TicketFilter(unreadOnly: unreadOnly, starredOnly: true)
            let sql = TicketStream.Selection(.starred(starred), isFolding: false)
                .sql(keepsLabels: true, towards: .older, includingCut: true)
            let plan = try await store.plan(of: sql)
            #expect(plan.allSatisfy { $0.contains("place_starred") }, "\(plan)")
        }
    }
}

extension TrackDatabase {
    func plan(of sql: String) async throws -> [String] {
        try await writer.read { db in
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
            let count = statement.sql.filter { $0 == "?" }.count
            return try Row.fetchAll(statement, arguments: StatementArguments(Array(repeating: 1, count: count)))
                .map { $0["detail"] }
        }
    }
}

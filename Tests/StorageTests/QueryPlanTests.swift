import EngineConcepts
import GRDB
import Testing

@testable import Storage

@Suite("What a window costs depends on the window")
struct QueryPlanTests {
    static let sources: [TicketStream.Source] = [
        .shown(read: false), .shown(read: true), .starred(unreadOnly: false), .starred(unreadOnly: true),
        .late(unreadOnly: false, starredOnly: false), .late(unreadOnly: true, starredOnly: true),
        .supplier("feed:a", unreadOnly: false), .supplier("feed:a", unreadOnly: true), .stored("feed:a"),
    ]

    @Test("every stream seeks in its index and neither scans nor sorts", arguments: sources)
    func streams(_ source: TicketStream.Source) async throws {
        let store = try TrackDatabase()
        for side in [FetchSide.older, .newer] {
            for includingCut in [true, false] {
                let sql = TicketStream.sql(source, towards: side, includingCut: includingCut)
                let plan = try await store.plan(of: sql)
                #expect(plan.count == 1 && plan.allSatisfy { $0.hasPrefix("SEARCH place USING INDEX") }, "\(plan)")
                #expect(plan.allSatisfy { $0.contains("item)") }, "the seek must use the whole order: \(plan)")
            }
        }
    }

    @Test("the starred are found in their own small index")
    func starred() async throws {
        let store = try TrackDatabase()
        for unreadOnly in [true, false] {
            let sql = TicketStream.sql(.starred(unreadOnly: unreadOnly), towards: .older, includingCut: true)
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

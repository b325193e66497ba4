import Application
import EngineConcepts
import Foundation
import Localization
import ScenarioServer
import Storage
import Testing

@Suite("Unsent actions in the built program")
struct OutboxCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("The reasons in JSON are English with a code in every language")
    func reasonsInJSON() async throws {
        try home.write("[appearance]\nlanguage = \"es\"\n", to: ".config/fiber/config.toml")
        try home.write(#"{"title":"A","id":"1","time":"2026-11-20T10:00:00Z"}"# + "\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:\(home.path)/lines.jsonl")
        _ = try await home.fiber("refresh")
        let name = try #require(try await home.fiber("timeline", "--json").objects.first?["id"] as? String)
        let action = PendingAction(
            id: ActionID("a"), request: .ticket(.like, try #require(TicketID(name))),
            requestedAt: Timestamp(seconds: 1_795_176_000), repetition: .safe,
            state: .uncertain(SupplierError(.cancelled, Message("requestAbandoned", [:]))))
        let store = try TrackDatabase(path: home.path + "/.local/share/fiber/fiber.sqlite")
        try await store.apply([.append(action)])
        try await store.close()
        let listed = try #require(try await home.fiber("outbox", "--json").objects.first)
        #expect(listed["reason"] as? String == action.reasonNotDone.map { Localizer.english($0) })
        #expect(listed["code"] as? String == "outboxUncertain")
    }

    @Test("Commands about an outbox that cannot be read fail, and do not say that nothing waits")
    func damagedOutbox() async throws {
        let path = home.path + "/.local/share/fiber/fiber.sqlite"
        let action = PendingAction(
            id: ActionID("action-number-7"), request: .ticket(.like, TicketID(supplier: "feed:a", item: "1")),
            requestedAt: Timestamp(seconds: 1_795_176_000), repetition: .safe)
        let store = try TrackDatabase(path: path)
        try await store.apply([.append(action)])
        try await store.close()
        var data = try Data(contentsOf: URL(filePath: path))
        // The table is before its index in the file. The repetition is in the row of the action, behind its name.
        let name = try #require(data.range(of: Data("action-number-7".utf8)))
        let word = try #require(data.range(of: Data("safe".utf8), in: name.upperBound..<data.endIndex))
        data.replaceSubrange(word, with: Data("####".utf8))
        try data.write(to: URL(filePath: path))
        for arguments in [["outbox"], ["outbox", "send"], ["outbox", "cancel", "action-number-7"]] {
            let outcome = try await home.fiber(arguments)
            #expect(outcome.status == 4 && outcome.errors.contains("is damaged"), "\(arguments): \(outcome)")
        }
    }

    @Test("A refresh sends waiting actions and reports their outcome")
    func refreshSends() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/0", Feeds.scenario(0, items: 2))
            _ = try await home.fiber("add", server.url("/0"))
            #expect(try await home.fiber("refresh").status == 0)
            let name = try #require(try await home.fiber("timeline", "--json").objects.first?["id"] as? String)
            let ticket = try #require(TicketID(name))
            let store = try TrackDatabase(path: home.path + "/.local/share/fiber/fiber.sqlite")
            try await store.apply([
                .append(
                    PendingAction(
                        id: ActionID("a"), request: .ticket(.like, ticket),
                        // An older action is not sent unasked.
                        requestedAt: Timestamp(seconds: Int64(Date().timeIntervalSince1970)), repetition: .safe))
            ])
            try await store.close()
            let refresh = try await home.fiber("refresh")
            #expect(refresh.errors.contains("Pending actions: 0 sent, 1 refused, 0 waiting."))
            #expect(refresh.errors.contains("like of \(name) was refused: "), "\(refresh.errors)")
            let again = try await home.fiber("refresh", "--json")
            let actions = try #require(try again.objects.first?["actions"] as? [String: Any])
            #expect(actions["refused"] as? Int == 0 && actions["waiting"] as? Int == 0)
        }
    }
}

import EngineConcepts
import EngineTestSupport
import Foundation
import GRDB
import Testing

@testable import Storage

@Suite("The outbox in the store")
struct OutboxTests {
    private let error = SupplierError(
        .rateLimited, "Too many requests.", cause: "429", retryAt: Timestamp(milliseconds: 1_700_000_000_123))

    private func action(_ number: Int, _ action: TicketAction = .like, item: String = "1") -> PendingAction {
        PendingAction(
            id: ActionID("\(number)"), request: .ticket(action, TicketID(supplier: "feed:a", item: item)),
            requestedAt: Timestamp(milliseconds: Int64(number)), repetition: number.isMultiple(of: 2) ? .safe : .unsafe)
    }

    @Test("Pending actions survive closing and a copy without closing, in order")
    func lasting() async throws {
        try await withDirectory { directory in
            let path = directory + "/data/fiber.sqlite"
            let store = try TrackDatabase(path: path)
            var actions = [
                action(3), action(1, .reply("Well\u{0} said. 🏎"), item: "a/b\u{0}c"), action(2, .unboost),
                action(4, .bookmark),
            ]
            try await store.apply(actions.map { .append($0) })
            actions[0].state = .retrying(at: Timestamp(seconds: 99), error)
            actions[1].state = .uncertain(error)
            actions[1].isInDoubt = true
            actions[2].state = .running
            actions[2].attempts = 7
            try await store.apply(actions.map { .update($0) })
            let killed = directory + "/killed"
            try FileManager.default.copyItem(atPath: directory + "/data", toPath: killed)
            try await store.close()
            for path in [path, killed + "/fiber.sqlite"] {
                let again = try TrackDatabase(path: path)
                #expect(try await again.pendingActions() == actions)
                try await again.close()
            }
        }
    }

    @Test("A setting changes in the transaction of its action: both are stored, or neither")
    func settings() async throws {
        let store = try TrackDatabase()
        try await store.setSetting("draft.1", to: "one")
        try await store.setSetting("draft.2", to: "two")
        try await store.setSetting("other", to: "three")
        try await store.apply([.append(action(1)), .setting(SettingChange("draft.1", to: nil))])
        #expect(try await store.settings(beginningWith: "draft.") == ["draft.2": "two"])
        // The same action cannot be stored twice.
        await #expect(throws: (any Error).self) {
            try await store.apply([.setting(SettingChange("draft.2", to: nil)), .append(action(1))])
        }
        #expect(try await store.settings(beginningWith: "draft.") == ["draft.2": "two"])
        try await store.apply([.remove(ActionID("1")), .setting(SettingChange("draft.3", to: "four"))])
        #expect(try await store.settings(beginningWith: "draft.") == ["draft.2": "two", "draft.3": "four"])
    }

    @Test("Actions on people and by accounts survive with all they contain")
    func targets() async throws {
        let store = try TrackDatabase()
        let ann: AccountID = "mastodon:ann@example.social"
        let draft = PostDraft(
            "Hello.", visibility: .followers, contentWarning: "Spoiler", isSensitive: true, language: "en",
            media: [.init(.file("/tmp/a.png"), alternativeText: "A cat"), .init(.uploaded("12"))],
            poll: .init(options: ["yes", "no"], seconds: 300),
            inReplyTo: .init(post: "7", ticket: TicketID(supplier: "feed:a", item: "1")), quote: .init(post: "8"))
        let requests: [RequestedAction] = [
            .person(.block, Person(account: ann, id: "7", handle: "@bob@example.social")),
            .account(.post(draft), ann), .ticket(.quote(draft), TicketID(supplier: "feed:a", item: "1")),
            .ticket(.vote([0, 2]), TicketID(supplier: "feed:a", item: "1")),
        ]
        let actions = requests.enumerated()
            .map { number, request in
                PendingAction(
                    id: ActionID("\(number)"), request: request, uri: number == 2 ? "https://example.social/1" : nil,
                    requestedAt: Timestamp(seconds: 5), repetition: .unsafe,
                    state: number == 0 ? .expired(error) : .waiting)
            }
        try await store.apply(actions.map { .append($0) })
        #expect(try await store.pendingActions() == actions)
    }

    @Test("Actions of a store of the tenth version are read")
    func formerVersion() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            try await makeFormerStore(at: path, upTo: "10 retention") { db in
                try db.execute(
                    sql: """
                        INSERT INTO outbox (id, supplier, item, action, asked, repetition, attempts, doubt, state)
                        VALUES ('1', 'feed:a', '1', '{"reply":{"_0":"Well said."}}', 1, 'safe', 2, 1, '{"waiting":{}}')
                        """)
            }
            let store = try TrackDatabase(path: path)
            #expect(
                try await store.pendingActions() == [
                    PendingAction(
                        id: ActionID("1"),
                        request: .ticket(.reply("Well said."), TicketID(supplier: "feed:a", item: "1")),
                        requestedAt: Timestamp(milliseconds: 1), repetition: .safe, attempts: 2, isInDoubt: true)
                ])
            try await store.close()
        }
    }

    @Test("A number of attempts out of range, as in a damaged row, can still grow", arguments: [Int64.min, .max])
    func damagedAttempts(attempts: Int64) async throws {
        let store = try TrackDatabase()
        try await store.apply([.append(action(1))])
        try await store.writing { try $0.execute(sql: "UPDATE outbox SET attempts = \(attempts)") }
        let stored = try #require(try await store.pendingActions().first)
        #expect((0..<Int.max).contains(stored.attempts))
    }

    @Test("Changes of the outbox are atomic")
    func atomic() async throws {
        let store = try TrackDatabase()
        try await store.apply([.append(action(1)), .append(action(2))])
        await #expect(throws: StorageError.self) {
            try await store.apply([.remove(ActionID("1")), .append(action(2)), .append(action(3))])
        }
        #expect(try await store.pendingActions().map(\.id.rawValue) == ["1", "2"])
        try await store.apply([.remove(ActionID("1")), .append(action(3)), .update(action(9)), .remove(ActionID("9"))])
        #expect(try await store.pendingActions().map(\.id.rawValue) == ["2", "3"])
    }

    @Test("A new action comes last even after a removal")
    func order() async throws {
        let store = try TrackDatabase()
        try await store.apply([.append(action(1)), .append(action(5))])
        try await store.apply([.remove(ActionID("5")), .append(action(0))])
        #expect(try await store.pendingActions().map(\.id.rawValue) == ["1", "0"])
    }

    @Test("Opening a store with the first migration alone adds an outbox and keeps its tickets")
    func migration() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            try await makeFormerStore(at: path, upTo: "1 tickets") { db in
                try db.execute(sql: "INSERT INTO setting (name, value) VALUES ('density', 'roomy')")
            }
            #expect(try StoreFile(path: path).inspect() == .ours(version: 1))
            let store = try TrackDatabase(path: path)
            #expect(try await store.setting("density") == "roomy")
            #expect(try await store.pendingActions().isEmpty)
            try await store.apply([.append(action(1))])
            try await store.close()
            #expect(try StoreFile(path: path).inspect() == .ours(version: Schema.version))
        }
    }

    @Test("A damaged row of the outbox is reported, and recovery keeps the outbox")
    func damage() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            var store = try TrackDatabase(path: path)
            try await store.apply([.append(action(1)), .append(action(2))])
            _ = try await store.commit(Samples.commit([Samples.entry(1)], covering: Samples.frame(2, 0)))
            try await store.writing { try $0.execute(sql: "UPDATE supplier_count SET shown = shown + 1") }
            try await store.close()
            var report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.lostParts == [.items])
            store = try TrackDatabase(path: path)
            #expect(try await store.pendingActions() == [action(1), action(2)])
            try await store.writing { try $0.execute(sql: "UPDATE outbox SET state = '{' WHERE id = '2'") }
            let error = await #expect(throws: StorageError.self) { try await store.pendingActions() }
            #expect(error?.code == .corrupt)
            try await store.close()
            report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.lostParts == [.outbox] && report.savedTickets == 1)
        }
    }
}

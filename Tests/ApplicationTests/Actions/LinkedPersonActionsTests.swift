import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import TestSupport
import Testing

@testable import Application

@Suite("Actions on all authors of a linked person")
struct LinkedPersonActionsTests {
    private let keys = AuthorKeyReader(Library(), kinds: .known)
    private let reports = RecordedReports()

    /// Returns the actions on Pat, who has these authors.
    private func actions(
        on authors: String..., by clients: [any AccountClient], after pending: [PendingAction] = []
    ) throws -> LinkedPersonActions {
        let identities = try authors.map { author in
            let key = try #require(keys.key(author))
            return LinkedPerson.Identity(text: author, key: key)
        }
        return LinkedPersonActions(
            people: People([LinkedPerson(name: "Pat Day", identities: identities)]), keys: keys, clients: clients,
            pending: pending, time: ManualTimeSource(), reporter: reports)
    }

    private func account(_ relations: [String: PersonRelation]) -> ScriptedAccount {
        var account = ScriptedAccount("ann", at: "pit.example")
        account.relations = relations
        return account
    }

    private var reported: [String] { reports.messages.withLock { $0.map(\.key) } }

    @Test("Each author is followed who is not followed yet, and those who are left out are named")
    func follow() async throws {
        let account = account(["@pat@pit.example": .other(.init()), "@day@pit.example": .other(.init(.following))])
        let actions = try actions(on: "@pat@pit.example", "@day@pit.example", "hn:pat", by: [account])
        let plan = try await actions.plan(.follow, on: "pat day")
        #expect(people(in: plan) == ["@pat@pit.example"] && plan.failure?.message == nil)
        #expect(reported == ["personUnchangedBy", "personNotReached"])
    }

    @Test("The person is found by the key of an author, and an unknown name is a failure")
    func names() async throws {
        let actions = try actions(
            on: "@pat@pit.example", by: [account(["@pat@pit.example": .other(.init())])])
        #expect(try await people(in: actions.plan(.mute, on: "@Pat@pit.example")) == ["@pat@pit.example"])
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await actions.plan(.mute, on: "@kim@pit.example")
        }
        #expect(failure?.message.key == "personWasMissing")
    }

    @Test("The author is not asked to follow itself: the next account at the network does")
    func own() async throws {
        let pat = "@pat@pit.example"
        let alone = try actions(on: pat, by: [account([pat: .own])])
        #expect(try await alone.plan(.follow, on: pat).acts.isEmpty)
        #expect(reported == ["personIsAccount"])
        let both = try actions(on: pat, by: [account([pat: .own]), account([pat: .other(.init())])])
        #expect(try await people(in: both.plan(.follow, on: pat)) == [pat])
    }

    @Test("An author whose server fails does not keep the others from being muted, and is a failure afterwards")
    func partly() async throws {
        let account = account(["@pat@pit.example": .other(.init())])
        let actions = try actions(on: "@gone@pit.example", "@pat@pit.example", by: [account])
        let plan = try await actions.plan(.mute, on: "Pat Day")
        #expect(people(in: plan) == ["@pat@pit.example"])
        #expect(plan.failure?.message.key == "personPartlyReached")
    }

    @Test("A person whom no account reaches is a failure")
    func unreachable() async throws {
        let actions = try actions(on: "hn:pat", by: [account([:])])
        let failure = await #expect(throws: CommandFailure.self) { _ = try await actions.plan(.mute, on: "Pat Day") }
        #expect(failure?.message.key == "personUnreachable")
    }

    @Test("An action that waits in the outbox is not added again")
    func pending() async throws {
        let pat = Person(account: "test:ann@pit.example", id: "@pat@pit.example", handle: "@pat@pit.example")
        let waiting = PendingAction(
            id: ActionID("a"), request: .person(.follow, pat), requestedAt: Timestamp(seconds: 1_799_999_000),
            repetition: .safe)
        let actions = try actions(
            on: "@pat@pit.example", by: [account(["@pat@pit.example": .other(.init())])], after: [waiting])
        #expect(try await actions.plan(.follow, on: "Pat Day").acts.isEmpty)
        #expect(reported == ["personUnchangedBy"])
    }

    /// Returns the handles of the people whom actions are on.
    private func people(in plan: LinkedPersonActions.Plan) -> [String] {
        plan.acts.compactMap { act in
            if case .person(_, let person) = act { person.id } else { nil }
        }
    }
}

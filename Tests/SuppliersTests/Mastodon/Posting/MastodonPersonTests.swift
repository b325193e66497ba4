import EngineConcepts
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Acting on people at Mastodon")
struct MastodonPersonTests {
    @Test("People are found at the account's server or by it, and followed, muted and blocked")
    func people() async throws {
        try await MastodonWorld.with { world in
            let client = try world.client()
            let pat = try await client.person(named: "@pat", now: world.now)
            #expect(pat.handle == "@pat@pit.example")
            for action in PersonAction.allCases {
                let request = ActionRequest(id: ActionID("a"), action: action, now: world.now)
                guard case .done = await client.perform(request, on: pat) else {
                    Issue.record("\(action) not done")
                    continue
                }
            }
            #expect(world.fake.present.personActs == PersonAction.allCases.map { "\($0.rawValue) id-pat" })
            world.fake.change { $0.remotePeople = ["zoe@far.example"] }
            let zoe = try await client.person(named: "zoe@far.example", now: world.now)
            #expect(zoe.handle == "@zoe@far.example")
            await #expect(throws: SupplierError.self) {
                try await client.person(named: "@nobody@far.example", now: world.now)
            }
        }
    }

    @Test(
        "The actions that restore a relation at Mastodon leave the server as it was, whatever the relation was",
        arguments: PersonAction.allCases,
        [
            PersonRelation.Ties(), .init(.requested), .init(.following), .init(isMuted: true), .init(isBlocked: true),
            .init(.following, isMuted: true),
        ])
    func restored(action: PersonAction, ties: PersonRelation.Ties) async throws {
        // The server lets nobody follow somebody whom they block.
        guard !(action == .follow && ties.isBlocked) else { return }
        try await MastodonWorld.with { world in
            world.fake.change { state in
                state.followed = ties.following == .following ? ["id-kim"] : []
                state.requested = ties.following == .requested ? ["id-kim"] : []
                state.locked = state.requested
                state.muted = ties.isMuted ? ["id-kim"] : []
                state.blocked = ties.isBlocked ? ["id-kim"] : []
            }
            let client = try world.client()
            let kim = try await client.personWithRelation(named: "@kim@pit.example", now: world.now)
            #expect(kim.relation == .other(ties))
            let restoring = try #require(kim.relation.restoring(after: action))
            #expect(restoring.isEmpty == kim.relation.includes(action))
            for act in [action] + restoring {
                _ = await client.perform(
                    ActionRequest(id: ActionID("a"), action: act, now: world.now), on: kim.person)
            }
            #expect(try await client.relation(to: kim.person, now: world.now) == kim.relation)
        }
    }

    @Test("The account itself has no relation, and a server that does not tell one has an unknown one")
    func ownRelation() async throws {
        try await MastodonWorld.with { world in
            let client = try world.client()
            #expect(try await client.personWithRelation(named: "@ann@pit.example", now: world.now).relation == .own)
            world.fake.change { $0.refusals["GET api/v1/accounts/relationships"] = (403, "outside the scopes") }
            #expect(try await client.personWithRelation(named: "@kim@pit.example", now: world.now).relation == .unknown)
        }
    }

    @Test("A report names the person and the posts")
    func report() async throws {
        try await MastodonWorld.with { world in
            let report = PostReport(person: "id-pat", posts: ["7", "8"], comment: "Spam")
            let request = ActionRequest(id: ActionID("a"), action: AccountAction.report(report), now: world.now)
            let client = try world.client()
            #expect(await client.perform(request) == .done(nil))
            #expect(world.fake.present.reports == [["account_id": "id-pat", "status_ids[]": "8", "comment": "Spam"]])
            world.fake.change { $0.refusals["POST api/v1/reports"] = (422, "Validation failed: Account is yours") }
            #expect(
                try await client.perform(request).refusal().message.arguments["reason"]
                    == .text("Validation failed: Account is yours"))
            #expect(client.accountActions[.report] == .unsafe)
        }
    }
}

import EngineConcepts
import EngineTestSupport
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Accounts that the server no longer accepts")
struct SignInReminderTests {
    private static let refused = SupplierError(
        .notAuthorised,
        Message("accountSignInAgain", ["account": .text("ann@kerb.example"), "host": .text("kerb.example")]))

    private func problems(_ fixture: Fixture) -> Int {
        fixture.session.messages.history.count { $0.text.contains("fiber account add ann@kerb.example") }
    }

    private func status(_ id: SupplierID, _ condition: RequestHistory.Condition) -> SupplierStatus {
        SupplierStatus(id: id, name: id.rawValue, kind: "mastodon", requests: RequestHistory(condition))
    }

    @Test("Three sources of an account that fail at two refreshes say so once, and again only after one has worked")
    func once() async {
        let fixture = Fixture()
        let ids: [SupplierID] = ["mastodon:home", "mastodon:list", "mastodon:tag"]
        fixture.track.setSuppliers(ids.map { status($0, .healthy) })
        fixture.track.commit(tickets(0..<3))
        await fixture.start()
        func failAll() async {
            for id in ids { fixture.track.emit(.supplierFailed(id, Self.refused, fill: nil)) }
            fixture.track.emit(.supplierFailed("feed:a", SupplierError(.timedOut, "Mark"), fill: nil))
            await fixture.changed { fixture.session.messages.history.last?.text == "feed:a: Mark" }
            fixture.session.messages.show("Seen")
        }
        await failAll()
        #expect(problems(fixture) == 1)
        await failAll()
        #expect(problems(fixture) == 1)
        await fixture.commit(tickets(0..<4))
        await failAll()
        #expect(problems(fixture) == 2)
    }

    @Test("A refresh whose failures are all of one account says where to sign in again")
    func refresh() {
        let builder = RowBuilder(texts: TimeTexts(zone: FixedZone(), localizer: .english))
        func text(_ failures: [SupplierID: GapCause]) -> String? {
            builder.outcome(
                of: .done(FillOutcome(failures: failures)), isRefresh: true, in: RowBuilder.Context(now: .endOfTime))?
                .text
        }
        let cause = GapCause.notAuthorised(Self.refused.message)
        let both = text(["mastodon:home": cause, "mastodon:list": cause])
        #expect(both?.contains("ann@kerb.example was signed out") ?? false)
        let other = text(["mastodon:home": cause, "feed:a": .failed("It is down.")])
        #expect(other?.contains("signed out") == false)
    }
}

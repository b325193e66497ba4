import EngineConcepts
import EngineTestSupport
import Localization
import Testing

@testable import ViewModels

@Suite("Sources that fail for long")
struct LongFailingSourceTests {
    @Test("Sources that have failed for long are announced with what happened to them")
    func announcement() {
        func failed(_ id: SupplierID, _ name: String, _ error: SupplierError) -> SupplierStatus {
            SupplierStatus(id: id, name: name, kind: "feed", requests: RequestHistory(.failed(error, at: Fixture.now)))
        }
        let gone = SupplierError(.gone, Message("gone", ["host": "a.example"]))
        let missing = SupplierError(.refused, Message("notFound", ["host": "b.example"]))
        let statuses = [
            failed("feed:a", "Dying Feed", gone), failed("feed:b", "Lost", missing), failed("feed:c", "Away", missing),
        ]
        let fixture = Fixture()
        let builder = RowBuilder(texts: fixture.session.texts)
        let context = RowBuilder.Context(now: Fixture.now, suppliers: statuses.named(by: SourceNaming()))
        #expect(
            builder.announcement(ofLongFailing: ["feed:a"], in: context)
                == "Dying Feed has removed this address permanently (410). Gaps of such sources are listed in Sources (:sources) only."
        )
        #expect(
            builder.announcement(ofLongFailing: ["feed:a", "feed:b", "feed:c"], in: context)
                == "Dying Feed has removed this address permanently (410). Several attempts have failed: Lost, Away. "
                + "Gaps of such sources are listed in Sources (:sources) only.")
    }

    @Test("A source that its server has removed is listed once among the messages, by its announcement")
    func removedSource() async {
        func status(_ condition: RequestHistory.Condition) -> SupplierStatus {
            SupplierStatus(id: "feed:a", name: "Dying Feed", kind: "feed", requests: RequestHistory(condition))
        }
        let gone = SupplierError(.gone, Message("gone", ["host": "a.example"]))
        let fixture = Fixture()
        fixture.track.setSuppliers([status(.healthy)])
        fixture.track.commit(tickets(0..<3))
        await fixture.start()
        fixture.track.setSuppliers([status(.failed(gone, at: Fixture.now))])
        fixture.track.emit(.supplierFailed("feed:a", gone, fill: nil))
        await fixture.commit(tickets(0..<4))
        #expect(fixture.session.messages.history.count { $0.text.contains("(410)") } == 1)
    }

    @Test("A source that has failed for long is announced once, and again only after it has worked")
    func longFailing() {
        func snapshot(_ condition: RequestHistory.Condition) -> TrackSnapshot {
            var status = SupplierStatus(id: "feed:a", name: "Kerb", kind: "feed", requests: RequestHistory(condition))
            status.requests.failures = 5
            status.requests.failingSince = Fixture.now.advanced(by: .seconds(-86_400))
            return TrackSnapshot(version: .empty, gaps: [], visibleRanges: TimeframeSet(), suppliers: [status])
        }
        let failed = snapshot(.failed(SupplierError(.refused, "It answered 503."), at: Fixture.now))
        var sources = LongFailingSources()
        #expect(sources.update(with: failed, at: Fixture.now) == ["feed:a"])
        var restored = LongFailingSources(announced: sources.announced)
        #expect(restored.update(with: failed, at: Fixture.now).isEmpty)
        #expect(restored.update(with: snapshot(.healthy), at: Fixture.now).isEmpty)
        #expect(restored.update(with: failed, at: Fixture.now) == ["feed:a"])
    }
}

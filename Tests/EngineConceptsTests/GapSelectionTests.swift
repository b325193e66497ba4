import EngineConcepts
import Testing

@Suite("Hidden gaps")
struct GapSelectionTests {
    private let day = Timeframe(from: Timestamp(seconds: 86_400), downTo: Timestamp(seconds: 0))

    private func gap(_ kind: Gap.Kind) throws -> Gap {
        Gap(
            timeframe: try #require(day), kind: kind,
            missing: ["feed:a", "feed:b"].map { Gap.Missing(supplier: $0, cause: .notAsked) })
    }

    private func seen(_ gap: Gap, _ selection: GapSelection) -> [SupplierID]? {
        var view = TrackView.all
        view.gaps = selection
        return gap.seen(in: view)?.missing.map(\.supplier)
    }

    @Test("A partial gap is shown for the suppliers that can contribute to the view")
    func contributors() throws {
        #expect(seen(try gap(.partial), GapSelection(contributors: ["feed:a"])) == ["feed:a"])
        #expect(seen(try gap(.partial), GapSelection(contributors: [])) == nil)
        #expect(seen(try gap(.partial), GapSelection()) == ["feed:a", "feed:b"])
    }

    @Test("A full gap stays for what it withholds, unless the user has dismissed it for every missing supplier")
    func full() throws {
        let dismissed = TimeframeSet([try #require(day)])
        let all: [SupplierID] = ["feed:a", "feed:b"]
        #expect(seen(try gap(.full), GapSelection(contributors: [], silent: ["feed:a", "feed:b"])) == all)
        #expect(seen(try gap(.full), GapSelection(dismissed: ["feed:a": dismissed])) == all)
        #expect(seen(try gap(.full), GapSelection(dismissed: ["feed:a": dismissed, "feed:b": dismissed])) == nil)
    }

    @Test("A dismissed or silent supplier leaves a partial gap")
    func hidden() throws {
        let dismissed = TimeframeSet([try #require(day)])
        #expect(seen(try gap(.partial), GapSelection(dismissed: ["feed:b": dismissed])) == ["feed:a"])
        #expect(seen(try gap(.partial), GapSelection(silent: ["feed:a"])) == ["feed:b"])
    }
}

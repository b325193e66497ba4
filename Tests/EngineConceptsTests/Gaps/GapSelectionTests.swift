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
        return view.gaps(of: [gap]).first?.missing.map(\.supplier)
    }

    @Test("A partial gap is shown for the suppliers that can contribute to the view")
    func contributors() throws {
        #expect(seen(try gap(.partial), GapSelection(contributors: ["feed:a"])) == ["feed:a"])
        #expect(seen(try gap(.partial), GapSelection(contributors: [])) == nil)
        #expect(seen(try gap(.partial), GapSelection()) == ["feed:a", "feed:b"])
    }

    @Test("A view of some suppliers shows their partial gaps, and every full one")
    func suppliersOfView() throws {
        let (partial, full) = try (gap(.partial), gap(.full))
        var view = TrackView(suppliers: ["feed:b", "feed:c"])
        #expect(view.gaps(of: [partial]).map { $0.missing.map(\.supplier) } == [["feed:b"]])
        #expect(view.gaps(of: [full]) == [full])
        view.gaps.contributors = ["feed:a"]
        #expect(view.gaps(of: [full, partial]) == [full])
    }

    @Test("A full gap stays for what it withholds, unless the user has dismissed it for every missing supplier")
    func full() throws {
        let dismissed = TimeframeSet([try #require(day)])
        let all: [SupplierID] = ["feed:a", "feed:b"]
        #expect(seen(try gap(.full), GapSelection(contributors: [], silent: ["feed:a", "feed:b"])) == all)
        #expect(seen(try gap(.full), GapSelection(dismissed: ["feed:a": dismissed])) == all)
        #expect(seen(try gap(.full), GapSelection(dismissed: ["feed:a": dismissed, "feed:b": dismissed])) == nil)
    }

    @Test("Suppliers that have loaded nothing share one gap above all others, which do not name them")
    func unloaded() throws {
        func gap(_ start: Int64, _ end: Int64?, _ suppliers: [SupplierID], _ kind: Gap.Kind = .partial) throws -> Gap {
            let end = end.map { Timestamp(seconds: $0) } ?? .beginningOfTime
            return Gap(
                timeframe: try #require(Timeframe(from: Timestamp(seconds: start), downTo: end)), kind: kind,
                missing: suppliers.map { Gap.Missing(supplier: $0, cause: .rateLimited(until: nil)) })
        }
        var view = TrackView.all
        view.gaps = GapSelection(unloaded: ["feed:b", "feed:c"])
        let gaps = [
            try gap(100, 90, ["feed:b", "feed:c"]), try gap(90, 80, ["feed:a", "feed:b", "feed:c"]),
            try gap(80, 70, ["feed:b"], .full), try gap(70, nil, ["feed:b", "feed:c"]),
        ]
        let shown = view.gaps(of: gaps)
        #expect(shown.map { $0.missing.map(\.supplier) } == [["feed:b", "feed:c"], ["feed:a"], ["feed:b"]])
        #expect(shown.map(\.timeframe) == [.always, gaps[1].timeframe, gaps[2].timeframe])
        view.gaps.dismissed = ["feed:b": TimeframeSet([try gap(50, nil, []).timeframe])]
        #expect(view.gaps(of: gaps).first?.missing.map(\.supplier) == ["feed:c"])
        view.gaps.silent = ["feed:c"]
        #expect(view.gaps(of: gaps).map { $0.missing.map(\.supplier) } == [["feed:a"]])
    }

    @Test("A dismissed or silent supplier leaves a partial gap")
    func hidden() throws {
        let dismissed = TimeframeSet([try #require(day)])
        #expect(seen(try gap(.partial), GapSelection(dismissed: ["feed:b": dismissed])) == ["feed:a"])
        #expect(seen(try gap(.partial), GapSelection(silent: ["feed:a"])) == ["feed:b"])
    }

    @Test("A partial gap names a supplier that is being asked only beside others")
    func awaited() throws {
        let all: [SupplierID] = ["feed:a", "feed:b"]
        #expect(seen(try gap(.partial), GapSelection(awaited: ["feed:a"])) == all)
        #expect(seen(try gap(.partial), GapSelection(awaited: ["feed:a", "feed:b"])) == nil)
        #expect(seen(try gap(.partial), GapSelection(silent: ["feed:b"], awaited: ["feed:a"])) == nil)
        #expect(seen(try gap(.full), GapSelection(awaited: ["feed:a", "feed:b"])) == all)
    }
}

import EngineConcepts
import EngineStandard
import EngineTestSupport
import FiberConfiguration
import Localization
import TestSupport
import Testing

@testable import Application

@Suite("Fills of a command or of the Fiber on the screen")
struct FillWorkTests {
    @Test("A fill goes on until the wanted number of items is loaded")
    func count() async throws {
        let timeline = try await ScriptedTimeline()
        timeline.near.source.behavior.page = 1
        timeline.far.source.behavior.page = 1
        let result = try await FillWork(fills: timeline.fills()).run(FillRequest(count: 4))
        let inserted = try #require(await timeline.engine.statistics.tickets?.total)
        #expect(inserted >= 4)
        #expect(result.lines == [.plain(.inserted(inserted))])
        #expect(result.failure == nil && result.failedSources == nil)
    }

    @Test("A source that fails a fill is named, with the command that tries again")
    func failure() async throws {
        let timeline = try await ScriptedTimeline()
        timeline.far.source.behavior.failure = SupplierError(.refused, Message("serverError", [:]))
        let result = try await FillWork(fills: timeline.fills()).run(FillRequest())
        let failed = try #require(result.failedSources)
        #expect(failed.groups.map(\.names) == [["Far"]])
        let advice = try #require(failed.advice.map { Localizer.english($0) })
        #expect(advice.contains("fiber fill"), "\(advice)")
    }

    @Test("Gaps that are skipped for the same causes are one line; a cause that another request may help is decisive")
    func skippedGaps() throws {
        let sources = ["a", "b"]
            .map { SourceDescription(id: SupplierID($0), address: "https://\($0).example/", name: $0) }
        func gap(_ hour: Int64, _ missing: Gap.Missing...) throws -> Gap {
            let older = Timestamp(seconds: hour * 3600)
            let timeframe = try #require(Timeframe(from: Timestamp(seconds: hour * 3600 + 60), downTo: older))
            return Gap(timeframe: timeframe, kind: .partial, missing: missing)
        }
        let old = Gap.Missing(supplier: "a", cause: .agedOut(lost: 3))
        let failing = Gap.Missing(supplier: "b", cause: .failed(.verbatim("No answer.")))
        let dense = Gap.Missing(supplier: "b", cause: .tooDense)
        let gaps = [
            try gap(9, old), try gap(8, old, failing), try gap(7, old), try gap(6, old, failing), try gap(5, dense),
        ]
        let lines = FillResult.Line.skipped(gaps, in: Library(sources: sources), answered: [])
            .map { Localizer.english($0.message(in: .english)) }
        try #require(lines.count == 3, "\(lines)")
        for (line, hours) in zip(lines, [("09:01:00", "07:00:00"), ("08:01:00", "06:00:00")]) {
            #expect(line.hasPrefix("Skipped 2 gaps (") && line.contains(hours.0) && line.contains(hours.1), "\(line)")
        }
        #expect(lines[0].hasSuffix("). a: dropped out of the feed before Fiber read it"), "\(lines[0])")
        #expect(lines[1].hasSuffix("). b: No answer"), "\(lines[1])")
        #expect(lines[2].hasPrefix("Skipped \(gaps[4].id) ("), "\(lines[2])")
    }

    @Test("A gap that the Track does not have is refused, and no source is asked")
    func unknownGap() async throws {
        let timeline = try await ScriptedTimeline()
        let gap = try #require(GapID("g2-1"))
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await FillWork(fills: timeline.fills()).run(FillRequest(gap: gap))
        }
        #expect(failure?.message == Message("gapNotFound", ["gap": .text(gap.description)]))
        #expect(timeline.near.source.requests.isEmpty && timeline.far.source.requests.isEmpty)
    }
}

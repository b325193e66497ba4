import EngineConcepts
import EngineStandard
import EngineTestSupport
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

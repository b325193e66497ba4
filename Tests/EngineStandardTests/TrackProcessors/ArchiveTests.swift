import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Archives of documents")
struct ArchiveTests {
    private static let archive = SupplierTraits(shape: .window)

    private func source(_ count: Int, every minutes: Int, in bench: Bench, page: Int = 60) -> ScriptedSource {
        let source = ScriptedSource()
        source.add(count, newest: bench.now.advanced(by: .seconds(-60)), every: .seconds(60 * minutes))
        source.behavior.page = page
        return source
    }

    @Test("A refresh shows the whole document of every feed, and leaves a gap below the one with older pages")
    func documents() async throws {
        let bench = Bench()
        let paged = source(100, every: 1, in: bench, page: 40)
        let whole = source(50, every: 600, in: bench)
        bench.add("paged", paged, traits: Self.archive)
        bench.add("whole", whole, traits: .feed)
        await bench.refresh()
        let items = try await bench.items()
        #expect(Set(whole.posts.map(\.id)).isSubset(of: items))
        #expect(paged.requests.count == 1, "older pages are read when somebody asks for them")
        let gap = try #require(await bench.gaps.first)
        #expect(await bench.gaps.count == 1)
        #expect(gap.kind == .partial && gap.missing.map(\.supplier) == ["paged"])
        await bench.fillEverything()
        #expect(try await bench.items().count == 150)
        #expect(await bench.gaps.isEmpty)
    }

    @Test("Two feeds with older pages show both documents")
    func twoArchives() async throws {
        let bench = Bench()
        let (dense, sparse) = (source(100, every: 1, in: bench, page: 40), source(100, every: 60, in: bench, page: 40))
        bench.add("dense", dense, traits: Self.archive)
        bench.add("sparse", sparse, traits: Self.archive)
        await bench.refresh()
        // The last item of a page may not be the last of its second.
        let expected = [dense, sparse].flatMap { $0.posts.map(\.id).prefix(39) }
        #expect(Set(try await bench.items()).isSuperset(of: expected))
        #expect(await bench.gaps.allSatisfy { $0.kind == .partial || $0.timeframe.isEndless })
    }

    @Test("A stream still decides how far a refresh shows the others")
    func beside() async throws {
        let bench = Bench()
        let stream = source(500, every: 1, in: bench, page: 40)
        let paged = source(100, every: 60, in: bench, page: 40)
        bench.add("stream", stream)
        bench.add("paged", paged, traits: Self.archive)
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(gap.kind == .full && gap.timeframe.isEndless)
        #expect(try await bench.items().count < 80)
    }
}

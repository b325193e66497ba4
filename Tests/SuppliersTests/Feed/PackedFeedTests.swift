import EngineConcepts
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@testable import FeedParsing

@Suite("Feeds packed by gzip without a header", .timeLimit(.minutes(30)))
struct PackedFeedTests {
    @Test("A packed feed is read wherever its bytes are cut", arguments: [1, 2, 3, 40, 1000])
    func packed(length: Int) throws {
        let whole = GzipSamples.feed + GzipSamples.spaces
        let parser = FeedParser()
        for start in stride(from: 0, to: whole.count, by: length) {
            parser.append(Array(whole[start..<min(start + length, whole.count)]))
        }
        let document = try parser.finish()
        #expect(document.title == "Zipped")
        #expect(document.items.count == 1)
        #expect(document.syntaxError == nil)
    }

    @Test("A packed feed with a wrong checksum or trailing junk is read with a warning")
    func wrongSums() throws {
        let feed = GzipSamples.feed
        let wrongSum: [UInt8] = feed.dropLast(8) + [1, 2, 3, 4] + feed.suffix(4)
        let wrongLength: [UInt8] = feed.dropLast(4) + [9, 9, 9, 9]
        let brokenNext: [UInt8] = feed + [0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9]
        for bytes in [wrongSum, wrongLength, brokenNext] {
            let document = try FeedParser.parse(bytes)
            #expect(document.items.count == 1 && document.hasChecksumError)
            #expect(document.warning(about: "It")?.english.contains("wrong checksum") == true)
        }
        let whole = try FeedParser.parse(feed + [0, 0, 0])
        #expect(whole.items.count == 1 && whole.warning(about: "It") == nil, "padding is nothing")
    }

    @Test("A packed feed that grows beyond the limit or is damaged is refused")
    func bombs() {
        var damaged = GzipSamples.feed
        // An invalid block type.
        damaged[10] = 0xff
        #expect(throws: FeedError.damagedGzip) { try FeedParser.parse(damaged) }
        let spaces = Array(repeatElement(GzipSamples.spaces, count: 2000).joined())
        #expect(throws: FeedError.gzipTooLarge) { try FeedParser.parse(GzipSamples.feed + spaces) }
        #expect(throws: FeedError.empty) { try FeedParser.parse([0x1f, 0x8b]) }
        #expect(throws: FeedError.damagedGzip) { try FeedParser.parse([0x1f, 0x8b, 0, 0, 1, 2, 3, 4, 5]) }
    }

    @Test("A packed feed is read from a server")
    func served() async throws {
        try await withServer(["/f": [Scenario(body: GzipSamples.feed)]]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/f"), transport: transport)
            let answer = try await supplier.fetch(
                FetchRequest(origin: .newest, now: Timestamp(seconds: 1_800_000_000)))
            #expect(answer.items.count == 1)
        }
    }
}

import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

/// Windows whose items have no dates: each item stands where it was first seen.
@Suite("Windows without dates")
struct UndatedWindowTests {
    /// A window of numbered items without older pages, read by an engine.
    private struct Window {
        let bench = Bench()
        private let source = ScriptedSource()

        /// Creates the window a tenth into a second.
        init(answersNotModified: Bool = false) {
            source.behavior.isSilentOnClaims = true
            source.behavior.answersNotModified = answersNotModified
            bench.add("feed", source, traits: .feed)
            bench.time.advance(by: .milliseconds(100))
        }

        /// Reads the window after a pause, while it holds these items. Returns all rows.
        func read(_ items: ClosedRange<Int>, after pause: Duration = .zero) async throws -> [String] {
            bench.time.advance(by: pause)
            source.replace(
                items.map { number in
                    ScriptedSource.Post(
                        id: "\(number)", time: Timestamp(seconds: Int64(number)), order: Int64(-number), isDated: false)
                })
            await bench.refresh()
            return try await UndatedWindowTests.shownRows(on: bench)
        }
    }

    /// Returns the rows of all items and gaps, newest first.
    private static func shownRows(on bench: Bench) async throws -> [String] {
        try await bench.rows()
            .map { row in
                switch row {
                case .ticket(let entry): entry.ticket.id.item
                case .gap: "gap"
                }
            }
    }

    /// Returns a page of these items, the newest first.
    private static func page(_ items: ClosedRange<Int>, hasNext: Bool = false) -> FetchAnswer {
        FetchAnswer(
            items: items.reversed()
                .map { number in
                    SourceItem(id: "\(number)", orderTime: nil, nativeOrder: Int64(-number), body: TicketBody())
                },
            next: hasNext ? Token("next") : nil, end: hasNext ? .more : .retentionLimit)
    }

    /// Returns a page of these items in this order. The ones of `ahead` are dated far ahead, the others have no date.
    private static func page(of items: [String], ahead: Set<String> = []) -> FetchAnswer {
        let date = Timestamp(seconds: 4_000_000_000)
        return FetchAnswer(
            items: items.enumerated()
                .map { index, id in
                    SourceItem(
                        id: id, orderTime: ahead.contains(id) ? date : nil, nativeOrder: Int64(index),
                        body: TicketBody())
                },
            end: .retentionLimit)
    }

    /// Returns the newest page, which has a next one, or fails for that.
    private static func newestPage(
        _ items: ClosedRange<Int>, for request: FetchRequest
    ) throws(SupplierError) -> FetchAnswer {
        guard request.origin == .newest else { throw SupplierError(.refused, "500.") }
        return page(items, hasNext: true)
    }

    /// Returns a bench with a feed that has older pages, a tenth into a second.
    private func bench(with feed: AnsweringSupplier) -> Bench {
        let bench = Bench()
        bench.controlUnit.add(feed, for: "feed")
        bench.time.advance(by: .milliseconds(100))
        return bench
    }

    /// Returns the rows of these items, newest first.
    private func rows(_ items: ClosedRange<Int>) -> [String] { items.reversed().map(String.init) }

    @Test(
        "The gap below a window without dates stays below its items when the window is read again",
        arguments: [false, true])
    func readAgain(answersNotModified: Bool) async throws {
        let window = Window(answersNotModified: answersNotModified)
        let pause = Duration.milliseconds(2200)
        #expect(try await window.read(1...4) == rows(1...4))
        let torn = rows(13...16) + ["gap"] + rows(1...4)
        #expect(try await window.read(13...16, after: pause) == torn)
        #expect(try await window.read(13...16, after: pause) == torn)
        #expect(try await window.read(13...16, after: pause) == torn)
        #expect(try await window.read(14...17, after: pause) == ["17"] + torn)
        #expect(await window.bench.gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
    }

    @Test("Readings of a window without dates on both sides of a full second leave a gap if they do not meet")
    func acrossSecond() async throws {
        let window = Window()
        #expect(try await window.read(1...4, after: .milliseconds(800)) == rows(1...4))
        let torn = rows(13...16) + ["gap"] + rows(1...4)
        #expect(try await window.read(13...16, after: .milliseconds(200)) == torn)
        #expect(try await window.read(13...16, after: .milliseconds(2200)) == torn)
        _ = try await window.read(1...16, after: .milliseconds(2200))
        #expect(await window.bench.gaps == [], "an item from below joins what was torn")
    }

    @Test("Readings of a window without dates within one second leave a gap if they do not meet")
    func withinSecond() async throws {
        let window = Window()
        _ = try await window.read(1...4)
        _ = try await window.read(3...6, after: .seconds(10))
        let second = window.bench.now.flooredToSecond
        _ = try await window.read(5...8, after: .milliseconds(300))
        #expect(await window.bench.gaps == [])
        _ = try await window.read(15...18, after: .milliseconds(300))
        #expect(await window.bench.gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
        for items in [15...18, 15...18, 8...18] {
            _ = try await window.read(items, after: .milliseconds(2200))
            let gaps = await window.bench.gaps
            #expect(gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
            #expect(gaps.first?.timeframe.contains(second) ?? false, "an item of that second joins nothing")
        }
        _ = try await window.read(4...18, after: .milliseconds(2200))
        #expect(await window.bench.gaps == [], "an item from below that second joins what was torn")
    }

    @Test(
        "An item that is always on top of a window without dates joins no readings, even if it is dated ahead",
        arguments: [false, true])
    func itemOnTop(isAhead: Bool) async throws {
        let page = { @Sendable (items: [String]) in
            Self.page(of: ["top"] + items, ahead: isAhead ? ["top"] : [])
        }
        let feed = AnsweringSupplier("feed", traits: SupplierTraits(shape: .window)) { _ in page(["4", "3", "2", "1"]) }
        let bench = bench(with: feed)
        await bench.refresh()
        let first = ["top"] + rows(1...4)
        #expect(try await Self.shownRows(on: bench) == first)
        feed.answers { _ in page(["14", "13", "12", "11"]) }
        for _ in 0..<3 {
            bench.time.advance(by: .seconds(100))
            await bench.refresh()
            #expect(try await Self.shownRows(on: bench) == rows(11...14) + ["gap"] + first)
        }
        feed.answers { _ in page(["15", "14", "13", "12"]) }
        bench.time.advance(by: .seconds(100))
        await bench.refresh()
        #expect(try await Self.shownRows(on: bench) == rows(11...15) + ["gap"] + first)
        #expect(await bench.gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
    }

    @Test(
        "A window without dates that keeps most of its items leaves no gap, wherever the new ones are",
        arguments: ["21345", "61234", "23456", "12637", "36152", "54167", "62345", "12364"])
    func itemsAnywhere(second: String) async throws {
        let feed = AnsweringSupplier("feed", traits: SupplierTraits(shape: .window)) { _ in
            Self.page(of: ["1", "2", "3", "4", "5"])
        }
        let bench = bench(with: feed)
        await bench.refresh()
        feed.answers { _ in Self.page(of: second.map(String.init)) }
        for _ in 0..<2 {
            bench.time.advance(by: .seconds(100))
            await bench.refresh()
            #expect(await bench.gaps == [])
        }
    }

    @Test("A window without dates to whose end items are added leaves a gap only where it holds none of the last ones")
    func itemsAtEnd() async throws {
        let feed = AnsweringSupplier("feed", traits: SupplierTraits(shape: .window)) { _ in
            Self.page(of: ["1", "2", "3", "4", "5"])
        }
        let bench = bench(with: feed)
        await bench.refresh()
        for (letters, isTorn) in [("45678", false), ("78abc", false), ("bcdef", false), ("bcghi", true)] {
            feed.answers { _ in Self.page(of: letters.map(String.init)) }
            bench.time.advance(by: .seconds(100))
            await bench.refresh()
            let causes = await bench.gaps.flatMap { $0.missing.map(\.cause) }
            #expect(causes == (isTorn ? [GapCause.agedOut()] : []), "\(letters)")
        }
    }

    @Test("A ranking leaves no gap while it keeps any item, wherever that is", arguments: ["1abcd", "abc1d"])
    func ranking(second: String) async throws {
        let page = { @Sendable (letters: String) in
            var answer = Self.page(of: letters.map(String.init))
            answer.isUnordered = true
            return answer
        }
        let feed = AnsweringSupplier("feed", traits: SupplierTraits(shape: .window)) { _ in page("12345") }
        let bench = bench(with: feed)
        await bench.refresh()
        feed.answers { _ in page(second) }
        bench.time.advance(by: .seconds(100))
        await bench.refresh()
        #expect(await bench.gaps == [])
    }

    @Test(
        "A window of items dated ahead and items without dates leaves a gap only where it meets nothing",
        arguments: ["Abcd", "abcD", "abCd", "aBcD", "ABCd"])
    func datedAheadOrNotAtAll(first: String) async throws {
        // One item for each letter; a capital one is dated ahead.
        let page = { @Sendable (letters: String) in
            let items = letters.map(String.init)
            return Self.page(of: items, ahead: Set(items.filter { $0 != $0.lowercased() }))
        }
        let feed = AnsweringSupplier("feed", traits: SupplierTraits(shape: .window)) { _ in page(first) }
        let bench = bench(with: feed)
        for _ in 0..<3 {
            await bench.refresh()
            #expect(await bench.gaps == [])
            bench.time.advance(by: .seconds(100))
        }
        feed.answers { _ in page("xY\(first.prefix(2))") }
        await bench.refresh()
        #expect(await bench.gaps == [])
        feed.answers { _ in page("eFgH") }
        for _ in 0..<2 {
            bench.time.advance(by: .seconds(100))
            await bench.refresh()
            #expect(await bench.gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
        }
    }

    @Test("A gap is below new items without dates as soon as the next page has failed")
    func failedNextPage() async throws {
        let feed = AnsweringSupplier("feed", traits: SupplierTraits(shape: .window)) { _ in Self.page(1...3) }
        let bench = bench(with: feed)
        await bench.refresh()
        #expect(try await Self.shownRows(on: bench) == rows(1...3))
        feed.answers { request throws(SupplierError) in try Self.newestPage(13...16, for: request) }
        bench.time.advance(by: .seconds(100))
        await bench.refresh()
        #expect(try await Self.shownRows(on: bench) == rows(13...16) + ["gap"] + rows(1...3))
        #expect(await bench.gaps.map { $0.missing.map(\.cause) } == [[.failed("500.")]])
    }

    @Test("The endless gap of a feed without dates stays if its older pages vanish and the newest meets nothing known")
    func lostNextPage() async throws {
        let feed = AnsweringSupplier("feed", traits: SupplierTraits(shape: .window)) {
            request throws(SupplierError) in
            try Self.newestPage(1...4, for: request)
        }
        let bench = bench(with: feed)
        await bench.refresh()
        feed.answers { _ in Self.page(13...16) }
        for _ in 0..<3 {
            bench.time.advance(by: .seconds(100))
            await bench.refresh()
            #expect(try await Self.shownRows(on: bench) == rows(13...16) + ["gap"] + rows(1...4))
            let gaps = await bench.gaps
            #expect(gaps.map(\.timeframe.isEndless) == [true])
            #expect(gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
        }
    }
}

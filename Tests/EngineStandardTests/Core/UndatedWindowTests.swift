import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

/// Windows without older pages whose items have no dates: each item stands where it was first seen.
@Suite("Windows without dates")
struct UndatedWindowTests {
    /// A window of numbered items, read by an engine.
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
            return try await bench.rows()
                .map { row in
                    switch row {
                    case .ticket(let entry): entry.ticket.id.item
                    case .gap: "gap"
                    }
                }
        }
    }

    /// Returns the rows of these items, newest first.
    private func rows(_ items: ClosedRange<Int>) -> [String] {
        items.reversed().map(String.init)
    }

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
}

import EngineConcepts
import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite("The text of a supplier's state")
struct SupplierStateTextTests {
    /// Returns a random state; `isUsual` leaves out the parts that few states have.
    private func state(_ random: inout SeededGenerator, isUsual: Bool) -> SupplierState {
        func time() -> Timestamp {
            let times: [Int64] = [.min, .max, 0, -1, 1_795_590_358_967]
            return Timestamp(milliseconds: times.randomElement(using: &random) ?? 0)
        }
        func text() -> String {
            let pieces = ["", "a", "\"", "\\", "/", "\n", "\u{1f}", "\u{7f}", "é", "漢", "🚗", "\u{2028}", "{\"due\":1}"]
            var text = ""
            for _ in 0..<Int.random(in: 0...4, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
            return text
        }
        func timeframes() -> TimeframeSet {
            var timeframes: [Timeframe] = []
            for index in 0..<Int.random(in: 0...2, using: &random) {
                let (start, end) = (Timestamp(seconds: Int64(20 * index + 15)), Timestamp(seconds: Int64(20 * index)))
                let timeframe = index == 1 ? Timeframe.everythingBefore(start) : Timeframe(from: start, downTo: end)
                if let timeframe { timeframes.append(timeframe) }
            }
            return TimeframeSet(timeframes)
        }
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        var state = SupplierState()
        state.ranges.coverage = Coverage(
            claimed: timeframes(), exact: timeframes(), unsettled: timeframes(), withdrawn: timeframes())
        let conditions: [RequestHistory.Condition] = [.notAsked, .healthy, .slow]
        state.requests.condition = conditions.randomElement(using: &random) ?? .healthy
        state.memory = maybe(text())
        state.requests.lastSuccess = maybe(time())
        state.requests.failures = Int.random(in: 0...3, using: &random)
        state.sourceName = maybe(text())
        state.sourceAddress = maybe(text())
        state.requests.budget = FetchBudget(
            retryAt: maybe(time()), requestsLeft: maybe(7), freshUntil: maybe(time()), routineAt: maybe(time()))
        if let time = maybe(time()) {
            let reason = maybe(SupplierRanges.Floor.Reason.trueEnd) ?? .threshold
            state.ranges.lowerFloor(to: .init(time: time, reason: reason, documentCount: maybe(maybe(40) ?? .max)))
        }
        guard !isUsual else { return state }
        if Bool.random(using: &random) { state.warning = .verbatim(text()) }
        if Bool.random(using: &random) {
            state.interruption = .init(SupplierError(.malformed, .verbatim(text())), at: time())
        }
        if Bool.random(using: &random) { state.outdatedPage = OutdatedPage(of: [text(), text()], at: time()) }
        if Bool.random(using: &random), let always = Timeframe.everythingBefore(Timestamp(seconds: 5)) {
            state.ranges.markUnreachable(always, cause: .agedOut(lost: maybe(3)), documentCount: maybe(40))
        }
        state.requests.condition = .failed(SupplierError(.unreachable, .verbatim(text())), at: time())
        state.requests.failingSince = maybe(time())
        return state
    }

    @Test(
        "The text of a supplier's state is JSON that Codable reads, and gives the state back",
        arguments: [UInt64(1), 2], [true, false])
    func roundTrip(seed: UInt64, isUsual: Bool) throws {
        var random = SeededGenerator(seed: seed)
        let coder = SupplierStateText()
        for _ in 0..<500 {
            let state = state(&random, isUsual: isUsual)
            let text = try coder.encode(state)
            #expect((SupplierStateText.usual(state) != nil) == isUsual)
            #expect(try coder.decode(text, of: "feed:a") == state, "\(text)")
            #expect(try JSONDecoder().decode(SupplierState.self, from: Data(text.utf8)) == state, "\(text)")
            let coded = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
            #expect(try coder.decode(coded, of: "feed:a") == state, "\(coded)")
        }
    }

    @Test("A floor of an older version, which lacks the number of items that show it, is read")
    func floorWithoutCount() throws {
        let coder = SupplierStateText()
        var state = SupplierState()
        state.ranges.lowerFloor(to: .init(time: Timestamp(milliseconds: 1000), reason: .threshold, documentCount: 7))
        let text = try coder.encode(state)
        #expect(text.contains(",\"documentCount\":7}"))
        var former = SupplierState()
        former.ranges.lowerFloor(to: .init(time: Timestamp(milliseconds: 1000), reason: .threshold))
        #expect(try coder.decode(text.replacing(",\"documentCount\":7", with: ""), of: "feed:a") == former)
    }

    @Test("A budget without a number where one must be is refused", arguments: ["", "9223372036854775808", "soon"])
    func budgetWithoutNumber(value: String) throws {
        let coder = SupplierStateText()
        var state = SupplierState()
        state.requests.budget.retryAt = Timestamp(milliseconds: 1_234_567)
        let text = try coder.encode(state).replacing("1234567", with: value)
        #expect(text.contains("\"retryAt\":\(value)}"))
        #expect(throws: DamagedContent.self) { try coder.decode(text, of: "feed:a") }
    }

    @Test("A number of failures that cannot grow, as in a damaged text, stays")
    func highestFailures() throws {
        let coder = SupplierStateText()
        let text = try coder.encode(SupplierState()).replacing("\"failures\":0", with: "\"failures\":\(Int.max)")
        var state = try coder.decode(text, of: "feed:a")
        state.fail(SupplierError(.refused, .verbatim("500.")), at: Timestamp(seconds: 1))
        #expect(state.requests.failures == .max)
    }

    @Test("A damaged text is refused and names the supplier")
    func damage() throws {
        let coder = SupplierStateText()
        let text = try coder.encode(SupplierState())
        for end in [0, 1, text.utf8.count / 2, text.utf8.count - 1] {
            #expect(throws: DamagedContent.self) {
                try coder.decode(String(decoding: text.utf8.prefix(end), as: UTF8.self), of: "feed:a")
            }
        }
    }
}

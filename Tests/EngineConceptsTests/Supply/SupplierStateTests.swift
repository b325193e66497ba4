import EngineConcepts
import Foundation
import Testing

@Suite("The state of a supplier")
struct SupplierStateTests {
    @Test(
        "A source that never answered fails for long after six hours, one that answered after a day, a gone one at once"
    )
    func failingForLong() {
        let now = Timestamp(seconds: 1_795_000_000)
        func isFailingForLong(
            _ code: SupplierError.Code, failures: Int = 3, since hours: Int? = nil, answered: Int? = nil
        ) -> Bool {
            func before(_ hours: Int) -> Timestamp { now.advanced(by: .seconds(-3600 * hours)) }
            let error = SupplierError(code, .verbatim("x"))
            var requests = RequestHistory(.failed(error, at: now), lastSuccess: answered.map(before))
            requests.failures = failures
            requests.failingSince = hours.map(before)
            return SupplierStatus(id: "feed:a", name: "A", kind: "feed", requests: requests).isFailingForLong(at: now)
        }
        #expect(!isFailingForLong(.refused, since: 1) && !isFailingForLong(.refused))
        #expect(!isFailingForLong(.refused, failures: 2, since: 7))
        #expect(isFailingForLong(.refused, since: 7))
        #expect(!isFailingForLong(.refused, since: 7, answered: 8))
        #expect(isFailingForLong(.refused, since: 20, answered: 25))
        #expect(isFailingForLong(.gone, failures: 1, since: 0) && !isFailingForLong(.rateLimited, since: 100))
    }

    @Test("A source fails with its last request, an incomplete document or a crash, and a paused one only with a crash")
    func failing() {
        let (error, now) = (SupplierError(.refused, .verbatim("x")), Timestamp(seconds: 1_795_000_000))
        func isFailing(
            _ condition: RequestHistory.Condition, _ change: (inout SupplierStatus) -> Void = { _ in }
        ) -> Bool {
            var status = SupplierStatus(id: "feed:a", name: "A", kind: "feed", requests: RequestHistory(condition))
            change(&status)
            return status.isFailing
        }
        #expect(isFailing(.failed(error, at: now)) && isFailing(.healthy) { $0.interruption = .init(error, at: now) })
        #expect(!isFailing(.healthy) && !isFailing(.slow) && !isFailing(.notAsked))
        #expect(!isFailing(.failed(error, at: now)) { $0.isPaused = true })
        #expect(
            isFailing(.notAsked) {
                $0.isPaused = true
                $0.hasCrashed = true
            })
    }

    @Test("The warning about the last answer keeps its stored name")
    func storedWarning() throws {
        var state = SupplierState()
        state.warning = .verbatim("x")
        let stored = try JSONEncoder().encode(state)
        #expect(String(decoding: stored, as: UTF8.self).contains("\"remark\":"))
        #expect(try JSONDecoder().decode(SupplierState.self, from: stored) == state)
    }

    @Test("A state stored under former names keeps its condition and its withdrawn claims")
    func storedState() throws {
        let condition = try JSONDecoder().decode(RequestHistory.Condition.self, from: Data(#"{"well":{}}"#.utf8))
        #expect(condition == .healthy)
        let text = #"{"claimed":[],"exact":[],"doubted":[{"start":2000,"end":1000}],"olderTokens":[],"newerTokens":[]}"#
        let coverage = try JSONDecoder().decode(Coverage.self, from: Data(text.utf8))
        #expect(coverage.withdrawn.oldest == Timestamp(seconds: 1))
    }
}

import EngineConcepts
import Foundation
import Testing

@Suite("The state of a supplier")
struct SupplierStateTests {
    @Test("A state stored by an earlier version keeps its condition and its withdrawn claims")
    func storedState() throws {
        let condition = try JSONDecoder().decode(SupplierState.Condition.self, from: Data(#"{"well":{}}"#.utf8))
        #expect(condition == .healthy)
        let text = #"{"claimed":[],"exact":[],"doubted":[{"start":2000,"end":1000}],"olderTokens":[],"newerTokens":[]}"#
        let coverage = try JSONDecoder().decode(Coverage.self, from: Data(text.utf8))
        #expect(coverage.withdrawn.oldest == Timestamp(seconds: 1))
    }
}

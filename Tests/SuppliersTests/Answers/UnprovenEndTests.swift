import EngineConcepts
import Testing

@testable import Suppliers

@Suite("Ends without proof")
struct UnprovenEndTests {
    private let now = Timestamp(seconds: 1_795_262_400)
    private let edge = Timestamp(seconds: 1_790_000_000)

    /// Returns true for each of these times, in hours, at which an end is accepted.
    private func accepted(after hours: [Int], at edges: [Timestamp]? = nil) -> [Bool] {
        var end: UnprovenEnd?
        return hours.indices.map { index in
            end.accept(below: edges?[index] ?? edge, at: now.advanced(by: .seconds(hours[index] * 3600)))
        }
    }

    @Test("An end without proof is accepted at its third walk if the first was a day ago, and counts anew then")
    func thirdWalk() {
        #expect(accepted(after: [0, 1, 24, 25]) == [false, false, true, false])
        #expect(accepted(after: [0, 24, 25]) == [false, false, true])
        #expect(accepted(after: [0, 1, 2, 3, 24]) == [false, false, false, false, true])
    }

    @Test("Walks within an hour count as one, unless the clock was set back between them")
    func failureOfSomeTime() {
        #expect(accepted(after: [0, 0, 0, 24]) == [false, false, false, false])
        #expect(accepted(after: [0, 24, 24, 25]) == [false, false, false, true])
        #expect(accepted(after: [0, -1, 24]) == [false, false, true])
    }

    @Test("An end at another edge counts anew, and a walk that passes the edge forgets it")
    func otherEdge() {
        let other = edge.advanced(by: .seconds(-60))
        #expect(accepted(after: [0, 1, 24, 25], at: [edge, edge, other, edge]) == [false, false, false, false])
        var end: UnprovenEnd?
        let isAccepted = end.accept(below: edge, at: now)
        end.forget(below: edge.advanced(by: .seconds(60)))
        #expect(!isAccepted && end?.below == edge.seconds)
        end.move(from: other, to: now)
        #expect(end?.below == edge.seconds)
        end.move(from: edge, to: other)
        #expect(end?.below == other.seconds)
        end.forget(below: other)
        #expect(end == nil)
    }

    @Test("The memory of a list keeps the end and whether there were items, and reads anything else as empty")
    func listMemory() {
        var memory = ListMemory()
        #expect(memory.text == "none" && ListMemory(nil) == memory && ListMemory("4 of 9") == memory)
        memory.hasItems = true
        #expect(memory.text == "items" && ListMemory("items") == memory)
        let isAccepted = memory.unprovenEnd.accept(below: edge, at: now)
        #expect(!isAccepted && memory.text == "items \(now.seconds) \(edge.seconds) 1 \(now.seconds)")
        #expect(ListMemory(memory.text) == memory)
    }
}

import EngineConcepts
import TestSupport
import Testing

@Suite("Differences of lists")
struct ListChangesTests {
    private struct Element: Identifiable, Equatable {
        let id: Int
        var text: Int
    }

    /// Creates a list and a random modification of it, with elements removed, added, moved and edited.
    private func lists(_ random: inout SeededGenerator) -> (old: [Element], new: [Element]) {
        let old = (0..<random.number(0...12)).map { Element(id: $0, text: 0) }.shuffled(using: &random)
        var new = old.filter { _ in random.chance(70) }
        for _ in 0..<random.number(0...4) where !new.isEmpty {
            new.insert(new.remove(at: random.number(0...new.count - 1)), at: random.number(0...new.count))
        }
        for id in 100..<100 + random.number(0...4) {
            new.insert(Element(id: id, text: 0), at: random.number(0...new.count))
        }
        for index in new.indices where random.chance(20) {
            new[index].text += 1
        }
        return (old, new)
    }

    @Test("Applying the steps to the old list gives the new list", arguments: 0..<20)
    func applied(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            let (old, new) = lists(&random)
            #expect(try apply(changes(from: old, to: new), to: old, content: new) == new)
        }
    }

    /// Applies changes like a list view: removes elements that disappear or move, from the end; inserts new and moved
    /// ones, from the beginning; and reloads changed ones.
    private func apply(_ changes: ListChanges<Int>, to old: [Element], content new: [Element]) throws -> [Element] {
        var list = old
        var leaving: [Int: Int] = [:]
        var coming: [(id: Int, index: Int)] = []
        var reloads: [(id: Int, index: Int)] = []
        for step in changes.steps {
            switch step {
            case .remove(let id, let index): leaving[index] = id
            case .insert(let id, let index): coming.append((id, index))
            case .move(let id, let from, let to):
                leaving[from] = id
                coming.append((id, to))
            case .reload(let id, let index): reloads.append((id, index))
            }
        }
        for (index, id) in leaving.sorted(by: { $0.key > $1.key }) {
            try #require(list.indices.contains(index))
            #expect(list.remove(at: index).id == id)
        }
        #expect(coming.map(\.index) == coming.map(\.index).sorted())
        for (id, index) in coming {
            try #require(index <= list.count)
            let oldElement = old.first { $0.id == id }
            list.insert(try #require(oldElement ?? new.first { $0.id == id }), at: index)
        }
        for (id, index) in reloads {
            try #require(list.indices.contains(index))
            #expect(list[index].id == id)
            list[index] = try #require(new.first { $0.id == id })
        }
        return list
    }

    @Test("The number of steps is the minimum by the longest common subsequence", arguments: 0..<20)
    func minimal(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            let (old, new) = lists(&random)
            let common = Self.longestCommon(old.map(\.id)[...], new.map(\.id)[...])
            let oldElements = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
            let present = Set(new.map(\.id))
            let staying = new.filter { oldElements[$0.id] != nil }
            var removed = 0
            var inserted = 0
            var moved = 0
            var reloaded: Set<Int> = []
            for step in changes(from: old, to: new).steps {
                switch step {
                case .remove(let id, _):
                    removed += 1
                    #expect(!present.contains(id), "what moves is not removed")
                case .insert(let id, _):
                    inserted += 1
                    #expect(oldElements[id] == nil, "what moves is not inserted")
                case .move(let id, _, _):
                    moved += 1
                    #expect(oldElements[id] != nil && present.contains(id))
                case .reload(let id, _): #expect(reloaded.insert(id).inserted)
                }
            }
            #expect(removed == old.count - staying.count)
            #expect(inserted == new.count - staying.count)
            // Exactly those elements move that stay but are not in the longest common subsequence.
            #expect(moved == staying.count - common)
            #expect(reloaded == Set(staying.filter { oldElements[$0.id] != $0 }.map(\.id)))
        }
    }

    /// Returns the length of the longest common subsequence, by definition.
    private static func longestCommon(_ lhs: ArraySlice<Int>, _ rhs: ArraySlice<Int>) -> Int {
        var row = Array(repeating: 0, count: rhs.count + 1)
        for left in lhs {
            var above = row
            for (index, right) in rhs.enumerated() {
                above[index + 1] = left == right ? row[index] + 1 : max(row[index + 1], above[index])
            }
            row = above
        }
        return row.last ?? 0
    }

    @Test("List changes consist of removals, insertions, moves and reloads")
    func kindsOfSteps() {
        struct Row: Identifiable, Equatable {
            let id: Int
            var text = ""
        }
        let old = [Row(id: 1), Row(id: 2), Row(id: 3), Row(id: 4)]
        let new = [Row(id: 4), Row(id: 1), Row(id: 3, text: "new"), Row(id: 5)]
        #expect(
            changes(from: old, to: new).steps == [
                .remove(2, at: 1), .move(4, from: 3, to: 0), .insert(5, at: 3), .reload(3, at: 2),
            ])
        #expect(changes(from: old, to: old).isEmpty)
    }

    @Test("Equal lists have no steps")
    func equal() {
        let list = (0..<9).map { Element(id: $0, text: $0) }
        #expect(changes(from: list, to: list).isEmpty)
        #expect(changes(from: [Element](), to: []).isEmpty)
    }
}

import EngineConcepts
import Testing

@Suite("Threads as trees")
struct ThreadTreeTests {
    private func post(_ id: String, to parent: String? = nil, at seconds: Int64 = 0) -> SourceItem {
        SourceItem(id: id, orderTime: Timestamp(seconds: seconds), body: TicketBody(replyTo: parent))
    }

    /// Returns the rows as text: two spaces for each level, `+` for folded replies, `…` for a gap.
    private func lines(_ tree: ThreadTree, folding folded: Set<String> = []) -> [String] {
        tree.rows(folding: folded)
            .map { row in
                let indent = String(repeating: "  ", count: row.depth)
                return switch row.content {
                case .post(let item): indent + item.id + (row.isFolded ? " +\(row.descendants)" : "")
                case .gap(let gap): indent + "…" + (gap.count.map { "\($0)" } ?? "")
                }
            }
    }

    @Test("Ancestors stand above the post and replies below, by branch and in order of time")
    func order() {
        var tree = ThreadTree(post("c", to: "b", at: 3))
        let parts = [
            post("e", to: "c", at: 6), post("a", at: 1), post("d", to: "c", at: 4), post("b", to: "a", at: 2),
            post("f", to: "d", at: 9),
        ]
        tree.add(OutlinePart(items: parts))
        #expect(lines(tree) == ["a", "  b", "    c", "      d", "        f", "      e"])
        var reversed = ThreadTree(post("c", to: "b", at: 3))
        for item in parts.reversed() { reversed.add(OutlinePart(items: [item])) }
        #expect(lines(reversed) == lines(tree))
    }

    @Test("What is not loaded is a gap that goes when it is filled")
    func gaps() {
        var tree = ThreadTree(post("c", to: "b"))
        #expect(lines(tree) == ["…", "c"])
        let more = OutlineGap(.replies(to: "c"), count: 5, token: Token("next"))
        tree.add(OutlinePart(items: [post("b"), post("d", to: "c", at: 1)], gaps: [more]))
        #expect(lines(tree) == ["b", "  c", "    d", "    …5"])
        tree.add(OutlinePart(items: [post("e", to: "c", at: 2)]), filling: more)
        #expect(lines(tree) == ["b", "  c", "    d", "    e"])
    }

    @Test("Replies to a post that is missing stay, below a gap")
    func strays() {
        var tree = ThreadTree(post("a"))
        tree.add(
            OutlinePart(items: [post("b", to: "a", at: 1), post("c", to: "b", at: 2), post("x", to: "gone", at: 3)]))
        #expect(lines(tree) == ["a", "  b", "    c", "…", "  x"])
        tree.remove("b")
        #expect(lines(tree) == ["a", "…", "  c", "…", "  x"])
        #expect(tree.count == 3)
    }

    @Test("Folded replies are counted and left out")
    func folding() {
        var tree = ThreadTree(post("a"))
        tree.add(
            OutlinePart(
                items: [
                    post("b", to: "a", at: 1), post("c", to: "b", at: 2), post("d", to: "c", at: 3),
                    post("e", to: "a", at: 4),
                ],
                gaps: [OutlineGap(.replies(to: "c"))]))
        #expect(lines(tree, folding: ["b"]) == ["a", "  b +2", "  e"])
        #expect(lines(tree, folding: ["a"]) == ["a +4"])
    }

    @Test("Hostile threads neither loop nor exhaust the stack")
    func hostile() {
        var circle = ThreadTree(post("a", to: "b"))
        circle.add(
            OutlinePart(items: [
                post("b", to: "a", at: 1), post("c", to: "c", at: 2), post("d", to: "e"), post("e", to: "d"),
            ]))
        #expect(circle.rows().count(where: \.isPost) == 5)
        var deep = ThreadTree(post("0"))
        deep.add(OutlinePart(items: (1...3_000).map { post("\($0)", to: "\($0 - 1)", at: Int64($0)) }))
        #expect(deep.rows().last?.depth == 3_000)
    }

    @Test("An edited post changes in place, and moves if it replies to another one")
    func edits() {
        var tree = ThreadTree(post("a"))
        tree.add(OutlinePart(items: [post("b", to: "a", at: 1), post("c", to: "a", at: 2)]))
        tree.add(OutlinePart(items: [post("c", to: "b", at: 2)]))
        #expect(lines(tree) == ["a", "  b", "    c"])
    }

    @Test("Each post knows the number of loaded posts below it, seen or folded away")
    func descendants() {
        var tree = ThreadTree(post("a"))
        tree.add(
            OutlinePart(items: [
                post("b", to: "a", at: 1), post("c", to: "b", at: 2), post("d", to: "c", at: 3),
                post("e", to: "b", at: 4),
                post("f", to: "a", at: 5), post("x", to: "gone", at: 6), post("y", to: "x", at: 7),
            ]))
        #expect(tree.rows().filter(\.isPost).map(\.descendants) == [5, 3, 1, 0, 0, 0, 1, 0])
        #expect(tree.rows(folding: ["b"]).filter(\.isPost).map(\.descendants) == [5, 3, 0, 1, 0])
    }

    @Test("The gaps of a removed post go with it")
    func removedGaps() {
        var tree = ThreadTree(post("a"))
        let part = OutlinePart(items: [post("b", to: "a", at: 1)], gaps: [OutlineGap(.replies(to: "b"), count: 2)])
        tree.add(part)
        tree.remove("b")
        tree.add(OutlinePart(items: part.items))
        #expect(lines(tree) == ["a", "  b"])
    }

    @Test("Gaps at one post have the same order in every tree")
    func orderOfGaps() {
        let gaps = (1...8).map { OutlineGap(.replies(to: "a"), count: $0, token: Token($0 < 5 ? "x" : "y")) }
        var tree = ThreadTree(post("a"))
        tree.add(OutlinePart(gaps: gaps.reversed()))
        #expect(lines(tree) == ["a"] + (1...8).map { "  …\($0)" })
    }
}

extension PostRow {
    fileprivate var isPost: Bool {
        if case .post = content { true } else { false }
    }
}

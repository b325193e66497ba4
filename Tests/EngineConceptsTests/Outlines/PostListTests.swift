import EngineConcepts
import Testing

@Suite("The posts of a person from several sources")
struct PostListTests {
    private static func post(_ id: String, _ minute: Int) -> SourceItem {
        SourceItem(id: id, orderTime: time(minute), body: TicketBody(text: .plain(id)))
    }

    private static func time(_ minute: Int) -> Timestamp { Timestamp(seconds: Int64(minute) * 60) }

    private static func part(_ minutes: ClosedRange<Int>, _ name: String, goesOn: Bool = true) -> OutlinePart {
        let posts = minutes.reversed().map { post("\(name)\($0)", $0) }
        return OutlinePart(
            items: posts,
            gaps: goesOn
                ? [OutlineGap(.below("\(name)\(minutes.lowerBound)"), token: Token("\(minutes.lowerBound)"))] : [])
    }

    private static func rows(_ list: PostList) -> [String] {
        list.rows.map { row in
            switch row.content {
            case .post(let item): item.id
            case .gap(let gap):
                switch gap.position {
                case .below(let id): "-\(id)"
                case .newest: "-\(gap.source)"
                default: "?"
                }
            }
        }
    }

    @Test("A source that waits to be asked for has its gap at the top until its first part, also an empty one")
    func offered() {
        var list = PostList(sources: 3, offered: [1, 2])
        list.add(Self.part(10...12, "m", goesOn: false), of: 0)
        #expect(Self.rows(list) == ["-1", "-2", "m12", "m11", "m10"] && list.offered == [1, 2])
        #expect(list.extent == .everything)
        list.add(Self.part(11...11, "b", goesOn: false), of: 1)
        list.fail(2, .verbatim("no connection"))
        #expect(Self.rows(list) == ["-2", "m12", "m11", "b11", "m10"] && list.offered == [2])
        list.add(OutlinePart(), of: 2, filling: OutlineGap(.newest, source: 2))
        #expect(Self.rows(list) == ["m12", "m11", "b11", "m10"] && list.offered.isEmpty && list.failures.isEmpty)
    }

    @Test("Posts of all sources are one list by time, and each source has its gap below its last post")
    func merged() {
        var list = PostList(sources: 2)
        list.add(Self.part(10...12, "m"), of: 0)
        list.add(Self.part(8...11, "b"), of: 1)
        #expect(Self.rows(list) == ["m12", "m11", "b11", "m10", "-m10", "b10", "b9", "b8", "-b8"])
        #expect(list.extent == .since(Self.time(10)))
        let gap = list.missing[0].gap
        list.add(Self.part(5...9, "m", goesOn: false), of: 0, filling: gap)
        #expect(list.extent == .since(Self.time(8)) && list.missing.map(\.gap.source) == [1])
        list.add(Self.part(1...7, "b", goesOn: false), of: 1, filling: list.missing[0].gap)
        #expect(list.extent == .everything && list.missing.isEmpty && list.posts.count == 19)
    }

    @Test("Newest posts that do not reach the known ones leave a gap with its bounds, which filling closes")
    func middle() {
        var list = PostList(sources: 2)
        list.add(Self.part(1...3, "m", goesOn: false), of: 0)
        list.add(Self.part(2...3, "b"), of: 1)
        list.add(Self.part(20...22, "b"), of: 1)
        #expect(Self.rows(list) == ["b22", "b21", "b20", "-b20", "m3", "b3", "m2", "b2", "-b2", "m1"])
        let hole = list.missing[0]
        #expect(hole.newest == Self.time(20) && hole.oldest == Self.time(3) && list.missing[1].oldest == nil)
        #expect(list.extent == .since(Self.time(2)))
        list.add(Self.part(10...19, "b"), of: 1, filling: hole.gap)
        #expect(list.missing[0].newest == Self.time(10) && list.missing[0].oldest == Self.time(3))
        list.add(Self.part(3...9, "b"), of: 1, filling: list.missing[0].gap)
        #expect(list.missing.map(\.gap.position) == [.below("b2")])
        #expect(list.posts.count == 24 && Set(list.items.map(\.id)).count == 24)
    }

    @Test("A part that goes beyond the known posts below leaves the place where it ends")
    func beyond() {
        var list = PostList()
        list.add(Self.part(10...12, "a"))
        list.add(Self.part(30...32, "a"))
        list.add(Self.part(5...29, "a"), filling: list.missing[0].gap)
        #expect(list.missing.map(\.gap.position) == [.below("a5")] && list.items.count == 28)
        #expect(list.gap?.token == Token("5"))
    }

    @Test("A refresh that reaches known posts renews them and keeps what is below; an empty page ends a source")
    func refreshed() {
        var list = PostList()
        list.add(Self.part(1...3, "a"))
        var again = Self.part(3...5, "a")
        again.items[2].body.text = .plain("edited")
        list.add(again)
        #expect(Self.rows(list) == ["a5", "a4", "a3", "a2", "a1", "-a1"])
        #expect(list.items[2].body.text == .plain("edited"))
        list.add(OutlinePart(items: [Self.post("new", 9)]))
        #expect(Self.rows(list) == ["new", "a5", "a4", "a3", "a2", "a1", "-a1"])
        list.add(OutlinePart(), filling: list.gap)
        #expect(list.gap == nil && list.extent == .everything)
        list.remove("a4")
        #expect(!list.items.contains { $0.id == "a4" })
    }

    @Test("Newest posts of which none can be shown are one gap, also when loaded again, and nothing is complete")
    func noneShown() {
        var list = PostList(sources: 2)
        list.add(Self.part(10...12, "m", goesOn: false), of: 0)
        list.add(OutlinePart(gaps: [OutlineGap(.below("b9"), token: Token("9"))]), of: 1)
        list.add(OutlinePart(gaps: [OutlineGap(.below("b8"), token: Token("8"))]), of: 1)
        #expect(Self.rows(list) == ["-b8", "m12", "m11", "m10"] && list.extent == .nothing)
        list.add(Self.part(1...7, "b", goesOn: false), of: 1, filling: list.missing[0].gap)
        #expect(list.missing.isEmpty && list.extent == .everything && list.posts.count == 10)
    }

    @Test("A source of which nothing could be loaded has its gap at the top, until it answers")
    func failed() {
        var list = PostList(sources: 2)
        #expect(list.extent == .nothing && list.rows.isEmpty)
        list.add(Self.part(1...2, "m", goesOn: false), of: 0)
        list.fail(1, .verbatim("no connection"))
        #expect(Self.rows(list) == ["-1", "m2", "m1"] && list.extent == .everything)
        #expect(list.missing[0].newest == nil && list.failures[1] == .verbatim("no connection"))
        list.add(Self.part(1...1, "b", goesOn: false), of: 1, filling: list.missing[0].gap)
        #expect(Self.rows(list) == ["m2", "m1", "b1"] && list.failures.isEmpty)
    }
}

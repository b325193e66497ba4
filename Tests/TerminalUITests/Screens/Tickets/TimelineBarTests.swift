import EngineConcepts
import TerminalKit
import Testing

@testable import TerminalUI
@testable import ViewModels

/// A realistic number of tickets and topics in the top bar.
@Suite("The top bar")
struct TimelineBarTests {
    private var header: TimelineState.Header {
        header([("Formula One", 46), ("WEC", 12), ("Swift", 21), ("World", 9)])
    }

    private func header(_ topics: [(String, Int)]) -> TimelineState.Header {
        TimelineState.Header(
            view: "All", isLimited: false, total: 260, unread: 194, newAbove: 53,
            topics: topics.enumerated()
                .map { index, topic in
                    TimelineState.Topic(
                        id: LabelID("topic:\(index)"), name: topic.0, digit: index + 1, unread: topic.1, isChosen: false
                    )
                },
            allUnread: 194, filter: TimelineState.Filter(state: .on, hidden: 16))
    }

    private func bar(_ width: Int, _ topics: [(String, Int)]? = nil) -> String {
        var buffer = CellBuffer(size: Size(width: width, height: 1))
        TimelineBar(appearance: Appearance(theme: .plain))
            .draw(topics.map(header) ?? header, in: buffer.bounds, of: &buffer)
        return buffer.lines[0]
    }

    @Test("Both counts of a timeline without topics have their thousands apart")
    func largeCounts() {
        let header = TimelineState.Header(
            view: "All", isLimited: false, total: 23_206, unread: 23_205, newAbove: 0, topics: [], allUnread: 23_205,
            filter: nil)
        var buffer = CellBuffer(size: Size(width: 100, height: 1))
        TimelineBar(appearance: Appearance(theme: .plain)).draw(header, in: buffer.bounds, of: &buffer)
        #expect(buffer.lines[0].contains(" 23,205 unread of 23,206"), "\(buffer.lines[0])")
    }

    @Test("The number of hidden items has its thousands apart, with words and without", arguments: [70, 100])
    func manyHidden(width: Int) {
        let header = TimelineState.Header(
            view: "All", isLimited: false, total: 260, unread: 194, newAbove: 0, topics: [], allUnread: 194,
            filter: TimelineState.Filter(state: .on, hidden: 1600))
        var buffer = CellBuffer(size: Size(width: width, height: 1))
        TimelineBar(appearance: Appearance(theme: .plain)).draw(header, in: buffer.bounds, of: &buffer)
        #expect(buffer.lines[0].contains(" 1,600"), "\(buffer.lines[0])")
    }

    @Test("The state of the filter and the count of new tickets are shortened before names of topics")
    func words() {
        #expect(
            bar(120) == " ◢ fiber     All 194  1 Formula One 46  2 WEC 12  3 Swift 21  4 World 9"
                + "                ◉ filter · 16 hidden    ↑ 53 new")
        #expect(bar(82) == " ◢ fiber     All 194  1 Formula… 46  2 WEC 12  3 Swift 21  4 World 9  ◉ 16   ↑ 53")
        #expect(
            bar(79) == " ◢ fiber     All 194  1 Formula One   2 WEC   3 Swift   4 World    ◉ 16   ↑ 53",
            "counts are left out before a name is cut to a few letters")
        #expect(
            bar(80, [("F1", 28), ("WEC", 65), ("Swift", 46), ("World", 55)])
                == " ◢ fiber     All 194  1 F1 28  2 WEC 65  3 Swift 46  4 World 55     ◉ 16   ↑ 53",
            "a word at the end gives way to the last letters of a name")
        for width in 78...100 {
            let bar = bar(width)
            #expect(
                ["1 Form", "2 WEC", "3 Swift", "4 World", "◉", "↑"].allSatisfy { bar.contains($0) }, "\(width): \(bar)")
        }
    }

    @Test("No topic moves as others are chosen, and their combination does not read as part of the last one")
    func steadyTopics() {
        func bar(_ chosen: Set<Int>, _ combination: String? = nil) -> String {
            var header = header
            for index in header.topics.indices { header.topics[index].isChosen = chosen.contains(index) }
            header.combination = combination
            var buffer = CellBuffer(size: Size(width: 120, height: 1))
            TimelineBar(appearance: Appearance(theme: .plain)).draw(header, in: buffer.bounds, of: &buffer)
            return buffer.lines[0]
        }
        #expect(bar([]) == bar([0]) && bar([]) == bar([1]))
        #expect(bar([0, 1], "any of these").contains("4 World 9  · any of these "))
    }

    @Test("The count of a chosen topic is inside its pill, which ends with a space", arguments: [0, 1, 4])
    func pills(chosen: Int) throws {
        let theme = Theme.dark
        var header = header
        if chosen > 0 { header.topics[chosen - 1].isChosen = true }
        var buffer = CellBuffer(size: Size(width: 120, height: 1))
        TimelineBar(appearance: Appearance(theme: theme)).draw(header, in: buffer.bounds, of: &buffer)
        let pill = Array([" All 194 ", " 1 Formula One 46 ", "", "", " 4 World 9 "][chosen])
        let text = Array(buffer.lines[0])
        let start = try #require(text.indices.first { text[$0...].starts(with: pill) })
        let colors = (0..<120).map { buffer[$0, 0].style.background }
        #expect(colors[start..<start + pill.count].allSatisfy { $0 == theme[.tabActive].background })
        #expect(colors[start - 1] == theme[.bar].background && colors[start + pill.count] == theme[.bar].background)
    }

    @Test("A topic in another one is cut to its own name, not to that of the other")
    func nested() {
        let bar = bar(88, [("Tech", 28), ("Tech/Apple", 65), ("Tech/Unread mail", 46), ("World", 55)])
        #expect(["1 Tech 28", "2 Apple", "3 Unread"].allSatisfy(bar.contains), "\(bar)")
    }

    @Test("At 80 columns the bar shows names of topics, and the number of those without room")
    func manyTopics() {
        let names = [
            "Technology", "Rust", "Formula One", "Comics", "Music", "Science", "Politics", "Local", "Food", "Films",
            "Games",
        ]
        var header = header(names.map { ($0, 48) })
        func bar(_ width: Int) -> String {
            var buffer = CellBuffer(size: Size(width: width, height: 1))
            TimelineBar(appearance: Appearance(theme: .plain)).draw(header, in: buffer.bounds, of: &buffer)
            return buffer.lines[0]
        }
        for width in 80...120 {
            let bar = bar(width)
            #expect(["1 Tec", "2 Rus", "3 For", "4 Com", "◉ 16", "↑ 53"].allSatisfy(bar.contains), "\(width): \(bar)")
            let shown = names.count { bar.contains(" \($0.prefix(3))") }
            #expect(shown == names.count || bar.contains(" +\(names.count - shown) "), "\(width): \(bar)")
        }
        header.topics[9].isChosen = true
        header.topics[9].digit = nil
        let chosen = bar(80)
        #expect(chosen.contains(" Films 48"), "a chosen topic is whole: \(chosen)")
        #expect(["1 Tec", "2 Rus", "3 For", " +"].allSatisfy(chosen.contains), "\(chosen)")
    }

    @Test(
        "Chosen topics without room are cut as well, and the bar shows the number of those that are left out",
        arguments: [80, 100, 120])
    func manyChosenTopics(width: Int) {
        let names = [
            "Racing", "European politics", "Software", "Gardening", "Astronomy", "Cooking", "Photography", "Economics",
            "Architecture",
        ]
        var header = header(names.map { ($0, 48) })
        for index in header.topics.indices { header.topics[index].isChosen = true }
        header.combination = "any of these"
        var buffer = CellBuffer(size: Size(width: width, height: 1))
        TimelineBar(appearance: Appearance(theme: .plain)).draw(header, in: buffer.bounds, of: &buffer)
        let bar = buffer.lines[0]
        let shown = names.indices.count { bar.contains(" \($0 + 1) \(names[$0].prefix(4))") }
        #expect(shown > 1 && bar.contains(" 2 Europ… "), "\(bar)")
        #expect(bar.contains(" +\(names.count - shown)  · any of these"), "\(bar)")
    }

    @Test("On narrow screens, two chosen topics are both shown: the combination gives way, then a name to its digit")
    func twoChosenTopics() {
        func bar(_ width: Int) -> String {
            var header = header([("F1", 28), ("WEC", 66), ("Swift", 46), ("World", 55)])
            header.newAbove = 1
            for index in [1, 2] { header.topics[index].isChosen = true }
            header.combination = "any of these"
            var buffer = CellBuffer(size: Size(width: width, height: 1))
            TimelineBar(appearance: Appearance(theme: .plain)).draw(header, in: buffer.bounds, of: &buffer)
            return buffer.lines[0]
        }
        #expect(bar(80).contains("2 WEC") && bar(80).contains("3 Swift") && bar(80).contains("· any of these"))
        #expect(bar(60).contains(" 2 WEC   3 Swift  +2") && !bar(60).contains("·"), "\(bar(60))")
        #expect(bar(40).contains(" 2 WEC   3  +2") && bar(40).contains("◉ 16"), "\(bar(40))")
        for width in 40...100 {
            #expect(bar(width).contains(" 2 WEC") && bar(width).contains(" 3 "), "\(width): \(bar(width))")
            #expect(!bar(width).contains("…"), "\(width): \(bar(width))")
        }
    }

    @Test("On narrow screens, no chosen topic is left out as long as its digit has room", arguments: [40, 60])
    func threeChosenTopics(width: Int) {
        var header = header([("F1", 28), ("WEC", 66), ("Swift", 46), ("World", 55)])
        header.newAbove = 1
        for index in 0..<3 { header.topics[index].isChosen = true }
        header.combination = "any of these"
        var buffer = CellBuffer(size: Size(width: width, height: 1))
        TimelineBar(appearance: Appearance(theme: .plain)).draw(header, in: buffer.bounds, of: &buffer)
        let bar = buffer.lines[0]
        #expect([" 1 ", " 2 ", " 3 ", " +1"].allSatisfy(bar.contains), "\(bar)")
    }

    @Test("One chosen topic that is too wide is cut as far as it must be")
    func wideChosenTopic() {
        var header = header([("European politics and economics of the nineties", 5), ("World", 9)])
        header.topics[0].isChosen = true
        var buffer = CellBuffer(size: Size(width: 60, height: 1))
        TimelineBar(appearance: Appearance(theme: .plain)).draw(header, in: buffer.bounds, of: &buffer)
        let bar = buffer.lines[0]
        #expect(["1 European politics…  +1", "◉ 16", "↑ 53"].allSatisfy(bar.contains), "\(bar)")
    }

    @Test("Of fifty topics some have different names of six columns, and no count runs into the number behind it")
    func fiftyTopics() {
        var header = header((1...50).map { ("Topic \($0) name", 3) })
        for index in header.topics.indices where index > 8 { header.topics[index].digit = nil }
        func bar(_ width: Int) -> String {
            var buffer = CellBuffer(size: Size(width: width, height: 1))
            TimelineBar(appearance: Appearance(theme: .plain)).draw(header, in: buffer.bounds, of: &buffer)
            return buffer.lines[0]
        }
        for width in [80, 120, 200] {
            let bar = bar(width)
            #expect(["194  1 …1 na…", "2 …2 na…", "3 …3 na…", " +"].allSatisfy(bar.contains), "\(width): \(bar)")
        }
        header.topics[1].isChosen = true
        let chosen = bar(120)
        #expect(["2 Topic 2 name 3  3 …3 na…", " +"].allSatisfy(chosen.contains), "\(chosen)")
    }

    @Test("Clicks on a topic, the filter or the new tickets do the same as their keys", arguments: [84, 120])
    func clicks(width: Int) {
        let text = Array(bar(width))
        let area = Rect(x: 0, y: 0, width: width, height: 1)
        func action(at words: String) -> TimelineAction? {
            let letters = Array(words)
            let place = text.indices.first { text[$0...].starts(with: letters) }
            return place.flatMap {
                TimelineBar(appearance: Appearance(theme: .plain)).action(at: $0, of: header, in: area)
            }
        }
        #expect(action(at: "fiber") == nil)
        #expect(action(at: "All") == .showTopics([]))
        #expect(action(at: "2 WEC") == .showTopics([LabelID("topic:1")]))
        #expect(action(at: "21") == .showTopics([LabelID("topic:2")]))
        #expect(action(at: "◉") == .toggleFilter)
        #expect(action(at: "53") == .move(.top))
    }

    @Test("A click on the number of topics without room opens all topics, and one on the combination changes it")
    func clicksBehindTopics() throws {
        var header = header((1...13).map { ("Topic \($0) name", 3) })
        let clicks: [(width: Int, words: String, action: TimelineAction)] = [
            (40, "+", .openTopics), (120, "+", .openTopics), (120, "any of these", .toggleCombination),
        ]
        for (width, words, action) in clicks {
            for index in 0...1 { header.topics[index].isChosen = width > 40 }
            header.combination = width > 40 ? "any of these" : nil
            var buffer = CellBuffer(size: Size(width: width, height: 1))
            let bar = TimelineBar(appearance: Appearance(theme: .plain))
            bar.draw(header, in: buffer.bounds, of: &buffer)
            let text = Array(buffer.lines[0])
            let column = try #require(text.indices.first { text[$0...].starts(with: Array(words)) })
            #expect(bar.action(at: column, of: header, in: buffer.bounds) == action, "\(buffer.lines[0])")
        }
    }
}

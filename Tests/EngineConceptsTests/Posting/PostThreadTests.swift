import TestSupport
import Testing

@testable import EngineConcepts

@Suite("Texts cut into threads")
struct PostThreadTests {
    private func parts(_ text: String, _ limit: Int, _ counting: PostRules.Counting = .graphemes) -> [String]? {
        guard let thread = PostRules(counting: counting, maximumLength: limit).thread(of: PostDraft(text)) else {
            return nil
        }
        return [thread.text] + (thread.continuation ?? [])
    }

    @Test(
        "A text is cut between paragraphs, otherwise between sentences, otherwise between words",
        arguments: [
            ("One two.\n\nThree four five.", 16, ["One two.", "\n\nThree four five."]),
            ("One two. Three four five.", 16, ["One two.", " Three four five."]),
            ("One two three four five", 14, ["One two three", " four five"]),
            // A paragraph that would leave the post nearly empty does not count.
            ("Hi.\n\nOne two three four five six", 20, ["Hi.\n\nOne two three", " four five six"]),
            ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
            ("一二三。四五六七", 6, ["一二三。", "四五六七"]),
            ("Short", 20, ["Short"]), ("Fits   ", 4, ["Fits"]),
        ])
    func bounds(text: String, limit: Int, expected: [String]) {
        #expect(parts(text, limit) == expected)
    }

    @Test("Links, names, hashtags and characters of several scalars are never cut")
    func entities() {
        let link = "https://racenotes.example/a/long/path"
        #expect(parts("Words \(link) and more words", 40) == ["Words", " \(link)", " and more words"])
        #expect(parts("Thanks @bob@pit.example for it", 18) == ["Thanks", " @bob@pit.example", " for it"])
        #expect(parts("Look #raceday2026 now", 12) == ["Look", " #raceday2026", " now"])
        #expect(parts("🇧🇭🇧🇭🇧🇭", 2) == ["🇧🇭🇧🇭", "🇧🇭"])
    }

    @Test("A link that is too long for a post of its own, and too many posts, cannot be cut")
    func uncut() {
        #expect(parts("See https://racenotes.example/a/long/path", 20) == nil)
        #expect(parts("See https://racenotes.example/a/long/path", 30, .characters(link: 23))?.count == 1)
        #expect(parts(String(repeating: "word ", count: 26 * 10), 50) == nil)
    }

    @Test("Each further post is a reply to the one before with its audience and warning, and media stay with the first")
    func following() {
        var draft = PostDraft("One two three", visibility: .unlisted, contentWarning: "race", language: "en")
        draft.media = [PostDraft.Medium(.file("/a.png"))]
        let thread = PostRules(counting: .graphemes, maximumLength: 9).thread(of: draft)
        #expect(thread?.text == "One" && thread?.continuation == [" two", " three"] && thread?.media.count == 1)
        let second = thread?.next(after: PostDraft.Reference(post: "7"))
        #expect(second?.text == "two" && second?.continuation == [" three"] && second?.inReplyTo?.post == "7")
        #expect(second?.visibility == .unlisted && second?.contentWarning == "race" && second?.language == "en")
        #expect(second?.media == [] && second?.joined.text == "two three")
        let third = second?.next(after: nil)
        #expect(third?.text == "three" && third?.continuation == nil && third?.next(after: nil) == nil)
        #expect(thread?.joined == draft)
    }

    @Test(
        "All text is in the parts in order, each part is within the limit, and links and names are whole, for random texts",
        arguments: [PostRules.Counting.graphemes, .scalars, .characters(link: 23)])
    func properties(counting: PostRules.Counting) throws {
        let pieces = [
            "a", "word", "longer-word", " ", "\n", "\n\n", ". ", "! ", "。", "日本語", "🇧🇭", "👨‍👩‍👧", "e\u{301}", "\r\n", "(",
            ")",
            "@bob", "@bob@pit.example", "@bob.example", "#tag", "https://racenotes.example/a?b", "http://a.b", "@", "#",
            "\u{301}", "\u{200d}", "x@y.example", "…", "\"",
        ]
        var random = SeededGenerator(seed: 7)
        var cut = 0
        for _ in 0..<1000 {
            let count = Int.random(in: 0...60, using: &random)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            let limit = Int.random(in: 1...80, using: &random)
            let rules = PostRules(counting: counting, maximumLength: limit)
            let draft = PostDraft(text)
            guard let thread = rules.thread(of: draft) else { continue }
            if rules.length(of: draft) <= limit {
                try #require(thread == draft)
                continue
            }
            cut += 1
            let parts = [thread.text] + (thread.continuation ?? [])
            // White space at the ends is not published.
            try #require(thread.joined.text.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace }, "\(text)")
            var rest: PostDraft? = thread
            while let post = rest {
                try #require(rules.length(of: post.text) <= limit, "\(limit): \(text)")
                try #require(post.text.contains { !$0.isWhitespace } || parts.count == 1, "\(text)")
                rest = post.next(after: nil)
            }
            let whole = PostUnit.units(of: text).filter { $0.kind != .character }.map(\.text)
            let inParts = parts.flatMap { PostUnit.units(of: $0).filter { $0.kind != .character }.map(\.text) }
            try #require(whole == inParts, "\(text)")
        }
        #expect(cut > 250)
    }

    @Test("The action that continues another has always the same identity, which no other has")
    func identities() {
        let id = ActionID("0123456789abcdef0123456789abcdef")
        #expect(id.next == id.next && id.next != id && id.next.next != id.next && id.next.rawValue.utf8.count == 32)
        #expect(ActionID("1").next != ActionID("2").next)
    }

    @Test("What a server does not take of a post is named, one by one")
    func obstacles() {
        let rules = PostRules(
            maximumMedia: 1, audiences: [.everyone], warnings: ["nudity"], takesPolls: false, mediaEndings: ["png"],
            maximumAlternativeTextLength: 3)
        var draft = PostDraft("x", visibility: .followers, contentWarning: "race")
        draft.poll = PostDraft.Poll(options: ["a", "b"], seconds: 60)
        draft.media = [
            PostDraft.Medium(.file("/lap.mp4"), alternativeText: "Long"), PostDraft.Medium(.file("/a.PNG")),
        ]
        #expect(
            rules.obstacles(to: draft) == [
                .audience, .warning(known: ["nudity"]), .poll, .tooManyMedia(1), .mediumKind("/lap.mp4"),
                .alternativeTextTooLong(3),
            ])
        #expect(rules.obstacles(to: PostDraft("x", visibility: .everyone, contentWarning: "nudity")) == [])
        #expect(PostRules().obstacles(to: draft) == [])
    }

    @Test("Names in a text are replaced where they are names, and nowhere else")
    func mentions() {
        var draft = PostDraft("@ann@kerb.example, (@bob.example) and x@ann.example https://kerb.example/@ann")
        #expect(draft.mentions == ["@ann@kerb.example", "@bob.example"])
        draft.replaceMentions { $0 == "@ann@kerb.example" ? "@ann.example" : nil }
        #expect(draft.text == "@ann.example, (@bob.example) and x@ann.example https://kerb.example/@ann")
    }
}

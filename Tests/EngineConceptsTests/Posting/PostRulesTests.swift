import EngineConcepts
import Testing

@Suite("The length of posts")
struct PostRulesTests {
    @Test(
        "Links count as the server says, mentions without their host, and everything else as people see it",
        arguments: [
            ("", 0), ("Box, box.", 9), ("🇧🇭 e\u{301}", 3),
            ("https://racenotes.example/a/very/long/path?with=a&query", 23),
            ("See https://racenotes.example.", 4 + 23 + 1), ("(http://racenotes.example/x)", 1 + 23 + 1),
            ("HTTPS://RACENOTES.EXAMPLE/", 23), ("xhttps://racenotes.example", 26), ("https://localhost/x", 19),
            ("https://", 8), ("@bob@pit.example", 4), ("@bob@pit.example, you", 4 + 5), ("a@b.example", 11),
            ("@@a@b", 5), ("@bob@", 5), ("@", 1),
        ])
    func characters(text: String, length: Int) {
        #expect(PostRules().length(of: PostDraft(text)) == length, "\(text)")
    }

    @Test("A server that counts scalars shortens nothing")
    func scalars() {
        let rules = PostRules(counting: .scalars)
        #expect(rules.length(of: PostDraft("🇧🇭 https://racenotes.example")) == 28)
    }

    @Test("A server that counts graphemes counts links and mentions in full")
    func graphemes() {
        let rules = PostRules(counting: .graphemes)
        #expect(rules.length(of: PostDraft("🇧🇭 https://racenotes.example @bob@pit.example")) == 2 + 25 + 1 + 16)
    }

    @Test("The content warning counts towards the length of a post")
    func warning() {
        #expect(PostRules().length(of: PostDraft("Box.", contentWarning: "race")) == 8)
    }
}

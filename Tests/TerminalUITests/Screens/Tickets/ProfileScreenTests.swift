import EngineConcepts
import EngineTestSupport
import Localization
import TerminalDriver
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport

@testable import TerminalUI
@testable import ViewModels

@Suite("A person's posts on the screen")
struct ProfileScreenTests {
    private static func post(_ id: String, _ minutes: Int, _ text: String) -> SourceItem {
        SourceItem(
            id: id, orderTime: Scene.at(minutes),
            body: TicketBody(
                text: .plain(text), author: Author(id: "ann", name: "Ann Day", handle: "@ann@pit.example")))
    }

    private static var posts: FakePosts {
        let posts = FakePosts(of: [
            PostSource(supplier: "mastodon:home", name: "@ann@pit.example"),
            PostSource(supplier: "bluesky:home", name: "@ann.example"),
        ])
        var list = PostList(sources: 2)
        list.add(
            OutlinePart(
                items: [post("m1", 10, "Box, box."), post("m2", 95, "Rain at the hairpin.")],
                gaps: [OutlineGap(.below("m2"), token: Token("m2"))]))
        list.add(OutlinePart(items: [post("b3", 60, "Slicks, then."), post("b4", 300, "Good morning.")]), of: 1)
        list.add(
            OutlinePart(items: [post("b1", 22, "Two stops.")], gaps: [OutlineGap(.below("b1"), token: Token("b1"))]),
            of: 1)
        list.add(
            AuthorProfile(
                Author(id: "https://pit.example/ann", name: "Ann Day", handle: "@ann@pit.example", isVerified: true),
                about: "Strategy, mostly. Rain, sometimes.", page: "https://pit.example/@ann",
                links: [
                    .init(name: "Site", address: "https://ann.example", isVerified: true),
                    .init(name: "Team", address: "https://pit.example/team"),
                ], followers: 3412, posts: 1234, relation: .other(.init(.following, followsBack: true))), of: 0)
        list.add(
            AuthorProfile(
                Author(id: "did:plc:ann", name: "ann", handle: "@ann.example"), followers: 88, posts: 7,
                relation: .other(.init())), of: 1)
        posts.set(list)
        return posts
    }

    private func fixture(
        width: Int = 100, height: Int = 30, localizer: Localizer = .english, write: ((String) -> Void)? = nil
    ) async throws -> AppFixture {
        let fixture = try AppFixture(
            width: width, height: height, localizer: localizer,
            outlines: FakeOutlines(FakePosts(), profile: Self.posts, opensAll: true), notes: FakeNotes(), write: write)
        await fixture.startWithScene()
        try await fixture.press("alt-a")
        return fixture
    }

    @Test("The person is above the posts: accounts with relation and counts, words, links, and what is missing")
    func person() async throws {
        let fixture = try await fixture()
        let accounts = fixture.terminal.lines.filter { $0.contains("posts ·") }
        #expect(accounts.first?.contains("@ann@pit.example ✓") == true)
        #expect(accounts.first?.contains("you follow · follows you") == true)
        #expect(accounts.first?.contains("1,234 posts · 3,412 followers") == true)
        #expect(accounts.last?.contains("@ann.example") == true && accounts.last?.contains("not followed") == true)
        #expect(fixture.line(with: "Strategy, mostly.") != nil && fixture.line(with: "✓ Site  ann.example") != nil)
        #expect(fixture.line(with: "complete since") != nil)
        let holes = fixture.terminal.lines.filter { $0.contains("@ann.example not loaded") }
        #expect(holes.count == 2, "above, and at its place")
        #expect(fixture.line(with: "@ann@pit.example not loaded before") != nil)
        try await fixture.end()
    }

    @Test(
        "Nothing is wider than the screen, in any density, and linear mode says the person", arguments: [40, 60, 160])
    func sizes(width: Int) async throws {
        var said = ""
        let fixture = try await fixture(width: width, height: 12, write: { said += $0 })
        for _ in 0..<3 {
            for line in fixture.terminal.lines { #expect(TextWidth.width(of: line) <= width) }
            try await fixture.press("d")
        }
        #expect(said.contains("you follow") && said.contains("complete since"))
        try await fixture.end()
    }

    @Test("The hints on the person name what the keys do there, and Enter and o open the person's page")
    func hints() async throws {
        let fixture = try await fixture()
        try await fixture.press("g")
        let hints = try #require(fixture.terminal.lines.last)
        #expect(hints.contains("⏎ browser") && !hints.contains("links") && !hints.contains("mark"), "\(hints)")
        try await fixture.press("enter o")
        #expect(await fixture.browser.urls == ["https://pit.example/@ann", "https://pit.example/@ann"])
        try await fixture.press("}")
        #expect(fixture.terminal.lines.last?.contains("⏎ fill") == true, "\(fixture.terminal.text)")
        try await fixture.press("g j")
        let ofPost = fixture.terminal.lines.last ?? ""
        #expect(ofPost.contains("⏎ open") && ofPost.contains("o browser"), "\(ofPost)")
        try await fixture.end()
    }

    @Test("A name without room beside how far the posts are complete is whole above it")
    func narrowName() {
        func lines(_ width: Int) -> [String] {
            let row = ProfileRow(
                name: "Field Tape", accounts: [], links: [], notes: [], extent: "complete since Sat 28 Nov, 15:14",
                missing: [])
            return ProfileLines(
                appearance: Appearance(theme: .plain), columns: RowColumns(width: width, text: 4), openKey: ""
            )
            .lines(of: row).map { "\($0.left.text)|\($0.right.text)" }
        }
        #expect(lines(60).first == "Field Tape|complete since Sat 28 Nov, 15:14")
        #expect(lines(40).prefix(2) == ["Field Tape|", "complete since Sat 28 Nov, 15:14|"])
    }

    @Test("A profile is in Spanish too")
    func spanish() async throws {
        let fixture = try await fixture(localizer: .spanish)
        #expect(fixture.line(with: "le sigues") != nil && fixture.line(with: "seguidores") != nil)
        try await fixture.end()
    }
}

import Coordinators
import EngineConcepts
import EngineTestSupport
import TerminalDriver
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalUI

@Suite("The thread screen")
struct OutlineScreenTests {
    private func fixture(width: Int = 80, height: Int = 30, write: ((String) -> Void)? = nil) async throws -> AppFixture
    {
        let fixture = try AppFixture(
            width: width, height: height, posting: FakePosting(), outlines: Scene.thread, write: write)
        await fixture.startWithScene()
        return fixture
    }

    @Test("T opens the thread as a tree: lines lead from posts to their replies, and the opened post has a bar")
    func tree() async throws {
        let fixture = try await fixture()
        try await fixture.press("T")
        #expect(fixture.line(with: "10 posts") != nil)
        #expect(fixture.line(with: "╰ Pit Wall Live") != nil)
        #expect(fixture.line(with: "┃ Box, box.") != nil)
        #expect(fixture.line(with: "├ Tyre Notes") != nil)
        #expect(fixture.line(with: "│ │ │ Slow Corner") == nil)
        try await fixture.press("G")
        #expect(fixture.line(with: "3 replies not loaded")?.contains("⏎ fill") == true)
        try await fixture.end()
    }

    @Test("Tab folds a branch and names the number of its replies, and q returns to the timeline")
    func fold() async throws {
        let fixture = try await fixture()
        try await fixture.press("T j tab")
        #expect(fixture.line(with: "▸ 4 replies, 4 unread") != nil)
        #expect(fixture.line(with: "Lap Chart") == nil)
        try await fixture.press("tab q")
        #expect(fixture.line(with: "Show HN") != nil)
        try await fixture.end()
    }

    @Test("A reply from the thread names the post, and Enter opens a post whose neighbours are those of the tree")
    func openPost() async throws {
        let fixture = try await fixture()
        try await fixture.press("T R")
        #expect(fixture.terminal.text.contains("Reply to Pit Wall Live"))
        try await fixture.press("escape enter")
        #expect(fixture.terminal.text.contains("2 of 10"))
        try await fixture.end()
    }

    @Test("Keys typed right after T are for the thread and its opened post")
    func typedAhead() async throws {
        let fixture = try await fixture()
        let flow = try #require(fixture.app.coordinator?.timeline)
        await fixture.type("TR")
        #expect(flow.screen == .compose && flow.outlines.count == 1, "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("Reply to Pit Wall Live"), "\(fixture.terminal.text)")
        try await fixture.press("escape q")
        await fixture.type("Tq")
        #expect(fixture.terminal.isStarted)
        #expect(flow.screen == .timeline && flow.outlines.isEmpty, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Keys typed while a thread is requested open the reply that they lead to, and Esc drops them")
    func typedAheadOfServer() async throws {
        let posts = FakePosts(of: "mastodon:home")
        let reply = SourceItem(
            id: "r", orderTime: Scene.at(20),
            body: TicketBody(text: .plain("A reply."), author: Author(id: "a", name: "Ann"), replyTo: "1"))
        posts.set(around: SourceItem(of: Scene.tickets[0]), OutlinePart(items: [reply]))
        posts.hold()
        let fixture = try AppFixture(outlines: FakeOutlines(posts, opensAll: true))
        await fixture.startWithScene()
        fixture.track.commit(Scene.tickets + [Ticket(reply, of: "mastodon:home", seen: AppFixture.now)])
        await fixture.app.idle()
        let flow = try #require(fixture.app.coordinator?.timeline)
        fixture.terminal.type("Tj\n")
        while flow.outlines.last?.isWaitingForPosts != true { await Task.yield() }
        posts.release()
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("2 of 2"), "\(fixture.terminal.text)")
        try await fixture.press("q q")
        posts.hold()
        fixture.terminal.type("Tj\n")
        while flow.outlines.last?.isCatchingUp != true || flow.outlines.last?.isWaitingForPosts != true {
            await Task.yield()
        }
        try fixture.terminal.press("escape")
        while flow.screen != .timeline { await Task.yield() }
        posts.release()
        await fixture.app.idle()
        #expect(flow.screen == .timeline, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Alt-a opens the posts of the author, and a does so from a thread")
    func profile() async throws {
        let fixture = try await fixture()
        try await fixture.press("alt-a")
        #expect(fixture.line(with: "Pit Wall Live  @pitwall   5 posts") != nil)
        try await fixture.press("q T a")
        #expect(fixture.line(with: "older posts are not loaded") != nil)
        try await fixture.end()
    }

    @Test("A deep thread keeps room for its text, and names the levels that are not indented")
    func deep() async throws {
        let columns = OutlineColumns(width: 40)
        #expect(columns.text(at: 500) <= 16)
        #expect(OutlineColumns(width: 160).level(of: 12) == 12)
        let posts = FakePosts(of: "mastodon:home")
        let items = (0..<60)
            .map { index in
                SourceItem(
                    id: "d\(index)", orderTime: Scene.at(100 - index),
                    body: TicketBody(
                        text: .plain("Level \(index)."), author: Author(id: "a", name: "Ann"),
                        replyTo: index == 0 ? "1" : "d\(index - 1)"))
            }
        posts.set(around: SourceItem(of: Scene.tickets[0]), OutlinePart(items: items))
        let fixture = try AppFixture(width: 60, height: 30, outlines: FakeOutlines(posts, opensAll: true))
        await fixture.startWithScene()
        try await fixture.press("T G")
        #expect(fixture.line(with: "level 60") != nil)
        #expect(fixture.line(with: "Level 59.") != nil)
        try await fixture.end()
    }

    @Test("A click goes to a post")
    func mouse() async throws {
        let fixture = try await fixture()
        try await fixture.press("T")
        let y = try #require(fixture.terminal.lines.firstIndex { $0.contains("├ Tyre Notes") })
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 20, y: y))))
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("3/10"))
        try await fixture.end()
    }

    @Test("Linear mode says the level of a post, the opened one and the number of replies")
    func linear() async throws {
        var text = ""
        let fixture = try await fixture { text += $0 }
        try await fixture.press("T")
        #expect(text.contains("the opened post"))
        #expect(text.contains("level 1"))
        #expect(text.contains("8 replies"))
        try await fixture.end()
    }
}

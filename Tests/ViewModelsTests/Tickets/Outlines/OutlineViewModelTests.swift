import EngineConcepts
import EngineTestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The screen of an outline: its model")
struct OutlineViewModelTests {
    private let posts = FakePosts()

    /// A post of the thread. Higher numbers are later.
    private func post(_ id: String, to parent: String? = nil, at minute: Int = 0) -> SourceItem {
        SourceItem(
            id: id, orderTime: Fixture.now.advanced(by: .seconds(60 * minute - 86_400)),
            body: TicketBody(
                text: .plain("Words of \(id)."), author: Author(id: id, name: "Author \(id)"), replyTo: parent))
    }

    private func ticket(_ item: SourceItem) -> Ticket { Ticket(item, of: posts.supplier, seen: Fixture.now) }

    /// The thread of `c`: `a` is the first post, `b` and `e` answer it, `c` answers `b`, `d` answers `c`.
    private var thread: [SourceItem] {
        [
            post("a"), post("b", to: "a", at: 1), post("c", to: "b", at: 2), post("d", to: "c", at: 3),
            post("e", to: "a", at: 4),
        ]
    }

    private func model(_ fixture: Fixture, around id: String? = "c", title: String = "Thread") -> OutlineViewModel {
        fixture.track.commit(thread.map(ticket))
        let model = OutlineViewModel(
            posts, around: id.flatMap { id in thread.first { $0.id == id } }.map(ticket), title: title,
            track: fixture.services.track, measure: FixedOutlineMeasure())
        model.send(.resize(width: 80, height: 20))
        return model
    }

    private func started(_ fixture: Fixture, around id: String? = "c") async -> OutlineViewModel {
        if let id, let focus = thread.first(where: { $0.id == id }) {
            posts.set(around: focus, OutlinePart(items: thread, gaps: [OutlineGap(.replies(to: "a"), count: 2)]))
        }
        let model = model(fixture, around: id)
        model.start()
        await fixture.session.activity.idle()
        return model
    }

    /// A line for each row: the indentation, the post, and its marks: `>` for the cursor, `!` for the opened post, `+`
    /// for folded replies.
    private func lines(_ model: OutlineViewModel) -> [String] {
        guard case .content(let content) = model.state.body else { return [] }
        return content.rows.enumerated()
            .map { index, row in
                let name =
                    switch row.content {
                    case .post(let ticket): ticket.id.item
                    case .gap(let gap): "(\(gap.text))"
                    case .profile(let profile): profile.name
                    }
                let fold = row.replies.map { $0.isCollapsed ? " +\($0.count)" : "" } ?? ""
                return String(repeating: "  ", count: row.branch.depth) + (index == content.cursor ? ">" : "") + name
                    + (row.isOpened ? "!" : "") + fold
            }
    }

    private func send(_ actions: OutlineAction..., to model: OutlineViewModel, _ fixture: Fixture) async {
        for action in actions { model.send(action) }
        await fixture.session.activity.idle()
    }

    @Test("Keys have to wait until the opened post has its row, but not for the others or for a person's posts")
    func catchingUp() async {
        let fixture = Fixture()
        let thread = model(fixture)
        posts.fail(SupplierError(.unreachable, "no connection"))
        thread.start()
        #expect(thread.isCatchingUp)
        await fixture.session.activity.idle()
        #expect(!thread.isCatchingUp)
        #expect(thread.state.current?.ticket?.id.item == "c")
        #expect(!model(fixture, around: nil).isCatchingUp)
    }

    @Test("Movements wait for the posts that are requested, and so does an action after them with all other keys")
    func typedAhead() async {
        let fixture = Fixture()
        let opened = startedLoading(fixture)
        var outputs: [OutlineOutput] = []
        opened.onOutput = { outputs.append($0) }
        while opened.isCatchingUp { await Task.yield() }
        opened.send(.move(1))
        #expect(lines(opened) == [">c!", "(The thread is being loaded)"])
        #expect(!opened.isCatchingUp, "Until there is an action, other keys need not wait.")
        opened.send(.open)
        #expect(opened.isCatchingUp && outputs.isEmpty)
        posts.release()
        await fixture.session.activity.idle()
        #expect(!opened.isCatchingUp)
        #expect(outputs == [.open(TicketID(supplier: posts.supplier, item: "d"))])
        #expect(posts.requests == [nil])
        opened.stop()
    }

    @Test("An action without a movement is for the opened post at once, and a closed screen performs nothing later")
    func typedAheadOfNothing() async {
        let fixture = Fixture()
        let opened = startedLoading(fixture)
        var outputs: [OutlineOutput] = []
        opened.onOutput = { outputs.append($0) }
        while opened.isCatchingUp { await Task.yield() }
        opened.send(.open)
        #expect(outputs == [.open(TicketID(supplier: posts.supplier, item: "c"))])
        opened.send(.move(1))
        opened.send(.open)
        opened.stop()
        posts.release()
        await fixture.session.activity.idle()
        #expect(outputs.count == 1)
    }

    @Test("Posts that are being requested are not requested again")
    func refreshedTwice() async {
        let fixture = Fixture()
        let opened = startedLoading(fixture)
        while opened.isCatchingUp { await Task.yield() }
        opened.send(.refresh)
        posts.release()
        await fixture.session.activity.idle()
        #expect(posts.requests == [nil])
        await send(.refresh, to: opened, fixture)
        #expect(posts.requests == [nil, nil])
        opened.stop()
    }

    /// Starts a thread whose posts are held back.
    private func startedLoading(_ fixture: Fixture) -> OutlineViewModel {
        posts.set(around: thread[2], OutlinePart(items: thread))
        posts.hold()
        let model = model(fixture)
        model.start()
        return model
    }

    @Test("Posts are presented again when their source is to be shown in another way")
    func presentedAgain() async {
        let fixture = Fixture()
        let model = await started(fixture)
        await confirmation { asksForPresenter in
            fixture.track.whilePresenting { asksForPresenter() }
            fixture.services.track.presenters.change()
            await fixture.session.activity.idle()
        }
        #expect(lines(model).count == 6)
    }

    @Test("A thread is a tree: the ancestors, the opened post under the cursor, and the replies by branch")
    func tree() async {
        let fixture = Fixture()
        let model = await started(fixture)
        #expect(lines(model) == ["a", "  b", "    >c!", "      d", "  e", "  (2 replies not loaded)"])
        #expect(model.state.summary == "5 posts, 4 unread")
        #expect(!model.state.isBusy)
        model.stop()
    }

    @Test("The opened post is there before the others, and stays when they cannot be loaded")
    func failure() async {
        let fixture = Fixture()
        posts.fail(SupplierError(.unreachable, "no connection"))
        let model = await started(fixture, around: nil)
        #expect(model.state.body == .failure(title: "The posts could not be loaded", hints: ["no connection"]))
        model.stop()
        let other = self.model(fixture)
        other.start()
        await fixture.session.activity.idle()
        #expect(lines(other) == [">c!", "(The posts could not be loaded)"])
        posts.set(around: thread[2], OutlinePart(items: thread))
        await send(.bottom, .open, to: other, fixture)
        #expect(lines(other).count == 5)
        #expect(posts.requests == [nil, nil, nil])
        other.stop()
    }

    @Test("Folding hides a branch and counts it, and the cursor goes to the post above")
    func fold() async {
        let fixture = Fixture()
        let model = await started(fixture)
        await send(.parent, .toggleReplies, to: model, fixture)
        #expect(lines(model) == ["a", "  >b +2", "  e", "  (2 replies not loaded)"])
        #expect(model.state.current?.replies == .init(count: 2, unread: 1, isCollapsed: true))
        await send(
            .toggleReplies, .select(.post(TicketID(supplier: posts.supplier, item: "e"))), .toggleReplies, to: model,
            fixture)
        #expect(fixture.session.messages.toast?.text == "There are no replies to fold here.")
        #expect(lines(model).count == 6)
        model.stop()
    }

    @Test("All branches fold at once, with the cursor on the branch that it was in, and unfold again")
    func foldAll() async {
        let fixture = Fixture()
        let model = await started(fixture, around: "a")
        await send(.select(.post(TicketID(supplier: posts.supplier, item: "d"))), .toggleAllReplies, to: model, fixture)
        #expect(lines(model) == ["a!", "  >b +2", "  e", "  (2 replies not loaded)"])
        await send(.toggleAllReplies, to: model, fixture)
        #expect(lines(model).count == 6)
        model.stop()
    }

    @Test("Keys go to the next reply of the same post, to the parent, to the next unread post and to the opened one")
    func movements() async {
        let fixture = Fixture()
        let model = await started(fixture)
        func current() -> String { model.state.current?.ticket?.id.item ?? "gap" }
        await send(.parent, to: model, fixture)
        #expect(current() == "b")
        await send(.sibling(1), to: model, fixture)
        #expect(current() == "e")
        await send(.sibling(1), to: model, fixture)
        #expect(current() == "gap", "What is not loaded is a reply, too.")
        await send(.sibling(-2), to: model, fixture)
        #expect(current() == "b")
        await send(.unread(.older), to: model, fixture)
        #expect(current() == "d", "The opened post has been read.")
        await send(.opened, to: model, fixture)
        #expect(current() == "c")
        await send(.gap(.older), to: model, fixture)
        #expect(current() == "gap")
        model.stop()
    }

    @Test("A gap is filled where it is; a failure says why, and the next try can succeed")
    func gap() async throws {
        let fixture = Fixture()
        let model = await started(fixture)
        await send(.bottom, .open, to: model, fixture)
        guard case .gap(let failed) = model.state.current?.content else { throw Missing() }
        #expect(failed.cause == "no connection")
        posts.set(
            around: thread[2], OutlinePart(items: thread, gaps: [OutlineGap(.replies(to: "a"), count: 2)]),
            then: [OutlinePart(items: [post("f", to: "a", at: 5), post("g", to: "f", at: 6)])])
        await send(.open, to: model, fixture)
        #expect(lines(model).suffix(3).map { $0.replacing(">", with: "") } == ["  e", "  f", "    g"])
        model.stop()
    }

    private struct Missing: Error {}

    @Test("Marks and reactions made in the thread are those of the store, and others show here")
    func marks() async {
        let fixture = Fixture()
        let model = await started(fixture)
        await send(.bottom, .move(-1), .ticket(.toggleStar), .ticket(.toggleRead), to: model, fixture)
        let id = TicketID(supplier: posts.supplier, item: "e")
        #expect(fixture.track.marks(of: id) == Marks(isRead: true, isStarred: true))
        #expect(model.state.current?.ticket?.marks == Marks(isRead: true, isStarred: true))
        fixture.services.track.marks.set([id], MarkChange(later: true))
        await fixture.session.activity.idle()
        #expect(model.state.current?.ticket?.marks.isLater == true)
        await send(.undo, to: model, fixture)
        #expect(fixture.track.marks(of: id) == Marks(isRead: true, isStarred: true))
        await send(.markAllRead, to: model, fixture)
        #expect(model.state.question?.hasSuffix(":mark-all-read confirms; :back leaves without it.") == true)
        await send(.markAllRead, to: model, fixture)
        #expect(model.state.summary == "5 posts")
        model.stop()
    }

    @Test("A post that was just written joins its branch, and a deleted one leaves it")
    func changes() async {
        let fixture = Fixture()
        let model = await started(fixture)
        fixture.track.emit(.created(ActionID("1"), post("own", to: "d", at: 9), in: "home"))
        while lines(model).count < 7 { await Task.yield() }
        #expect(lines(model)[4] == "        own")
        let id = TicketID(supplier: posts.supplier, item: "own")
        fixture.track.emit(
            .action(
                PendingAction(
                    id: ActionID("2"), request: .ticket(.delete, id), requestedAt: Fixture.now, repetition: .safe,
                    state: .done)))
        while lines(model).count > 6 { await Task.yield() }
        #expect(!lines(model).contains { $0.contains("own") })
        model.stop()
    }

    @Test("A post that was written while the thread is requested again stays, also if the answer does not have it yet")
    func changeWhileLoading() async throws {
        let fixture = Fixture()
        let model = await started(fixture)
        posts.hold()
        model.send(.refresh)
        fixture.track.emit(.created(ActionID("1"), post("own", to: "d", at: 9), in: "home"))
        for _ in 0..<20 { await Task.yield() }
        let focus = try #require(thread.first { $0.id == "c" })
        posts.set(around: focus, OutlinePart(items: thread, gaps: [OutlineGap(.replies(to: "a"), count: 2)]))
        posts.release()
        while lines(model).count < 7 { await Task.yield() }
        #expect(lines(model)[4] == "        own")
        model.stop()
    }

    @Test("The posts of a person are a list, newest first, with a gap below")
    func profile() async {
        let fixture = Fixture()
        posts.set(
            around: nil,
            OutlinePart(items: [post("a"), post("b", at: 1)], gaps: [OutlineGap(.below("a"), token: Token("a"))]),
            then: [OutlinePart(items: [post("old", at: -5)])])
        let model = model(fixture, around: nil, title: "Ann")
        model.start()
        await fixture.session.activity.idle()
        #expect(lines(model) == [">b", "a", "(older posts are not loaded)"])
        await send(.bottom, .open, to: model, fixture)
        #expect(lines(model).map { $0.replacing(">", with: "") } == ["b", "a", "old"])
        model.stop()
    }

    @Test("An open post's neighbours are those of the tree")
    func neighbours() async throws {
        let fixture = Fixture()
        let model = await started(fixture)
        let keys = thread.map { ticket($0).key }
        let neighbours = ListedNeighbours(in: { model.tickets }, reader: fixture.services.track.reader)
        #expect(try await neighbours.neighbour(of: keys[1], .older)?.item == "c")
        #expect(try await neighbours.neighbour(of: keys[1], .newer)?.item == "a")
        #expect(try await neighbours.unread(after: keys[1], .older)?.item == "d")
        #expect(try await neighbours.neighbour(of: keys[4], .older) == nil)
        await send(.parent, .toggleReplies, to: model, fixture)
        #expect(try await neighbours.neighbour(of: keys[1], .older)?.item == "e", "The list is the present one.")
        model.stop()
    }

    @Test("The lines of a tree follow from the depths of its rows")
    func branches() {
        let branches = ThreadBranch.all(ofDepths: [0, 1, 2, 3, 2, 1])
        #expect(
            branches.map(\.continues) == [[], [true], [true, true], [true, true, false], [true, false], [false]])
        #expect(branches.map(\.hasReplies) == [true, true, true, false, false, false])
    }
}

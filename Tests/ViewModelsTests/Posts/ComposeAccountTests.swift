import EngineConcepts
import EngineTestSupport
import TestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Writing posts for several accounts")
struct ComposeAccountTests {
    private let fixture = Fixture()

    private func compose(
        _ posting: FakePosting = FakePosting([FakePosting.ann, FakePosting.sky]), draft: Int? = nil
    ) async -> ComposeViewModel {
        let model = ComposeViewModel(.new, draft: draft, track: fixture.services.track, posting: posting)
        model.start()
        await fixture.session.activity.idle()
        return model
    }

    private func send(_ model: ComposeViewModel, _ actions: ComposeViewModel.Action...) async {
        for action in actions {
            model.send(action)
            await fixture.session.activity.idle()
        }
    }

    private func type(_ text: String, _ model: ComposeViewModel) async {
        await send(model, .type(text, cursor: text.count))
    }

    /// Chooses the second account too.
    private func chooseBoth(_ model: ComposeViewModel) async {
        await send(model, .toggleAccountList, .moveAccountCursor(1), .toggleAccount, .toggleAccountList)
    }

    private var posts: [(account: AccountID, draft: PostDraft)] {
        fixture.track.calls.compactMap { call in
            if case .request(_, .account(.post(let draft), let account)) = call { (account, draft) } else { nil }
        }
    }

    private var toast: String? { fixture.session.messages.toast?.text }

    @Test("The list of accounts has a gauge for each, counted by the rules of its server")
    func gauges() async {
        let model = await compose()
        await type("See https://racenotes.example/a/long", model)
        #expect(model.state.accounts.map(\.handle) == ["@ann@kerb.example"])
        await send(model, .toggleAccountList)
        #expect(model.state.accountCursor == 0)
        #expect(model.state.accounts.map(\.isChosen) == [true, false])
        #expect(
            model.state.accounts.map(\.gauge) == [
                ComposeState.Gauge(length: 27, maximumLength: 500), ComposeState.Gauge(length: 36, maximumLength: 40),
            ])
        await send(model, .moveAccountCursor(1), .toggleAccount, .toggleAccountList)
        #expect(model.state.accountCursor == nil && model.state.accounts.allSatisfy(\.isChosen))
        #expect(model.state.account == "@ann@kerb.example and 1 more")
    }

    @Test("The audience is named where the server has only one, and is the usual one where an account chooses it")
    func audience() async {
        let model = await compose()
        #expect(model.state.visibility == "audience as set on the server")
        await chooseBoth(model)
        #expect(model.state.visibility == "audience as set on the server")
        await send(model, .nextAccount)
        #expect(model.state.account == "@ann.sky.example" && model.state.visibility == "public")
    }

    @Test("A post goes to each chosen account as an action of its own, and the draft is gone")
    func several() async throws {
        let model = await compose()
        await type("Lights out", model)
        await chooseBoth(model)
        let accounts = [FakePosting.ann.id, FakePosting.sky.id]
        #expect(try await fixture.session.drafts.all(of: .new).last?.accounts == accounts)
        await send(model, .send)
        #expect(posts.map(\.account) == [FakePosting.ann.id, FakePosting.sky.id])
        #expect(posts.allSatisfy { $0.draft == PostDraft("Lights out") })
        #expect(try await fixture.session.drafts.all().isEmpty)
    }

    @Test("A draft for two accounts opens again for both")
    func restored() async throws {
        let model = await compose()
        await type("Lights out", model)
        await chooseBoth(model)
        await send(model, .close)
        let second = await compose()
        #expect(second.state.accounts.map(\.handle) == ["@ann@kerb.example", "@ann.sky.example"])
    }

    @Test("At least one account stays chosen, and with one account there is no list")
    func choice() async {
        let model = await compose()
        await send(model, .toggleAccountList, .toggleAccount)
        #expect(model.state.accounts.map(\.isChosen) == [true, false])
        #expect(toast == "At least one account has to post.")
        let single = await compose(FakePosting())
        await send(single, .toggleAccountList)
        #expect(single.state.accountCursor == nil && toast == "No other account can send this post.")
    }

    @Test("What an account cannot publish is said beside it, and nothing is sent until it is changed")
    func obstacles() async {
        let model = await compose()
        await type("Lights out", model)
        await chooseBoth(model)
        await send(model, .nextVisibility, .nextVisibility, .open(.warning), .set("race"))
        #expect(model.state.accounts.map(\.isBlocked) == [false, true])
        let warnings = ["Posts there are public.", "The only content warnings there are nudity."]
        #expect(model.state.accounts[1].warnings == warnings)
        await send(model, .send)
        #expect(posts.isEmpty && toast?.hasPrefix("@ann.sky.example cannot publish this: Posts there") == true)
        await send(model, .toggleAccountList, .moveAccountCursor(1), .toggleAccount, .toggleAccountList, .send)
        #expect(posts.map(\.account) == [FakePosting.ann.id])
    }

    @Test("Where a text is too long it becomes a thread, which is shown, and sent at the second attempt")
    func thread() async {
        let model = await compose()
        await type("The lights go out in Bahrain. Everybody is away cleanly.", model)
        await chooseBoth(model)
        #expect(model.state.accounts.map(\.posts) == [nil, "2 posts"])
        #expect(model.state.accounts.map(\.isBlocked) == [false, false])
        await send(model, .send)
        #expect(posts.isEmpty)
        #expect(toast == "Too long for one post (@ann.sky.example: 2 posts). Send again to publish a thread.")
        await send(model, .send)
        #expect(posts.map(\.draft.postCount) == [1, 2])
        #expect(posts.last?.draft.text == "The lights go out in Bahrain.")
        #expect(posts.last?.draft.continuation == [" Everybody is away cleanly."])
    }

    @Test("A text that cannot be cut is not sent")
    func uncut() async {
        let model = await compose(FakePosting([FakePosting.sky]))
        await type("https://racenotes.example/a/very/long/path/of/a/page", model)
        #expect(model.state.accounts.map(\.isBlocked) == [true])
        await send(model, .send)
        #expect(posts.isEmpty && toast == "Too long by 12.")
    }

    @Test("Names become those of linked people at the other network; others stay, and the screen says so")
    func names() async {
        let model = await compose()
        await type("With @pat@kerb.example, @bob@pit.example and more", model)
        await chooseBoth(model)
        #expect(model.state.accounts[0].warnings == [])
        #expect(
            model.state.accounts[1].warnings == [
                "@bob@pit.example is plain text there.", "@pat@kerb.example becomes @pat.sky.example.",
            ])
        await send(model, .send, .send)
        #expect(posts.first?.draft.text == "With @pat@kerb.example, @bob@pit.example and more")
        #expect(posts.last?.draft.wholeText == "With @pat.sky.example, @bob@pit.example and more")
    }

    @Test("A name that ends where the cursor is becomes that of the other network when the post is sent")
    func nameAtCursor() async {
        let model = await compose(FakePosting([FakePosting.sky]))
        await type("Thanks @pat@kerb.example", model)
        #expect(model.state.accounts[0].warnings == [])
        await send(model, .send)
        #expect(posts.map(\.draft.text) == ["Thanks @pat.sky.example"])
    }

    @Test(
        "A name whose look-up fails is looked up again when the post is sent, and stays as it is only once that is confirmed",
        arguments: [(true, "Thanks @pat@kerb.example, all"), (false, "Thanks @pat.sky.example, all")])
    func failedNaming(staysOffline: Bool, sent: String) async {
        let isOffline = WaitableState(true)
        let posting = FakePosting(
            [FakePosting.sky],
            whileNaming: {
                if isOffline.withLock({ $0 }) { throw SupplierError(.unreachable, "There is no network.") }
            })
        let model = await compose(posting)
        await type("Thanks @pat@kerb.example, all", model)
        #expect(model.state.accounts[0].warnings == [], "It is not known that the network does not know the name.")
        await send(model, .send)
        #expect(posts.isEmpty && toast?.hasPrefix("Could not be looked up: @pat@kerb.example. Send again") == true)
        isOffline.withLock { $0 = staysOffline }
        await send(model, .send)
        #expect(posts.map(\.draft.text) == [sent])
    }

    /// A server that answers about a name when the test says so.
    private struct SlowNames {
        private let gate = AsyncStream<Void>.makeStream()

        var posting: FakePosting {
            FakePosting([FakePosting.sky], whileNaming: { [stream = gate.stream] in for await _ in stream { break } })
        }

        func answer() { gate.continuation.finish() }
    }

    /// Writes a post for which a name has to be looked up, and sends it.
    private func sendNaming(_ names: SlowNames) async -> ComposeViewModel {
        let model = await compose(names.posting)
        let text = "Thanks @pat@kerb.example"
        model.send(.type(text, cursor: text.count))
        model.send(.send)
        return model
    }

    @Test("While names are looked up for a post that was sent, keys do not change it, and that post is sent")
    func heldKeys() async {
        let names = SlowNames()
        let model = await sendNaming(names)
        #expect(model.state.isLookingUpNames)
        #expect(model.state.notice == "Looking up names before sending. :close-post cancels.")
        model.send(.type("Thanks @pat@kerb.example, no!", cursor: 5))
        model.send(.nextVisibility)
        model.send(.toggleAccountList)
        model.send(.send)
        #expect(model.state.text == "Thanks @pat@kerb.example" && model.state.accountCursor == nil && posts.isEmpty)
        names.answer()
        await fixture.session.activity.idle()
        #expect(posts.map(\.draft) == [PostDraft("Thanks @pat.sky.example")])
    }

    @Test("Esc cancels a post that waits for names: it is not sent, stays a draft, and can be changed and sent again")
    func cancelledNaming() async throws {
        let names = SlowNames()
        let model = await sendNaming(names)
        model.send(.close)
        #expect(!model.state.isLookingUpNames && model.state.notice == nil)
        #expect(toast == "Not sent. The post can be changed again.")
        names.answer()
        await fixture.session.activity.idle()
        #expect(posts.isEmpty)
        #expect(try await fixture.session.drafts.all().count == 1)
        await type("Thanks @pat@kerb.example!", model)
        await send(model, .send)
        #expect(posts.map(\.draft.text) == ["Thanks @pat.sky.example!"])
    }

    @Test("A post that has changed while names were looked up is not sent")
    func changedWhileNaming() async {
        let names = SlowNames()
        let model = await compose(names.posting)
        let text = "Thanks @pat@kerb.example"
        model.send(.type(text, cursor: text.count))
        model.send(.open(.file))
        // The file is read while the post is sent.
        model.send(.set("/a.png"))
        model.send(.send)
        while model.state.media.isEmpty { await Task.yield() }
        names.answer()
        await fixture.session.activity.idle()
        #expect(posts.isEmpty && !model.state.isLookingUpNames)
        #expect(toast?.hasPrefix("The post has changed since") == true)
    }

    @Test("A time ahead is shown and sent where the server takes it; elsewhere and too soon, nothing is sent")
    func schedule() async {
        let model = await compose()
        await type("Lights out", model)
        await send(model, .open(.schedule), .set("soon"))
        #expect(toast == "“soon” is no time such as 14:05, 3h or 2026-11-23 14:05." && model.state.schedule == nil)
        // The line stays for another try, which would otherwise be typed into the post.
        #expect(model.state.line != nil)
        await send(model, .set("2h"))
        #expect(model.state.schedule == "published at Fri 20 Nov 2026, 13:54 (today)")
        await send(model, .open(.schedule))
        #expect(model.state.line?.text == "2026-11-20 13:54", "in the user's zone, as it can be typed")
        await send(model, .closeLine)
        await chooseBoth(model)
        #expect(model.state.accounts[1].warnings == ["Posts there are published at once."])
        await send(model, .send)
        #expect(posts.isEmpty)
        await send(model, .toggleAccountList, .moveAccountCursor(1), .toggleAccount, .toggleAccountList)
        fixture.time.set(Fixture.now.advanced(by: .seconds(7000)))
        await send(model, .send)
        #expect(posts.isEmpty && toast == "The time has to be at least 5 minutes ahead.")
        fixture.time.set(Fixture.now)
        await send(model, .send)
        #expect(posts.map(\.draft.scheduled) == [Fixture.now.advanced(by: .seconds(7200))])
    }

    @Test("Servers that refuse the same post share a draft with the reason, which posts there alone")
    func refused() async throws {
        let post = PostDraft("Lights out")
        for account in [FakePosting.ann.id, FakePosting.sky.id] {
            fixture.services.track.actions.update(
                PendingAction(
                    id: ActionID("\(account)"), request: .account(.post(post), account), requestedAt: Fixture.now,
                    repetition: .safe, attempts: 1, state: .refused(SupplierError(.refused, "Closed."))))
        }
        await fixture.services.track.actions.flush()
        let drafts = try await fixture.session.drafts.all()
        #expect(drafts.map(\.accounts) == [[FakePosting.ann.id, FakePosting.sky.id]])
        let list = DraftsViewModel(
            track: fixture.services.track, posting: FakePosting([FakePosting.ann, FakePosting.sky]))
        list.start()
        await fixture.session.activity.idle()
        #expect(list.state.rows?.first?.account == "@ann@kerb.example, @ann.sky.example")
        #expect(list.state.rows?.first?.reason == "not posted: Closed.")
        let model = await compose(draft: drafts.first?.id)
        let notice = model.state.notice
        #expect(notice?.hasPrefix("draft of ") == true && notice?.hasSuffix(" · not posted: Closed.") == true)
        model.send(.type(model.state.text, cursor: 1))
        #expect(model.state.notice == notice)
        model.send(.type(model.state.text + "!", cursor: model.state.text.count + 1))
        #expect(model.state.notice.map { $0 + " · not posted: Closed." } == notice, "the changed post was not refused")
        #expect(model.state.accounts.count == 2)
    }

    @Test("The rest of a refused thread is a draft that replies to the post before it, by the same account")
    func refusedThread() async throws {
        var post = PostDraft("two", inReplyTo: PostDraft.Reference(post: "77"))
        post.continuation = ["\n\nthree"]
        fixture.services.track.actions.update(
            PendingAction(
                id: ActionID("9"), request: .account(.post(post), FakePosting.sky.id), requestedAt: Fixture.now,
                repetition: .safe, attempts: 1, state: .refused(SupplierError(.refused, "Closed."))))
        await fixture.services.track.actions.flush()
        let model = await compose(draft: try await fixture.session.drafts.all().first?.id)
        #expect(model.state.text == "two\n\nthree" && model.state.account == "@ann.sky.example")
        await send(model, .toggleAccountList)
        #expect(model.state.accountCursor == nil)
        await send(model, .send)
        #expect(posts.map(\.draft.inReplyTo?.post) == ["77"] && posts.map(\.account) == [FakePosting.sky.id])
    }
}

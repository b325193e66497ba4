import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The posts of a person from several networks")
struct PersonProfileTests {
    private static let sources = [
        PostSource(supplier: "mastodon:home", name: "@ann@pit.example"),
        PostSource(supplier: "bluesky:home", name: "did:plc:ann"),
    ]

    private static func post(_ id: String, _ minute: Int) -> SourceItem {
        SourceItem(
            id: id, orderTime: Fixture.now.advanced(by: .seconds(60 * minute)),
            body: TicketBody(text: .plain("Post \(id)."), author: Author(id: "ann", name: "Ann")))
    }

    private static var list: PostList {
        var list = PostList(sources: 2)
        list.add(
            OutlinePart(items: [post("m9", -9), post("m5", -5)], gaps: [OutlineGap(.below("m9"), token: Token("m9"))]))
        list.add(OutlinePart(items: [post("b30", -30), post("b28", -28)]), of: 1)
        list.add(OutlinePart(items: [post("b8", -8)], gaps: [OutlineGap(.below("b8"), token: Token("b8"))]), of: 1)
        list.add(
            AuthorProfile(
                Author(id: "https://pit.example/ann", name: "Ann", handle: "@ann@pit.example"), about: "Fast.",
                page: "https://pit.example/@ann",
                links: [.init(name: "Site", address: "https://ann.example", isVerified: true)], followers: 1,
                posts: 1234, relation: .other(.init(.following, followsBack: true))), of: 0)
        list.add(
            AuthorProfile(
                Author(id: "did:plc:ann", name: "ann", handle: "@ann.example"), posts: 7, relation: .other(.init())),
            of: 1)
        return list
    }

    private static func person(_ texts: String...) -> LinkedPerson {
        LinkedPerson(
            name: "Ann Day",
            identities: texts.compactMap { text in
                AuthorKey(text, kinds: SourceKinds()) { SupplierID($0) }
                    .map { LinkedPerson.Identity(text: text, key: $0) }
            })
    }

    private func model(_ fixture: Fixture, _ posts: FakePosts) async -> OutlineViewModel {
        let model = OutlineViewModel(
            posts, around: nil, of: Self.person("@ann@pit.example", "did:plc:ann", "Ana Sol <feed:kerb>"),
            title: "Ann Day", track: fixture.services.track, measure: FixedOutlineMeasure())
        model.send(.resize(width: 80, height: 30))
        model.start()
        await fixture.session.activity.idle()
        return model
    }

    private func rows(_ model: OutlineViewModel) -> [String] {
        guard case .content(let content) = model.state.body else { return [] }
        return content.rows.map { row in
            switch row.content {
            case .post(let ticket): ticket.id.item
            case .gap(let gap): "(\(gap.text))"
            case .profile(let profile): profile.name
            }
        }
    }

    private func profile(_ model: OutlineViewModel) -> ProfileRow? {
        guard case .content(let content) = model.state.body else { return nil }
        return content.rows.lazy.compactMap { if case .profile(let row) = $0.content { row } else { nil } }.first
    }

    @Test("The person comes first, with the accounts, and the gaps name the source and the time")
    func merged() async throws {
        let fixture = Fixture()
        let posts = FakePosts(of: Self.sources)
        posts.set(Self.list, then: [OutlinePart(items: [Self.post("b28", -28), Self.post("b20", -20)])])
        let model = await model(fixture, posts)
        let texts = fixture.session.texts
        func moment(_ minute: Int) -> String {
            texts.moment(Fixture.now.advanced(by: .seconds(60 * minute)), at: Fixture.now)
        }
        let hole = texts.span(
            from: Fixture.now.advanced(by: .seconds(60 * -28)), to: Fixture.now.advanced(by: .seconds(60 * -8)),
            at: Fixture.now)
        #expect(
            rows(model) == [
                "Ann Day", "m5", "b8", "(@ann.example not loaded \(hole))", "m9",
                "(@ann@pit.example not loaded before \(moment(-9)))", "b28", "b30",
            ])
        let row = try #require(profile(model))
        #expect(row.extent == "2 of 3 accounts complete since \(moment(-9))")
        #expect(row.missing == ["@ann.example not loaded \(hole)"])
        #expect(row.accounts.map(\.name) == ["@ann@pit.example", "@ann.example", "Ana Sol"])
        #expect(row.accounts[0].relation == ["you follow", "follows you"])
        #expect(row.accounts[0].counts == ["1,234 posts", "one follower"])
        #expect(row.accounts[1].relation == ["not followed"])
        #expect(row.accounts[2].failure == "no source reads it")
        #expect(row.about == "Fast." && row.links.map(\.address) == ["ann.example"])
        model.send(.gap(.older))
        model.send(.open)
        await fixture.session.activity.idle()
        #expect(
            rows(model) == [
                "Ann Day", "m5", "b8", "m9", "(@ann@pit.example not loaded before \(moment(-9)))", "b20", "b28", "b30",
            ])
        #expect(posts.requests.last??.source == 1)
        model.stop()
    }

    @Test("A source that fails has its reason, and the others are shown")
    func failing() async {
        let fixture = Fixture()
        let posts = FakePosts(of: Self.sources)
        var list = PostList(sources: 2)
        list.add(OutlinePart(items: [Self.post("m5", -5)]))
        list.fail(1, .verbatim("no connection"))
        posts.set(list)
        let model = await model(fixture, posts)
        #expect(rows(model) == ["Ann Day", "(did:plc:ann not loaded)", "m5"])
        #expect(profile(model)?.accounts[1].failure == "no connection")
        #expect(profile(model)?.missing == ["did:plc:ann not loaded"])
        model.stop()
    }

    @Test("An author who is proved to be the same person is proposed, and linked by Enter on the person")
    func proposal() async {
        let fixture = Fixture(notes: FakeNotes())
        let posts = FakePosts(of: Self.sources)
        var list = Self.list
        list.propose("@ann@other.example")
        posts.set(list)
        let model = await model(fixture, posts)
        #expect(
            profile(model)?.proposals == [
                "@ann@other.example is the same person: the profiles link to each other"
            ])
        model.send(.top)
        model.send(.open)
        await fixture.session.activity.idle()
        let linked = fixture.session.notes.people.all.map { $0.identities.map(\.text) }
        #expect(linked == [["@ann@pit.example", "@ann@other.example"]])
        model.stop()
    }

    @Test("An account that no source reads has a gap that reads it once, and then an offer to add the source")
    func offered() async throws {
        let fixture = Fixture()
        let address = "bluesky:public/user:did:plc:ann"
        let posts = FakePosts(of: [
            Self.sources[0],
            PostSource(supplier: "bluesky:ann", name: "did:plc:ann", offer: .init(address: address, kind: "bluesky")),
        ])
        var list = PostList(sources: 2, offered: [1])
        list.add(OutlinePart(items: [Self.post("m5", -5)]))
        posts.set(list, then: [OutlinePart(items: [Self.post("b7", -7)])])
        let model = await model(fixture, posts)
        #expect(rows(model) == ["Ann Day", "(did:plc:ann is not read)", "m5"])
        let account = try #require(profile(model)?.accounts[1])
        #expect(account.kind == "bluesky" && account.failure == "no source reads it")
        #expect(profile(model)?.missing.isEmpty == true)
        var outputs: [OutlineOutput] = []
        model.onOutput = { outputs.append($0) }
        model.send(.gap(.older))
        model.send(.open)
        await fixture.session.activity.idle()
        #expect(posts.requests.last??.source == 1)
        #expect(rows(model) == ["Ann Day", "(did:plc:ann was read once; no source reads it)", "m5", "b7"])
        guard case .content(let content) = model.state.body else {
            Issue.record("\(model.state.body)")
            return
        }
        #expect(content.rows.last?.ticket?.title == "Offered: Post b7.")
        #expect(content.rows.last?.ticket?.kind == "bluesky")
        #expect(profile(model)?.accounts[1].failure == nil && outputs.isEmpty)
        model.send(.top)
        model.send(.gap(.older))
        model.send(.open)
        #expect(outputs == [.follow(address)])
        model.stop()
    }

    /// A post by Ann at one of the sources, with her authors as they are linked.
    private static func post(_ id: String, _ minute: Int, _ text: String, isMastodon: Bool) -> SourceItem {
        let author =
            isMastodon
            ? Author(id: "https://pit.example/ann", name: "Ann", handle: "@ann@pit.example")
            : Author(id: "did:plc:ann", name: "ann", handle: "@ann.example")
        return SourceItem(
            id: id, orderTime: Fixture.now.advanced(by: .seconds(60 * minute)),
            body: TicketBody(text: .plain(text), author: author))
    }

    @Test("Crossposts have one row, read together, and = takes them apart and back")
    func folded() async throws {
        let fixture = Fixture(settings: ["timeline.fold-duplicates": .flag(true)], notes: FakeNotes())
        await fixture.start()
        let author = Author(id: "https://pit.example/ann", name: "Ann", handle: "@ann@pit.example")
        fixture.session.notes.link(author, in: "mastodon:home", with: "did:plc:ann")
        await fixture.session.activity.idle()
        let posts = FakePosts(of: Self.sources)
        var list = PostList(sources: 2)
        let items = [
            [Self.post("m5", -5, "Box, box. #WEC", isMastodon: true), Self.post("m9", -9, "Rain", isMastodon: true)],
            [
                Self.post("b6", -6, "Box, box", isMastodon: false), Self.post("b8", -8, "Box, box", isMastodon: false),
                Self.post("b9", -10, "Slicks", isMastodon: false),
            ],
        ]
        for (source, items) in items.enumerated() {
            list.add(OutlinePart(items: items), of: source)
            fixture.track.commit(items.map { Ticket($0, of: Self.sources[source].supplier, seen: Fixture.now) })
        }
        posts.set(list)
        let model = await model(fixture, posts)
        #expect(rows(model) == ["Ann Day", "m5", "b8", "m9", "b9"], "one of a source joins, the next is a new post")
        guard case .content(let content) = model.state.body else {
            Issue.record("\(model.state.body)")
            return
        }
        #expect(content.rows[1].ticket?.alsoOn?.isEmpty == false && content.rows[2].ticket?.alsoOn == nil)
        model.send(.top)
        model.send(.move(1))
        model.send(.ticket(.toggleRead))
        await fixture.session.activity.idle()
        let read = [("m5", 0), ("b6", 1), ("b8", 1)]
            .map { fixture.track.marks(of: TicketID(supplier: Self.sources[$0.1].supplier, item: $0.0)).isRead }
        #expect(read == [true, true, false])
        model.send(.ticket(.toggleStory))
        await fixture.session.activity.idle()
        #expect(rows(model) == ["Ann Day", "m5", "b6", "b8", "m9", "b9"])
        model.send(.move(1))
        model.send(.ticket(.toggleStory))
        await fixture.session.activity.idle()
        #expect(rows(model) == ["Ann Day", "m5", "b8", "m9", "b9"])
        #expect(model.state.current?.ticket?.id.item == "m5")
        model.send(.bottom)
        model.send(.ticket(.toggleStory))
        #expect(fixture.session.messages.toast?.text == fixture.session.localizer(.storySingle))
        model.stop()
    }

    @Test("On the person, a note or a link is about the author, and other commands need a post")
    func commands() async {
        let fixture = Fixture(notes: FakeNotes())
        let posts = FakePosts(of: Self.sources)
        posts.set(Self.list)
        let model = await model(fixture, posts)
        var shown: [OutlineOutput] = []
        model.onOutput = { shown.append($0) }
        model.send(.top)
        model.send(.ticket(.show(.note)))
        model.send(.ticket(.toggleStar))
        #expect(shown == [.show(.note, TicketID(supplier: "mastodon:home", item: "m5"))])
        #expect(fixture.session.messages.toast?.text == fixture.session.localizer(.notATicket))
        model.stop()
    }
}

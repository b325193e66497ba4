import EngineConcepts
import EngineTestSupport
import Testing

@testable import Application

@Suite("The posts of accounts from one text")
struct PostComposerTests {
    private let time = ManualTimeSource()
    private let ann = Account(
        id: "ann@pit.example", kind: "test", server: "https://pit.example", handle: "@ann@pit.example")
    private let bob = Account(
        id: "bob@kerb.example", kind: "test", server: "https://kerb.example", handle: "@bob@kerb.example")
    private let long = String(repeating: "Box, box. ", count: 30)

    /// Returns a composer for Ann and Bob, through whose accounts the sources `ann` and `bob` are read.
    private func composer(rules: Result<PostRules, SupplierError> = .success(PostRules())) -> PostComposer {
        var clients = [ScriptedAccount("ann", at: "pit.example"), ScriptedAccount("bob", at: "kerb.example")]
        for index in clients.indices { clients[index].ruleAnswer = rules }
        let readers: [SupplierID: AccountID] = ["ann": clients[0].id, "bob": clients[1].id]
        return PostComposer(
            senders: [(account: ann, client: clients[0]), (account: bob, client: clients[1])], people: .none,
            reader: { readers[$0.supplier] }, time: time)
    }

    /// Returns a ticket of a source, by Pat.
    private func ticket(of supplier: SupplierID) -> Ticket {
        let pat = Author(id: "pat", name: "Pat", handle: "@pat@pit.example")
        let item = SourceItem(id: "1", orderTime: time.now(), body: TicketBody(text: .plain("Lights out"), author: pat))
        return Ticket(item, of: supplier, seen: time.now())
    }

    /// Returns the posts and their accounts.
    private func posts(_ acts: [OutboxRequest.Act]) -> [(draft: PostDraft, account: String)] {
        acts.compactMap { act in
            if case .post(let draft, let account) = act { (draft: draft, account: account.rawValue) } else { nil }
        }
    }

    @Test("Each named account posts once, with what the user wants")
    func named() async throws {
        let wanted = PostDraft("Box, box.", visibility: .followers, contentWarning: "Race", language: "en")
        let acts = try await composer()
            .acts(for: wanted, by: [ann, bob, ann], replyingTo: nil, quoting: nil, cutsText: false)
        #expect(posts(acts).map { $0.account } == ["test:ann@pit.example", "test:bob@kerb.example"])
        #expect(posts(acts).allSatisfy { $0.draft == wanted })
    }

    @Test("A reply is by the account that reads the ticket, and begins with the author's name")
    func reply() async throws {
        let acts = try await composer()
            .acts(for: PostDraft("Yes"), by: [], replyingTo: ticket(of: "bob"), quoting: nil, cutsText: false)
        let post = try #require(posts(acts).first)
        #expect(post.account == "test:bob@kerb.example" && post.draft.text == "@pat@pit.example Yes")
        #expect(post.draft.inReplyTo?.ticket == TicketID(supplier: "bob", item: "1"))
    }

    @Test("Another account than the one that reads the ticket cannot reply")
    func otherAccount() async throws {
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await composer()
                .acts(for: PostDraft("Yes"), by: [ann], replyingTo: ticket(of: "bob"), quoting: nil, cutsText: false)
        }
        #expect(failure?.message.key == "replyAccount")
    }

    @Test("A reply to a ticket that no account reads is left to its source, and a quotation is refused")
    func unread() async throws {
        let ticket = ticket(of: "feed")
        let acts = try await composer()
            .acts(for: PostDraft("Yes"), by: [], replyingTo: ticket, quoting: nil, cutsText: false)
        guard case .ticket(.reply("Yes"), ticket.id) = try #require(acts.first) else {
            Issue.record("\(acts)")
            return
        }
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await composer()
                .acts(for: PostDraft("Yes"), by: [], replyingTo: nil, quoting: ticket, cutsText: false)
        }
        #expect(failure?.message.key == "replyUnsupported")
    }

    @Test("A reply through a source that sends a text alone is refused if more is wanted, such as a later time")
    func replyWithMore() async throws {
        let ticket = ticket(of: "feed")
        var scheduled = PostDraft("Yes")
        scheduled.scheduled = time.now()
        for wanted in [scheduled, PostDraft("Yes", contentWarning: "Race"), PostDraft("Yes", language: "en")] {
            let failure = await #expect(throws: CommandFailure.self) {
                _ = try await composer().acts(for: wanted, by: [], replyingTo: ticket, quoting: nil, cutsText: false)
            }
            #expect(failure?.message.key == "replyIsTextAlone")
        }
    }

    @Test("A text that is too long is refused, or cut into a thread")
    func tooLong() async throws {
        let composer = composer(rules: .success(PostRules(maximumLength: 250)))
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await composer.acts(
                for: PostDraft(long), by: [ann], replyingTo: nil, quoting: nil, cutsText: false)
        }
        #expect(failure?.message.key == "postTooLong" && failure?.advice != nil)
        let acts = try await composer.acts(
            for: PostDraft(long), by: [ann], replyingTo: nil, quoting: nil, cutsText: true)
        #expect(posts(acts).map { $0.draft.postCount } == [2])
    }

    @Test("Without the rules of the server, a long text is left to the server unless it is to be cut")
    func noRules() async throws {
        let composer = composer(rules: .failure(SupplierError(.unreachable, "no route")))
        let acts = try await composer.acts(
            for: PostDraft(long), by: [ann], replyingTo: nil, quoting: nil, cutsText: false)
        #expect(posts(acts).map { $0.draft.text } == [long])
        await #expect(throws: SupplierError.self) {
            _ = try await composer.acts(
                for: PostDraft(long), by: [ann], replyingTo: nil, quoting: nil, cutsText: true)
        }
    }
}

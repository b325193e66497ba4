import EngineConcepts
import EngineTestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("A post while it is written")
struct CompositionTests {
    private func composition(_ blank: PostDraft = PostDraft(""), _ accounts: [PostingAccount] = [FakePosting.ann])
        throws -> Composition
    {
        Composition(blank, by: try #require(ComposeAccounts(accounts)))
    }

    @Test("A name that ends at the cursor may still be typed, and the others are unknown names")
    func names() throws {
        var composition = try composition()
        let text = "@pat@kerb.example and @bob@pit.example"
        composition.set(text, cursor: text.count)
        #expect(composition.unknownNames.count == 2 && composition.finishedUnknownNames.count == 1)
        composition.cursor = 0
        #expect(composition.finishedUnknownNames.count == 2)
    }

    @Test("The text that a post begins with is no content, and neither is white space")
    func content() throws {
        var composition = try composition(PostDraft("@bob@pit.example "))
        #expect(composition.isBlank && !composition.hasContent)
        composition.set("  ", cursor: 2)
        #expect(!composition.isBlank && !composition.hasContent)
        composition.set("@bob@pit.example Copy.", cursor: 22)
        #expect(composition.hasContent)
    }

    @Test("A file alone can be sent, and so can a post from which a file was removed")
    func media() throws {
        var picture = try composition()
        picture.post.media = [PostDraft.Medium(.file("/a.png"))]
        #expect(picture.hasContent)
        var edited = try composition(PostDraft("Lights out", media: [PostDraft.Medium(.file("/a.png"))]))
        #expect(!edited.hasContent)
        edited.post.media = []
        #expect(edited.hasContent)
    }

    @Test("A restored reply is sent by its own account alone, another post by all accounts that it had")
    func restoring() throws {
        let both = [FakePosting.ann, FakePosting.sky]
        func restored(_ post: PostDraft, by accounts: [AccountID]) throws -> Composition {
            var composition = try composition(PostDraft(""), both)
            composition.restore(StoredDraft(id: 1, origin: .new, accounts: accounts, post: post, time: Fixture.now))
            #expect(composition.post == post && composition.cursor == post.text.count)
            return composition
        }
        var reply = PostDraft("Copy.")
        reply.inReplyTo = PostDraft.Reference(post: "77")
        #expect(try restored(reply, by: [FakePosting.sky.id]).accounts.all == [FakePosting.sky])
        let another = try restored(PostDraft("Box."), by: both.map(\.id))
        #expect(another.accounts.all == both && another.selectedIDs == both.map(\.id))
    }
}

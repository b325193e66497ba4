import EngineConcepts
import Testing

@Suite("Proofs that two profiles are of one person")
struct ProfileProofTests {
    private static func mastodon(_ links: [AuthorProfile.Link] = []) -> AuthorProfile {
        AuthorProfile(
            Author(id: "https://pit.example/users/ann", name: "Ann", handle: "@ann@pit.example"),
            page: "https://pit.example/@ann", links: links)
    }

    private static func bluesky(_ about: String? = nil, handle: String = "@ann.example") -> AuthorProfile {
        AuthorProfile(
            Author(id: "did:plc:ann", name: "ann", handle: handle), about: about,
            page: "https://bsky.app/profile/\(handle.dropFirst())",
            links: [.init(name: "", address: "https://\(handle.dropFirst())", isVerified: true)])
    }

    private func holds(_ one: AuthorProfile, _ other: AuthorProfile) -> Bool {
        let verdict = ProfileProof.holds(between: one, and: other)
        #expect(verdict == ProfileProof.holds(between: other, and: one))
        return verdict
    }

    @Test("A verified link to the domain that is the other's handle is a proof, an unverified one is none")
    func domains() {
        #expect(
            holds(
                Self.mastodon([.init(name: "Site", address: "https://ann.example/", isVerified: true)]), Self.bluesky())
        )
        #expect(!holds(Self.mastodon([.init(name: "Site", address: "https://ann.example/")]), Self.bluesky()))
        #expect(
            !holds(
                Self.mastodon([.init(name: "Site", address: "https://ann.example/blog", isVerified: true)]),
                Self.bluesky()))
        #expect(!holds(Self.mastodon(), Self.bluesky()))
    }

    @Test(
        "Links in both directions are a proof, in whatever form; a link in one direction is none",
        arguments: [
            "I am https://pit.example/@ann", "(also @ann@pit.example)", "pit.example/@Ann.",
            "https://www.pit.example/users/ann, mostly",
        ])
    func bothWays(about: String) {
        let link = AuthorProfile.Link(name: "Bluesky", address: "https://bsky.app/profile/ann.bsky.social")
        let other = Self.bluesky(about, handle: "@ann.bsky.social")
        #expect(holds(Self.mastodon([link]), other))
        #expect(holds(Self.mastodon([.init(name: "", address: "https://bsky.app/profile/did:plc:ann")]), other))
        #expect(!holds(Self.mastodon([link]), Self.bluesky("Hello", handle: "@ann.bsky.social")))
        #expect(!holds(Self.mastodon(), other))
        #expect(!holds(Self.mastodon([link]), Self.bluesky("I am @bob@pit.example", handle: "@ann.bsky.social")))
    }

    @Test("Candidates are the authors that a profile names, without itself")
    func candidates() {
        let links: [AuthorProfile.Link] = [
            .init(name: "a", address: "https://bsky.app/profile/ann.bsky.social"),
            .init(name: "b", address: "https://other.example/@annie"),
            .init(name: "c", address: "https://ann.example", isVerified: true),
            .init(name: "d", address: "https://shop.example"), .init(name: "e", address: "https://pit.example/@ann"),
        ]
        #expect(
            ProfileProof.candidates(in: Self.mastodon(links)) == [
                "@ann.bsky.social", "@annie@other.example", "@ann.example",
            ])
        #expect(ProfileProof.candidates(in: Self.bluesky("See @ann@pit.example")) == ["@ann@pit.example"])
        #expect(ProfileProof.candidates(in: Self.bluesky("Nothing. Really")) == [])
    }
}

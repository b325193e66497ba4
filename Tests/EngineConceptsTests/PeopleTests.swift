import EngineConcepts
import Testing

@Suite("People")
struct PeopleTests {
    private static func identity(_ text: String) throws -> LinkedPerson.Identity {
        let key = try #require(AuthorKey(text, kinds: SourceKinds()) { SupplierID($0) })
        return LinkedPerson.Identity(text: text, key: key)
    }

    private static func people() throws -> People {
        People([
            LinkedPerson(
                name: "Ann Day",
                identities: [
                    try identity("@ann@pit.example"), try identity("did:plc:ann"), try identity("Ana Sol <feed:kerb>"),
                ]),
            LinkedPerson(name: "Bob", identities: [try identity("@bob@pit.example"), try identity("did:plc:ann")]),
        ])
    }

    @Test("An author belongs to the person who has any of the author's keys, the first one of several")
    func lookup() throws {
        let people = try Self.people()
        let mastodon = Author(id: "https://pit.example/ann", name: "Ann", handle: "@Ann@pit.example")
        let bluesky = Author(id: "did:plc:ann", name: "ann", handle: "@ann.example")
        let feed = Author(id: "x", name: "ana  sol")
        #expect(people.person(of: mastodon, in: "mastodon:home")?.name == "Ann Day")
        #expect(people.person(of: bluesky, in: "bluesky:home")?.name == "Ann Day")
        #expect(people.person(of: feed, in: "feed:kerb")?.name == "Ann Day")
        #expect(people.person(of: feed, in: "feed:other") == nil)
        #expect(people.person(named: "ann day")?.identities.count == 3)
        let person = try #require(people.person(named: "Ann Day"))
        #expect(person.identity(of: bluesky, in: "bluesky:home")?.text == "did:plc:ann")
        #expect(People.none.person(of: mastodon, in: "mastodon:home") == nil && People.none.isEmpty)
    }

    @Test("The digest follows names and authors, and nothing else")
    func digest() throws {
        let people = try Self.people()
        #expect(try people.digest == Self.people().digest && people.digest != People.none.digest)
        let renamed = People(people.all.map { LinkedPerson(name: "\($0.name)!", identities: $0.identities) })
        #expect(renamed.digest != people.digest && renamed != people)
        #expect(People(people.all.dropLast()).digest != people.digest)
    }

    @Test(
        "The name in a key is what people would call its author",
        arguments: [
            ("@ann@example.social", "ann"), ("acct:ann@example.social", "ann"), ("@ann.example", "ann.example"),
            ("Ana Sol <https://kerb.example/feed>", "Ana Sol"), ("hn:pg", "pg"), ("did:plc:abc", "did:plc:abc"),
            ("https://example.social/users/ann", "ann"), ("https://example.social/@ann", "ann"),
            ("https://example.social/@ann@other.example/", "ann"), ("https://example.social", "example.social"),
        ])
    func bareName(text: String, name: String) {
        #expect(AuthorKey.bareName(in: text) == name)
    }

    @Test("Actions that are still to be sent count as done, those that ended or are about others do not")
    func steps() {
        let (ann, bob) = (Person(account: "me", id: "1"), Person(account: "me", id: "2"))
        func pending(_ action: PersonAction, on person: Person, _ state: ActionState = .waiting)
            -> PendingAction
        {
            PendingAction(
                id: "1", request: .person(action, person), requestedAt: Timestamp(seconds: 0), repetition: .safe,
                attempts: 0,
                state: state)
        }
        let followed = PersonWithRelation(ann, .other(.init(.following)))
        #expect(followed.effect(of: .follow, after: []) == .unchanged(.other(.init(.following))))
        #expect(
            followed.effect(of: .follow, after: [pending(.unfollow, on: ann)]) == .change(.other(.init(.notFollowing))))
        for other in [pending(.unfollow, on: bob), pending(.unfollow, on: ann, .done)] {
            #expect(followed.effect(of: .follow, after: [other]) == .unchanged(.other(.init(.following))))
        }
        #expect(PersonWithRelation(ann, .own).effect(of: .follow, after: []) == .own)
        #expect(PersonWithRelation(ann, .unknown).effect(of: .mute, after: []) == .change(.unknown))
    }
}

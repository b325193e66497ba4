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
}

import EngineConcepts
import Testing

@testable import fiber

@Suite("The printed text of items")
struct PrintedTextTests {
    @Test("Before the text of a boost is the author of the boosted post, not the booster")
    func boost() {
        let ann = Author(id: "1", name: "Ann", handle: "@ann@kerb.example")
        let ben = Author(id: "2", name: "Ben", handle: "@ben@kerb.example")
        func post(_ body: TicketBody) -> Ticket {
            let time = Timestamp(seconds: 1_800_000_000)
            return Ticket(SourceItem(id: "1", orderTime: time, body: body), of: "mastodon:home", seen: time)
        }
        let boost = post(TicketBody(author: ben, boosted: EmbeddedTicket(id: "2", author: ann)))
        #expect(boost.printedAuthor(beside: "Home") == "@ann@kerb.example: ")
        #expect(post(TicketBody(author: ben)).printedAuthor(beside: "Home") == "@ben@kerb.example: ")
        #expect(post(TicketBody(author: ben)).printedAuthor(beside: "Ben").isEmpty)
    }
}

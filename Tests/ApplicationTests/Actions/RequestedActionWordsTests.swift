import EngineConcepts
import Localization
import Testing

@testable import Application

@Suite("Actions in words")
struct RequestedActionWordsTests {
    private static let ticketActions: [TicketAction] = [
        .like, .unlike, .boost, .boostTo(.followers), .unboost, .bookmark, .unbookmark, .reply("Yes"),
        .quote(PostDraft("Look")), .edit(PostDraft("New")), .delete, .vote([0]), .pin, .unpin,
    ]
    private static let person = Person(account: "mastodon:ann@a.example", id: "7", handle: "@bob@b.example")
    private static let actions: [RequestedAction] =
        ticketActions.map { RequestedAction.ticket($0, TicketID(supplier: "feed:a", item: "1")) }
        + PersonAction.allCases.map { RequestedAction.person($0, person) }
        + [
            .account(.post(PostDraft("Hello")), "mastodon:ann@a.example"),
            .account(.report(PostReport(person: "7", posts: [])), "mastodon:ann@a.example"),
        ]

    @Test("Every kind of action has the words of the log in English, and others in Spanish")
    func allKinds() {
        #expect(Set(Self.ticketActions.map(\.kind)) == Set(TicketAction.Kind.allCases))
        for action in Self.actions {
            #expect(Localizer.english(action.words) == action.description)
            #expect(!Localizer.spanish(action.words).contains(action.name + " "), "\(action)")
        }
    }
}

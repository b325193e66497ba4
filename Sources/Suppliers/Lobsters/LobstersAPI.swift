import EngineConcepts
import Networking

/// Lobsters' pages in JSON, such as <https://lobste.rs/newest.json>.
struct LobstersAPI: Sendable {
    /// The address of the site, without a slash at the end.
    let address: String
    let transport: any Transport

    /// Requests a page of a list. One that does not exist is empty, except the first.
    func page(_ number: Int, of list: LobstersList, now: Timestamp) async throws(SupplierError) -> LobstersPage {
        let answer = try await transport.json(
            LenientList<LobstersStory>.self, at: address(ofPage: number, of: list), of: "Lobsters",
            absent: number > 1 ? LenientList([]) : nil, now: now)
        return LobstersPage(number: number, stories: answer.elements, count: answer.count)
    }

    /// Requests a story with all its comments.
    func thread(on story: String, now: Timestamp) async throws(SupplierError) -> LobstersThread {
        try await transport.json(
            LobstersThread.self, at: address(ofPage: 1, of: .thread(story)), of: "Lobsters", now: now)
    }

    /// Returns the address of a page of a list.
    func address(ofPage number: Int, of list: LobstersList) -> String { address + list.path(number) }
}

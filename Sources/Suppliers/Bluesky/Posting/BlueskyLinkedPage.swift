import EngineConcepts
import Networking
import WebText

/// The title and the description of a linked page, for a card.
struct BlueskyLinkedPage: Hashable, Sendable {
    let address: String
    let title: String
    let description: String

    /// The part of a page that is read, in bytes.
    private static let maximumBytes = 512 * 1024

    var members: [String: BlueskyJSON] {
        ["uri": .text(address), "title": .text(title), "description": .text(description)]
    }

    var embed: BlueskyJSON { ["$type": "app.bsky.embed.external", "external": .object(members)] }

    /// Reads the page at an address. Returns `nil` if it has no title or cannot be read: the post then has a link without a
    /// card.
    static func read(_ address: String, _ transport: any Transport) async -> BlueskyLinkedPage? {
        guard WebAddress.isWeb(address) else { return nil }
        do {
            return try await transport.send(TransportRequest(address)) { response throws(SupplierError) in
                guard response.status == 200, response.header("content-type")?.contains("html") ?? true else {
                    return nil
                }
                var bytes: [UInt8] = []
                while bytes.count < maximumBytes, let chunk = try await response.body.next() { bytes += chunk }
                let head = WebPageHead(bytes)
                return head.title.map {
                    BlueskyLinkedPage(address: address, title: $0, description: head.description ?? "")
                }
            }
        } catch {
            return nil
        }
    }
}

import FeedParsing
package import Networking
import WebText

extension FeedDocument {
    /// Adds the link to older items from the response header, unless the document has one.
    package mutating func addLinks(of response: TransportResponse) {
        guard next == nil, let field = response.header("link").map(LinkField.init) else { return }
        func target(_ relation: String) -> String? {
            field.target(of: relation).flatMap { WebAddress.resolve($0, base: response.address) }
        }
        if let archive = target("prev-archive") {
            (next, nextIsArchive) = (archive, true)
        } else {
            next = target("next")
        }
    }
}

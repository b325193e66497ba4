import FeedParsing
import Networking
import WebText

extension FeedDocument {
    /// Takes over where older items are, as the answer says that brought the document, where it does not say so itself.
    mutating func takeLinks(of response: TransportResponse) {
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

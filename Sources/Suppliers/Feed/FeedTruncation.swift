import EngineConcepts

/// A feed document that ends too early: what is missing, and when it is requested again.
enum FeedTruncation {
    /// The feed's whole document. It counts as failed, like any other that cannot be read.
    case everything
    /// Everything older than the items that were read from the feed's own document.
    case rest
    /// Everything older than the items that were read from an older page.
    case olderPage

    /// Returns the error for the feed `name`, whose document is at `address`.
    func error(of name: String, at address: String) -> SupplierError {
        let message =
            switch self {
            case .everything: Message("feedBreaksOff", ["source": .text(name)])
            case .rest: Message("feedRestBreaksOff", ["source": .text(name)])
            case .olderPage: Message("feedPageBreaksOff", ["source": .text(name), "address": .text(address)])
            }
        return SupplierError(.malformed, message)
    }
}

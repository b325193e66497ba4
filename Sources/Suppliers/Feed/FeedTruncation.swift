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
        let subject = self == .olderPage ? "An older page of \(name)" : "The document of \(name)"
        return SupplierError(.malformed, "\(subject) breaks off before its end: \(address). \(prospect)")
    }

    /// When the document is requested again.
    private var prospect: String {
        switch self {
        case .everything:
            "It is asked for again, after longer and longer pauses where that goes on; a fill by hand asks at once."
        case .rest: "It is asked for again whenever the feed is; a fill by hand asks at once."
        case .olderPage: "It is asked for again whenever its gap is filled; a fill by hand asks at once."
        }
    }
}

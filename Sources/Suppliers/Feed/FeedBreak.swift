import EngineConcepts

/// That a document of a feed breaks off before its end: what is missing because of that, and when it is asked for again.
enum FeedBreak {
    /// All of the feed's own document. It has failed, like any other that cannot be read.
    case everything
    /// What is older than the items that were read of the feed's own document.
    case rest
    /// What is older than the items that were read of an older page.
    case olderPage

    /// The error of the feed called `name`, whose document is at `address`.
    func error(of name: String, at address: String) -> SupplierError {
        let subject = self == .olderPage ? "An older page of \(name)" : "The document of \(name)"
        return SupplierError(.malformed, "\(subject) breaks off before its end: \(address). \(prospect)")
    }

    /// What becomes of it.
    private var prospect: String {
        switch self {
        case .everything:
            "It is asked for again, after longer and longer pauses where that goes on; a fill by hand asks at once."
        case .rest: "It is asked for again whenever the feed is; a fill by hand asks at once."
        case .olderPage: "It is asked for again whenever its gap is filled; a fill by hand asks at once."
        }
    }
}

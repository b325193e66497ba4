import EngineConcepts

/// A defect of a source's newest document or of an older page, which is then requested again.
enum PageDefect {
    /// The newest document is truncated before its first item. It counts as failed, like any other that cannot be read.
    case truncatedAtStart
    /// The newest document is truncated after some items: everything older is missing.
    case truncated
    /// An older page is truncated: everything older than its items is missing.
    case truncatedPage
    /// The document has no items. The source had some, or there would be no gap: the site has a failure.
    case empty
    /// A page above can have been answered in the place of this one.
    case repeated
    /// There is no page at this address, or none with this number if pages are numbered, as the status says.
    case missing(isNumbered: Bool, status: Int)

    /// Returns the error for the source `name`, whose document or page is at `address`.
    func error(of name: String, at address: String) -> SupplierError {
        let source = Message.Argument.text(name)
        var page: [String: Message.Argument] = ["source": source, "address": .text(address)]
        switch self {
        case .truncatedAtStart: return SupplierError(.malformed, Message("feedBreaksOff", ["source": source]))
        case .truncated: return SupplierError(.malformed, Message("feedRestBreaksOff", ["source": source]))
        case .truncatedPage: return SupplierError(.malformed, Message("feedPageBreaksOff", page))
        case .empty: return SupplierError(.malformed, Message("feedHasNoItems", page))
        case .repeated: return SupplierError(.malformed, Message("olderPageRepeats", page))
        case .missing(let isNumbered, let status):
            page["status"] = .number(status)
            return SupplierError(
                .refused, isNumbered ? Message("pageNumberMissing", page) : Message("olderPageMissing", page))
        }
    }
}

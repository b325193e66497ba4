import EngineConcepts

/// A defect of a timeline or a list of a social network, which is then requested again.
enum TimelineDefect {
    /// A page was answered with entries of a page above it, as by a cache.
    case repeated
    /// The list has no entries, although it had some.
    case empty
    /// The list ends behind a full page or above what was read before, or nothing shows that an empty page is its end.
    case doubtfulEnd

    /// Returns the error for the source `name`.
    func error(of name: String) -> SupplierError {
        let arguments: [String: Message.Argument] = ["source": .text(name)]
        return switch self {
        case .empty: SupplierError(.malformed, Message("listEmptied", arguments))
        case .doubtfulEnd: SupplierError(.malformed, Message("listEndDoubtful", arguments))
        case .repeated: SupplierError(.malformed, Message("olderItemsRepeat", arguments))
        }
    }
}

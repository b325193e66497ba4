import EngineConcepts

/// A defect of a list, which is then requested again.
enum BlueskyListDefect {
    /// A page was answered with the entries of the page above it, as by a cache.
    case repeated

    /// Returns the error for the source `name`.
    func error(of name: String) -> SupplierError {
        let arguments: [String: Message.Argument] = ["source": .text(name)]
        return switch self {
        case .repeated: SupplierError(.malformed, Message("olderItemsRepeat", arguments))
        }
    }
}

/// The name of a repository: a handle or an identifier.
enum ATIdentifier: Hashable, Sendable, CustomStringConvertible {
    case handle(ATHandle)
    case did(DID)

    /// Parses a handle or an identifier. Returns `nil` for any other text.
    init?(_ text: some StringProtocol) {
        if text.hasPrefix("did:") {
            guard let did = DID(text) else { return nil }
            self = .did(did)
        } else {
            guard let handle = ATHandle(text) else { return nil }
            self = .handle(handle)
        }
    }

    var text: String {
        switch self {
        case .handle(let handle): handle.text
        case .did(let did): did.text
        }
    }

    var description: String { text }
}

public import EngineConcepts
import WebText

/// The kinds of account that a program knows.
public struct AccountCatalog: Sendable {
    /// Fiber's kinds of account. A new kind is one line.
    public static let standard = AccountCatalog([MastodonAccountDescriptor(), BlueskyAccountDescriptor()])

    /// The descriptors, in the order in which they are tried.
    public let descriptors: [any AccountDescriptor]

    /// Creates a catalogue.
    public init(_ descriptors: [any AccountDescriptor]) {
        self.descriptors = descriptors
    }

    /// Returns the descriptor of a kind, or `nil` if it is unknown.
    public subscript(kind: AccountKind) -> (any AccountDescriptor)? {
        descriptors.first { $0.kind == kind }
    }

    /// Returns the name of a kind on the screen: its identity if it is unknown.
    public func name(of kind: AccountKind) -> String { self[kind]?.name ?? kind.rawValue }

    /// Returns the clients of accounts.
    public func clients(of accounts: [Account], _ dependencies: SupplierDependencies) -> [any AccountClient] {
        accounts.compactMap { self[$0.kind]?.client(of: $0, dependencies) }
    }

    /// Finds the server that `text` means and its kind. Sends no request for a text that names no server. If none has it,
    /// throws the failure of the first kind that could not tell, such as a timeout, or else of the last one.
    public func server(
        named text: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> DescribedServer {
        guard Self.namesServer(TextSanitizer.line(text)) else {
            throw SupplierError(.unsupported, Message("accountPlaceInvalid", ["place": .text(text)]))
        }
        var failures: [SupplierError] = []
        for descriptor in descriptors {
            do throws(SupplierError) {
                return DescribedServer(try await descriptor.server(named: text, dependencies, now: now), descriptor)
            } catch {
                failures.append(error)
            }
        }
        throw failures.first { $0.reason != .accountServerUnknown } ?? failures.last ?? .serverUnknown(text)
    }

    /// Returns true if `text` is an address of the web, an identifier, a whole handle, or a host with or without a port.
    private static func namesServer(_ text: String) -> Bool {
        let bare = text.withoutAtSign
        if ATIdentifier(bare) != nil { return true }
        if WebAddress.isWeb(bare) { return WebAddress.site(of: bare) != nil && WebAddress.hasUsablePort(bare) }
        let parts = bare.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        // The sign before a name alone, as in `@ann`, makes it no host.
        guard let host = parts.last, parts.count == 2 ? isName(parts[0]) : bare == text else { return false }
        let address = "https://\(host)"
        guard let found = AddressParts(address), found.endpoint == host, found.port != "" else { return false }
        return WebAddress.site(of: address) != nil && WebAddress.hasUsablePort(address)
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
    }
}

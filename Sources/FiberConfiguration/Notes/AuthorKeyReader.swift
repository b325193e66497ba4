public import EngineConcepts
import WebText

/// Reads the keys of authors in notes and commands. A name in one source is written with the address or the id of the
/// source.
public struct AuthorKeyReader: Sendable {
    private let kinds: SourceKinds
    /// The followed sources by canonical address and by id.
    private let sources: [String: SupplierID]

    /// Creates a reader of keys for a library.
    ///
    /// - Parameter kinds: The kinds of source, which derive ids from the addresses of sources that are not followed.
    public init(_ library: Library, kinds: SourceKinds) {
        self.kinds = kinds
        sources = library.sources.reduce(into: [:]) { places, source in
            places[SourceAddress.canonical(source.address)] = source.id
            places[source.id.rawValue] = source.id
        }
    }

    /// Returns the key that `text` means, or `nil` if it is none.
    public func key(_ text: String) -> AuthorKey? {
        AuthorKey(text, kinds: kinds) { place in
            sources[place] ?? sources[SourceAddress.canonical(place)] ?? SourceTable.knownID(for: place, kinds)
                ?? (place.contains(":") ? SupplierID(place) : nil)
        }
    }
}

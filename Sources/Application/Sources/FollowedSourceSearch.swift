import EngineConcepts
import Suppliers
import WebText

/// Finds the followed source that a new address leads to as well.
struct FollowedSourceSearch {
    /// The followed sources, and their states.
    let sources: [SourceDescription]
    let statuses: [SupplierStatus]
    let factory: SupplierFactory

    /// The largest number of sources of the same name to request.
    private static let maximumRequests = 3

    /// Returns the followed source that equals `source`, which redirects to `end`, or has permanently moved there.
    func source(equalTo source: SourceDescription, at end: String?) async -> SourceDescription? {
        let places = Set([source.address, end].compactMap(\.self).map(SourceAddress.canonical))
        // Its id says nothing: a source whose address was changed keeps the id of the former one.
        if let known = sources.first(where: { places.contains(SourceAddress.canonical($0.address)) }) { return known }
        let moved = statuses.filter { $0.sourceAddress.map { places.contains(SourceAddress.canonical($0)) } ?? false }
        if let known = sources.first(where: { source in moved.contains { $0.id == source.id } }) { return known }
        return await redirectedSource(namedLike: source, to: places)
    }

    /// Returns a followed source with the same name that currently redirects to one of these places. Temporary redirects are
    /// not stored, so these sources are requested.
    private func redirectedSource(
        namedLike source: SourceDescription, to places: Set<String>
    ) async -> SourceDescription? {
        guard let name = source.name else { return nil }
        let named = Set(statuses.filter { $0.sourceName == name }.map(\.id))
        let candidates = sources.filter {
            SourceCatalog.standard.kind(of: $0.address) == .feed && ($0.name == name || named.contains($0.id))
        }
        for candidate in candidates.prefix(Self.maximumRequests) {
            if let end = await end(of: candidate), places.contains(end) { return candidate }
        }
        return nil
    }

    /// Returns the address that `source` currently redirects to, or `nil` if it does not answer. Then a second address
    /// of the same source may be followed.
    private func end(of source: SourceDescription) async -> String? {
        do {
            let found = try await factory.probe(source.address, with: source.access)
            return SourceAddress.canonical(found.end ?? found.source.address)
        } catch {
            return nil
        }
    }
}

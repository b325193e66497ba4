import EngineConcepts
import FiberConfiguration
import WebText

/// Finds followed sources by what users call them: their id, their name or their address.
struct SourceLookup: Sendable {
    let library: Library
    let engine: any TrackObserving
    /// The path of the library, for messages.
    let file: String
    /// Returns the address that a text would have as a new source.
    let followedAddress: @Sendable (String) -> String

    /// Returns the source with this id, name or address, including the address that it has moved to, or else the one whose
    /// name differs in case.
    func source(named text: String) async throws -> SourceDescription {
        let moved = await engine.snapshot.suppliers.reduce(into: [:]) { $0[$1.id] = $1.sourceAddress }
        let names = library.distinctNames(of: library.sources.map(\.id))
        let place = SourceAddress.canonical(followedAddress(text))
        var matches = library.sources.filter { source in
            [source.id.rawValue, source.address, source.shownAddress, source.shownName, names[source.id]].contains(text)
                || [source.address, moved[source.id]].compactMap(\.self).map(SourceAddress.canonical).contains(place)
        }
        if matches.isEmpty {
            let name = text.lowercased()
            matches = library.sources.filter { source in
                [source.shownName, names[source.id]].contains { $0?.lowercased() == name }
            }
        }
        guard let source = matches.first else {
            throw CommandFailure(Message("sourceNotFound", ["name": .text(text), "file": .text(file)]))
        }
        guard matches.count == 1 else {
            let list = matches.map { "\n  \($0.id)  \($0.shownAddress)" }.joined()
            throw CommandFailure(
                Message(
                    "sourceAmbiguous",
                    ["count": .number(matches.count), "name": .text(text), "list": .message(.verbatim(list))]),
                advice: Message("nameByID"))
        }
        return source
    }

    /// Returns the sources with these ids, names or addresses, each once, all of them or none: a typing error changes
    /// nothing.
    func sources(named texts: [String]) async throws -> [SourceDescription] {
        var found: [SourceDescription] = []
        for text in texts { found.append(try await source(named: text)) }
        return found.uniqued(by: \.id)
    }
}

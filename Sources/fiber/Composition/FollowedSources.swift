import EngineConcepts
import EngineStandard
import FiberConfiguration
import Suppliers
import ViewModels

/// What a person follows, kept in `library.toml` and in the running engine at once.
struct FollowedSources: SourceManaging {
    let file: LibraryFile
    let controlUnit: ModularControlUnit
    let engine: StandardEngine
    let workshop: Workshop

    var isEditable: Bool { true }

    func sources() async throws -> [SourceDescription] {
        try file.read().sources
    }

    func add(_ address: String) async throws -> SourceDescription {
        let source = try await workshop.probe(address)
        if let known = try file.read().sources.first(where: { $0.id == source.id || $0.address == source.address }) {
            throw SupplierError(.refused, "\(known.name ?? known.address) is followed already, as \(known.id).")
        }
        try await put(source)
        return source
    }

    /// Follows all of these at once, without asking any of them; of what is followed already, only the topics grow.
    ///
    /// - Returns: How many are new.
    func follow(_ sources: [SourceDescription]) async throws -> Int {
        var new: [SourceDescription] = []
        _ = try file.update { library in
            new = []
            for source in sources {
                let known = library.sources.first { $0.id == source.id || $0.address == source.address }
                if var known {
                    known.topics += source.topics.filter { !known.topics.contains($0) }
                    library.put(known)
                } else {
                    library.put(source)
                    new.append(source)
                }
            }
        }
        for source in new {
            controlUnit.add(workshop.supplier(for: source), for: source.id.rawValue, paused: source.isPaused)
        }
        await engine.suppliersChanged()
        return new.count
    }

    func remove(_ id: SupplierID) async throws {
        _ = try file.update { $0.remove(id) }
        controlUnit.remove(id.rawValue)
        await engine.suppliersChanged()
    }

    func put(_ source: SourceDescription) async throws {
        _ = try file.update { $0.put(source) }
        controlUnit.add(workshop.supplier(for: source), for: source.id.rawValue, paused: source.isPaused)
        controlUnit.setPaused(source.isPaused, for: source.id.rawValue)
        await engine.suppliersChanged()
    }
}

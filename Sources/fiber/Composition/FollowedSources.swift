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

import EngineConcepts
import EngineTestSupport
import FiberConfiguration

@testable import ViewModels

extension Fixture {
    /// Opens the screen of sources.
    func openSources() async -> SourceManagerViewModel {
        let model = SourceManagerViewModel(sources: sources, track: services.track)
        model.start()
        await session.activity.idle()
        return model
    }

    /// Lists sources in these states.
    func list(_ statuses: [SupplierStatus]) async throws {
        for id in statuses.map(\.id) { try await sources.put(SourceDescription(id: id, address: id.rawValue)) }
        track.setSuppliers(statuses)
    }
}

/// Returns the state of a source that last answered three minutes ago.
func sourceStatus(
    _ id: SupplierID, _ condition: RequestHistory.Condition, covered: TimeframeSet = TimeframeSet()
) -> SupplierStatus {
    SupplierStatus(
        id: id, name: "Name of \(id)", kind: "feed",
        requests: RequestHistory(condition, lastSuccess: Fixture.now.advanced(by: .seconds(-180))), covered: covered)
}

/// The status of a feed in this condition.
func sourceStatus(_ id: SupplierID, _ name: String, _ condition: RequestHistory.Condition) -> SupplierStatus {
    SupplierStatus(
        id: id, name: name, kind: "feed",
        requests: RequestHistory(condition, lastSuccess: condition == .healthy ? Fixture.now : nil))
}

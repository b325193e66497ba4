import EngineConcepts
import ScenarioServer
import SupplierConformance
import Synchronization

/// The content of a fake service, and a switch to make it fail.
final class ServiceContent: Sendable {
    private let stored = Mutex<[ScriptedItem]>([])
    private let failing = Mutex(false)
    private let replaced = Mutex<[Int: Int]>([:])

    /// Newest first.
    var items: [ScriptedItem] {
        get { stored.withLock(\.self) }
        set { stored.withLock { $0 = newValue.sorted { $0.time > $1.time } } }
    }

    var isFailing: Bool {
        get { failing.withLock(\.self) }
        set { failing.withLock { $0 = newValue } }
    }

    /// The number of the page that is answered in the place of another, or 0 for a page that does not exist.
    var replacedPages: [Int: Int] {
        get { replaced.withLock(\.self) }
        set { replaced.withLock { $0 = newValue } }
    }

    /// Returns items `seconds` apart, the first at `newest`.
    static func items(_ count: Int, from newest: Timestamp, every seconds: Int = 60) -> [ScriptedItem] {
        (0..<count)
            .map {
                ScriptedItem(
                    id: "\(90_000_000 - $0)", time: newest.advanced(by: .seconds(-$0 * seconds)), text: "Text \($0).")
            }
    }

    /// Returns an answer in JSON, or a server error while the service fails.
    func json(_ object: Any) -> Scenario {
        guard !isFailing, let json = try? ServedJSON(object) else { return Scenario(status: 500) }
        return Scenario(type: "application/json", body: json.bytes)
    }
}

import EngineConcepts
import EngineTestSupport

/// A store of settings whose disk is full, until it is not any more.
actor FullStore: SettingStore {
    /// The error of every write to the full disk.
    static let error = SupplierError(.unsupported, Message("draftNotStored"))

    private var settings: [String: String] = [:]
    private var isFull = true

    func makeRoom() { isFull = false }

    func settings(_ names: [String]) -> [String: String] { settings.filter { names.contains($0.key) } }

    func settings(beginningWith prefix: String) -> [String: String] {
        settings.filter { $0.key.hasPrefix(prefix) }
    }

    func setSetting(_ name: String, to value: String?) throws {
        guard !isFull else { throw Self.error }
        settings[name] = value
    }
}

/// Stores small values by name: reading position, density, last view.
public protocol SettingStore: Sendable {
    /// Returns the values of those of `names` that have one, all of one moment.
    func settings(_ names: [String]) async throws -> [String: String]

    /// Returns the values of all names that begin with `prefix`.
    func settings(beginningWith prefix: String) async throws -> [String: String]

    /// Sets the value for `name`; `nil` removes it.
    func setSetting(_ name: String, to value: String?) async throws
}

extension SettingStore {
    /// Returns the value for `name`, or `nil` if there is none.
    public func setting(_ name: String) async throws -> String? { try await settings([name])[name] }
}

/// A new value for a setting. An outbox writes it in the transaction that stores an action.
public struct SettingChange: Hashable, Sendable {
    public let name: String
    /// The new value, or `nil` to remove the setting.
    public let value: String?

    public init(_ name: String, to value: String?) {
        self.name = name
        self.value = value
    }
}

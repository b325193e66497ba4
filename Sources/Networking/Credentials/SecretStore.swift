public import EngineConcepts

/// A store of a user's secrets by name.
public protocol SecretStore: Sendable {
    /// Returns the secret with this name. Throws with advice if there is none; the error never contains a secret.
    func secret(named name: String) throws(SupplierError) -> String

    /// Stores a secret under this name, in place of a previous one.
    func save(_ secret: String, named name: String) async throws(SupplierError)

    /// Waits until no other process renews a secret, for a limited time. Returns the end of this process's turn.
    func beginRenewal() async throws(SupplierError) -> @Sendable () -> Void
}

extension SecretStore {
    /// Does not wait: no other process uses the store.
    public func beginRenewal() async throws(SupplierError) -> @Sendable () -> Void { {} }
}

public import EngineConcepts

extension Library {
    /// Returns the account of this identity.
    public func account(_ id: String) -> Account? {
        accounts.first { $0.id == id }
    }

    /// Adds an account as the last one, or replaces the one with the same identity.
    public mutating func put(_ account: Account) {
        accounts.put(account) { $0.id == account.id }
    }

    /// Removes an account. Its sources stay.
    public mutating func removeAccount(_ id: String) {
        accounts.removeAll { $0.id == id }
    }
}

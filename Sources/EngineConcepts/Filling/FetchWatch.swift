/// Observes which sources are being read, so that one whose answer ends the program can be found at the next start.
///
/// A source is read at most once at a time: between ``began(_:)`` and ``ended(_:)`` there is no other call for it.
public protocol FetchWatch: Sendable {
    /// Records that a source is about to be asked. May wait for other sources to be read first, and obeys cancellation
    /// of the task.
    ///
    /// - Throws: An error if the source must not be asked. Then ``ended(_:)`` is not called.
    func began(_ supplier: SupplierID) async throws(SupplierError)

    /// Records that the answer was compared with the store, or that the request failed.
    func ended(_ supplier: SupplierID)
}

/// Watches nothing.
public struct NoFetchWatch: FetchWatch {
    public init() {}

    /// Lets every source be asked.
    public func began(_ supplier: SupplierID) async throws(SupplierError) {}

    /// Does nothing.
    public func ended(_ supplier: SupplierID) {}
}

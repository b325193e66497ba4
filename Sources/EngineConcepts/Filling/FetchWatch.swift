/// Observes which sources are being read, so that one whose answer crashes the program can be found at the next start.
///
/// A source is read at most once at a time: between ``beginFetch(of:)`` and ``endFetch(of:)`` there is no other call for it.
public protocol FetchWatch: Sendable {
    /// Records that a source is about to be asked. May wait for other sources to be read first, and obeys cancellation
    /// of the task.
    ///
    /// - Throws: An error if the source must not be asked. Then ``endFetch(of:)`` is not called.
    func beginFetch(of supplier: SupplierID) async throws(SupplierError)

    /// Records that the answer was compared with the store, or that the request failed.
    func endFetch(of supplier: SupplierID)

    /// Returns true if the source is paused because its answers have crashed the program.
    func isPaused(_ supplier: SupplierID) -> Bool
}

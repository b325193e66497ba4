/// Observes which sources are being read, so that one whose answer crashes the program can be found at the next start.
///
/// The items of a source, and the events of its stream, are read at most once at a time.
public protocol FetchWatch: Sendable {
    /// Records that a source is about to be asked. May wait for other sources to be read first, and obeys cancellation
    /// of the task.
    ///
    /// - Throws: An error if the source must not be asked. Then ``endFetch(of:_:)`` is not called.
    func beginFetch(of supplier: SupplierID, _ part: WatchedPart) async throws(SupplierError)

    /// Records that the answer was compared with the store, or that the request failed.
    func endFetch(of supplier: SupplierID, _ part: WatchedPart)

    /// Records that an event of a source's stream is about to be read.
    func beginEvent(of supplier: SupplierID)

    /// Records that an event of a source's stream was read.
    func endEvent(of supplier: SupplierID)

    /// Returns the error with which a part of the source is refused because it has crashed the program, or `nil` if it may be
    /// read.
    func refusal(of part: WatchedPart, of supplier: SupplierID) -> SupplierError?
}

/// A part of what a source sends. Crashes are counted for each part apart, so that one of them can be left out.
public enum WatchedPart: CaseIterable, Hashable, Sendable {
    /// The items of the Track.
    case items
    /// The posts of threads and people.
    case posts
    /// The events of the stream.
    case events
}

/// Manages the suppliers of a Track, which the ``ControlUnit`` lists, and their streams.
public protocol SupplierManaging: Sendable {
    /// Updates the Track after the control unit's suppliers changed. Added suppliers open gaps over what is loaded;
    /// removed ones take their tickets and their part of the gaps along. Nothing else changes, and both can be
    /// undone. Returns after the commit, without waiting for a running fill.
    func suppliersChanged() async

    /// Makes these suppliers, or all, discard their state in memory, and the store their page tokens and failures.
    /// Tickets, coverage and unexpired rate limits stay, so that the next fill continues from there.
    func restartSuppliers(_ suppliers: Set<SupplierID>?) async

    /// Opens the streams of all suppliers that have one, keeps them open and follows changes of the supplier list, until
    /// ``pauseStreams()``. Nothing is streamed before this call.
    func resumeStreams()

    /// Closes all streams. What appears from now on is in a gap until the next fill or stream.
    func pauseStreams()
}

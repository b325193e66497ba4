/// The requests of one supplier: the one that has not ended, and what follows from the last one.
struct SupplierRequests {
    /// The request that has not ended, or `nil` if there is none.
    var running: RunningRequest?
    /// A cancelled request that is still running. The next request waits for it.
    var abandoned: (serial: Int, task: Task<Void, Never>)?
    /// True if the last request could not be sent. The supplier is then asked before others.
    var isUnsent = false
    /// True if items may be stored, regardless of the state at the beginning of a fill.
    var hasItems = false
    /// True if a late result was not handled yet.
    var hasLateResult = false

    /// True if the supplier cannot be asked now.
    var isBusy: Bool { running != nil || hasLateResult }
}

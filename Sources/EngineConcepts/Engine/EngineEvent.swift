/// An event of an engine.
public enum EngineEvent: Sendable {
    /// A fill entered this state. `gap` is `nil` for a refresh.
    case fill(FillID, gap: GapID?, FillState)
    /// The progress of a running fill.
    case progress(FillID, FillProgress)
    /// A commit changed the Track.
    case committed(TrackChanges, TrackSnapshot)
    /// An action entered this state. A commit that reloads the ticket reports the change to it.
    case action(PendingAction)
    /// An action created this item, which is in the Track as a ticket of the supplier, or nowhere if that is `nil`.
    /// Comes before the event that the action is done.
    case created(ActionID, SourceItem, in: SupplierID?)
    /// A request failed. `fill` is `nil` if the answer came after its fill had ended.
    case supplierFailed(SupplierID, SupplierError, fill: FillID?)
    /// The stream of a supplier entered this state.
    case stream(SupplierID, StreamState)
    /// The engine itself failed, for example when writing to the store.
    case failure(EngineFailure)
}

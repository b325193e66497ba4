/// The state of a supplier's stream.
public enum StreamState: Hashable, Sendable {
    /// Opening the connection.
    case connecting
    case connected
    /// Not connected; the engine tries again at this time, or never if it is `nil`.
    case waiting(until: Timestamp?, SupplierError?)
    /// Closed, because the engine or the supplier pauses or the supplier is gone.
    case closed
}

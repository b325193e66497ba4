/// A request to open a supplier's stream.
public struct StreamRequest: Hashable, Sendable {
    /// The time of this request.
    public var now: Timestamp
    /// The text that the supplier stored with its last committed answer. A stream does not change it.
    public var memory: String?

    public init(now: Timestamp, memory: String? = nil) {
        self.now = now
        self.memory = memory
    }
}

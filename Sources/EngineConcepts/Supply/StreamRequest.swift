/// A request to open a supplier's stream.
public struct StreamRequest: Sendable {
    /// The time of this request.
    public var now: Timestamp
    /// The text that the supplier stored with its last committed answer. A stream does not change it.
    public var memory: String?
    private let supplier: SupplierID?
    private let watch: (any FetchWatch)?

    /// Creates a request whose events nobody watches.
    public init(now: Timestamp, memory: String? = nil) {
        (self.now, self.memory) = (now, memory)
        (supplier, watch) = (nil, nil)
    }

    /// Creates a request for the stream of `supplier`.
    ///
    /// - Parameter watch: Observes that its events are read, or `nil` if nobody does.
    public init(now: Timestamp, memory: String?, of supplier: SupplierID, watchedBy watch: (any FetchWatch)?) {
        (self.now, self.memory) = (now, memory)
        (self.supplier, self.watch) = (supplier, watch)
    }

    /// Runs `body`, which reads an event. If that crashes the program, it is known at the next start whose event it was.
    public func reading<Value>(_ body: () -> Value) -> Value {
        guard let supplier, let watch else { return body() }
        watch.beginEvent(of: supplier)
        defer { watch.endEvent(of: supplier) }
        return body()
    }
}

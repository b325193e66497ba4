/// Receives the record of every request that was sent, for statistics. A request that was refused by a Retry-After or
/// cancelled before its turn has none. Called on any thread; must return quickly.
public protocol TransportObserver: Sendable {
    /// Receives the record of a request that was sent and has ended, successfully or not.
    func requestEnded(_ record: RequestRecord)

    /// Counts a connection that was made.
    func connectionMade()
}

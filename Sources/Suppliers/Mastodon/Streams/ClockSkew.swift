import EngineConcepts
import Networking
import Synchronization
import WebText

/// The time by which a server's clock is ahead of this machine's, measured by the dates of responses.
final class ClockSkew: Sendable {
    let start: Timestamp
    private let startInstant = ContinuousClock.now
    private let ahead = Mutex(Duration.zero)

    init(at start: Timestamp) {
        self.start = start
    }

    /// The measured time, or zero if the server's clock is behind.
    var skew: Duration { ahead.withLock(\.self) }

    /// Measures by the date of a response.
    func update(_ response: TransportResponse) {
        guard let date = response.header("date").flatMap(FeedDate.parse) else { return }
        // The field has whole seconds.
        let found = date.since(start.advanced(by: ContinuousClock.now - startInstant)) + .seconds(1)
        ahead.withLock { $0 = max($0, found) }
    }
}

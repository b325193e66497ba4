import EngineConcepts
import Storage

extension WriterLease {
    /// Takes the lease, or waits for its holder up to `limit`.
    func take(within limit: Duration, time: any TimeSource) async throws {
        let pause = Duration.milliseconds(100)
        var left = limit
        while try !take() {
            guard left > .zero else {
                throw CommandFailure(
                    .failed, "\(holderName) fetches for this store. Nothing was done here.",
                    advice: "Wait until it has ended, or end it; what it fetches is there for all.")
            }
            if left == limit { Console.report("Waiting for \(holderName), which fetches for this store.") }
            try await time.sleep(for: pause)
            left -= pause
        }
    }

    /// The reason that this process may not fetch now, or `nil` if it may.
    var obstacle: String? {
        isHeld ? nil : "\(holderName) fetches for this store, and this one follows it."
    }

    private var holderName: String {
        guard let holder else { return "Another Fiber" }
        return "Another Fiber (process \(holder.process), `\(holder.purpose)`)"
    }
}

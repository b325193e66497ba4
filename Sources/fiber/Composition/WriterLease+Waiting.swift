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
                    .failed, "\(holderName) is refreshing this store. Nothing was done.",
                    advice: "Wait until it has ended, or end it; its results are available to all.")
            }
            if left == limit { Console.report("Waiting for \(holderName), which is refreshing this store.") }
            try await time.sleep(for: pause)
            left -= pause
        }
    }

    /// The reason that this process may not fetch now, or `nil` if it may.
    var obstacle: String? {
        isHeld ? nil : "\(holderName) is refreshing this store; its results appear here."
    }

    private var holderName: Message {
        guard let holder else { return Message("otherFiber") }
        return Message(
            "otherFiberProcess", ["process": .number(Int(holder.process)), "command": .text(holder.purpose)])
    }
}

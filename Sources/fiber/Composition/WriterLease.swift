import EngineConcepts
import Storage
import Synchronization

/// This process's right to fetch for its store and to change its Track, which it may have, get, or give up: of several
/// Fibers over one store one has it, and the others follow its commits.
final class WriterLease: Sendable {
    private let path: String
    private let purpose: String
    private let lease = Mutex<StoreLock?>(nil)

    /// The right over the store at `path`, not taken yet.
    ///
    /// - Parameter purpose: what this process is, for others to read.
    init(overStoreAt path: String, for purpose: String) {
        self.path = path
        self.purpose = purpose
    }

    /// Takes it, if nobody else has it; answers whether this process has it now.
    func take() throws -> Bool {
        do {
            return try lease.withLock { lease in
                if lease == nil {
                    lease = try StoreLock(ofStoreAt: path, for: purpose)
                }
                return lease != nil
            }
        } catch let error as StorageError {
            throw CommandFailure(error)
        }
    }

    /// Takes it, waiting for whoever has it.
    func take(within patience: Duration, time: any TimeSource) async throws {
        let pause = Duration.milliseconds(100)
        var left = patience
        while try !take() {
            guard left > .zero else {
                throw CommandFailure(
                    .failed, "\(holder) fetches for this store. Nothing was done here.",
                    advice: "Wait until it has ended, or end it; what it fetches is there for all.")
            }
            if left == patience { Console.report("Waiting for \(holder), which fetches for this store.") }
            try await time.sleep(for: pause)
            left -= pause
        }
    }

    /// Lets others have it.
    func giveUp() {
        lease.withLock { $0 = nil }
    }

    /// Why this process may not fetch now; nil where it may.
    var obstacle: String? {
        lease.withLock { $0 != nil } ? nil : "\(holder) fetches for this store, and this one follows it."
    }

    /// Who has it, in words.
    private var holder: String {
        guard let holder = StoreLock.holder(ofStoreAt: path) else { return "Another Fiber" }
        return "Another Fiber (process \(holder.process), `\(holder.purpose)`)"
    }
}

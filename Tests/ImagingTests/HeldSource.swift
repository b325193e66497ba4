import EngineTestSupport
import Imaging
import TestSupport

/// A source that holds every fetch until the test answers it, and records requests.
actor HeldSource: PictureSource {
    private(set) var asked: [String] = []
    private(set) var cancelled: [String] = []
    private var fetches: [String: CheckedContinuation<Result<FetchedPicture, PictureError>, Never>] = [:]
    private nonisolated let counts = WaitableState((asked: 0, cancelled: 0))

    func fetch(_ address: String) async throws(PictureError) -> FetchedPicture {
        let result: Result<FetchedPicture, PictureError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                asked.append(address)
                if Task.isCancelled {
                    continuation.resume(returning: .failure(PictureError(.cancelled, "")))
                } else {
                    fetches[address] = continuation
                }
                counts.withLock { $0.asked += 1 }
            }
        } onCancel: {
            Task { await self.cancel(address) }
        }
        return try result.get()
    }

    /// Answers the held fetch of `address`.
    func answer(_ address: String, _ result: Result<FetchedPicture, PictureError>) {
        fetches.removeValue(forKey: address)?.resume(returning: result)
    }

    /// Returns after this many requests and cancellations.
    nonisolated func wait(asked: Int, cancelled: Int = 0) async {
        await counts.wait { $0.asked >= asked && $0.cancelled >= cancelled }
    }

    private func cancel(_ address: String) {
        cancelled.append(address)
        fetches.removeValue(forKey: address)?.resume(returning: .failure(PictureError(.cancelled, "")))
        counts.withLock { $0.cancelled += 1 }
    }
}

import EngineTestSupport
import Imaging
import TestSupport

/// A source that holds every fetch until the test answers it, and records requests.
actor HeldSource: PictureSource {
    private(set) var requests: [String] = []
    private(set) var cancellations: [String] = []
    private var fetches: [String: CheckedContinuation<Result<FetchedPicture, PictureError>, Never>] = [:]
    private nonisolated let counts = WaitableState((requests: 0, cancellations: 0))

    func fetch(_ address: String) async throws(PictureError) -> FetchedPicture {
        let result: Result<FetchedPicture, PictureError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                requests.append(address)
                if Task.isCancelled {
                    continuation.resume(returning: .failure(PictureError(.cancelled, "")))
                } else {
                    fetches[address] = continuation
                }
                counts.withLock { $0.requests += 1 }
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
    nonisolated func wait(requests: Int, cancellations: Int = 0) async {
        await counts.wait { $0.requests >= requests && $0.cancellations >= cancellations }
    }

    private func cancel(_ address: String) {
        cancellations.append(address)
        fetches.removeValue(forKey: address)?.resume(returning: .failure(PictureError(.cancelled, "")))
        counts.withLock { $0.cancellations += 1 }
    }
}

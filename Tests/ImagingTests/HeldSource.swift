import EngineTestSupport
import Imaging

/// A source that holds every fetch until the test answers it, and records requests.
actor HeldSource: PictureSource {
    private(set) var asked: [String] = []
    private(set) var cancelled: [String] = []
    private var fetches: [String: CheckedContinuation<Result<FetchedPicture, PictureError>, Never>] = [:]
    private var watchers: [(asked: Int, cancelled: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func fetch(_ address: String) async throws(PictureError) -> FetchedPicture {
        let result: Result<FetchedPicture, PictureError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                asked.append(address)
                if Task.isCancelled {
                    continuation.resume(returning: .failure(PictureError(.cancelled, "")))
                } else {
                    fetches[address] = continuation
                }
                tellWatchers()
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
    func wait(asked: Int, cancelled: Int = 0) async {
        guard self.asked.count < asked || self.cancelled.count < cancelled else { return }
        await withCheckedContinuation { watchers.append((asked, cancelled, $0)) }
    }

    private func cancel(_ address: String) {
        cancelled.append(address)
        fetches.removeValue(forKey: address)?.resume(returning: .failure(PictureError(.cancelled, "")))
        tellWatchers()
    }

    private func tellWatchers() {
        let ready = watchers.filter { $0.asked <= asked.count && $0.cancelled <= cancelled.count }
        watchers.removeAll { $0.asked <= asked.count && $0.cancelled <= cancelled.count }
        for watcher in ready { watcher.continuation.resume() }
    }
}

import EngineConcepts

extension SampleSupplier {
    /// Sends each item when its time has come.
    func stream(_ request: StreamRequest) -> AsyncStream<StreamEvent> {
        AsyncStream { continuation in
            let task = Task {
                continuation.yield(.connected(from: request.now))
                var index = stream.schedule.newest(notAfter: request.now) ?? -1
                while let due = stream.schedule.time(at: index + 1) {
                    do {
                        try await time.sleep(for: max(due.since(time.now()), .zero))
                    } catch {
                        // The consumer has gone.
                        break
                    }
                    let now = time.now()
                    guard now >= due else { break }
                    index += 1
                    guard let item = stream.item(at: index, now: now) else { continue }
                    continuation.yield(.batch(StreamBatch(items: [conversation?.threaded(item, at: now) ?? item])))
                    continuation.yield(.claim(upTo: due))
                }
                continuation.yield(.disconnected(nil))
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

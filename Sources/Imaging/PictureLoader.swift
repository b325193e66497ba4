public import EngineConcepts
public import TerminalKit

/// Loads pictures from memory, disk or their source, each at most once at a time for all callers.
///
/// Visible pictures go first; others are prefetched only while no visible one waits. A load without callers is cancelled.
public actor PictureLoader {
    /// The priority of a load.
    public enum Priority: Int, Hashable, Sendable, CaseIterable {
        case visible
        case prefetch

        /// The number of parallel loads.
        var width: Int { self == .visible ? 4 : 2 }
    }

    private struct Job {
        var priority: Priority
        var waiters: [Int: CheckedContinuation<Result<Pixels, PictureError>, Never>] = [:]
        /// `nil` while it is queued.
        var work: Task<Void, Never>?
    }

    /// The lifetime of a remembered failure, so that rows that come and go do not ask again.
    static let failureLifetime = Duration.seconds(300)
    private static let maximumFailures = 500

    private let source: any PictureSource
    private let files: PictureFileCache
    private let decoding: DecodingQueue
    private let time: any TimeSource
    private let report: @Sendable (PictureError) -> Void
    private var memory: PictureCache
    private var jobs: [String: Job] = [:]
    /// The queued addresses, oldest first.
    private var queue: [String] = []
    private var failures: [String: (error: PictureError, until: Timestamp)] = [:]
    private var lastWaiterID = 0
    private var hasReported = false

    /// - Parameters:
    ///   - memory: The largest size of cached pictures in bytes.
    ///   - report: Called once if pictures cannot be written to disk.
    public init(
        source: any PictureSource, files: PictureFileCache, decoder: PictureDecoder, memory: Int, time: any TimeSource,
        report: @escaping @Sendable (PictureError) -> Void
    ) {
        self.source = source
        self.files = files
        decoding = DecodingQueue(decoder: decoder)
        self.memory = PictureCache(maximumBytes: memory)
        self.time = time
        self.report = report
    }

    /// Returns the picture at `address`.
    ///
    /// - Parameter again: Tries again in spite of a recent failure.
    public func pixels(at address: String, priority: Priority, again: Bool = false) async throws(PictureError) -> Pixels
    {
        if let pixels = memory.pixels(at: address) { return pixels }
        if again { failures[address] = nil }
        if let failure = failures[address], failure.until > time.now() { throw failure.error }
        lastWaiterID += 1
        let waiterID = lastWaiterID
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { enqueue(address, priority: priority, waiterID: waiterID, waiter: $0) }
        } onCancel: {
            Task { await self.cancel(address, waiterID: waiterID) }
        }
        return try result.get()
    }

    /// Returns the picture at `address`, drawn in characters to fit into `box`.
    ///
    /// - Parameters:
    ///   - again: Tries again in spite of a recent failure.
    ///   - enlarges: Enlarges a small picture beyond eight of its pixels a column.
    public func picture(
        at address: String, priority: Priority, again: Bool = false, by renderer: PictureRenderer, fitting box: Size,
        enlarges: Bool
    ) async throws(PictureError) -> CellPicture {
        let pixels = try await pixels(at: address, priority: priority, again: again)
        return try await decoding.render(pixels, by: renderer, fitting: box, enlarges: enlarges)
    }

    /// The size of the cached pictures in bytes.
    var memoryUse: Int { memory.byteCount }

    /// The number of queued loads.
    var queuedCount: Int { queue.count }

    // MARK: Waiters

    private func enqueue(
        _ address: String, priority: Priority, waiterID: Int,
        waiter: CheckedContinuation<Result<Pixels, PictureError>, Never>
    ) {
        // Cancelled before it was queued: `cancel` has run already.
        guard !Task.isCancelled else { return waiter.resume(returning: .failure(.cancelled)) }
        if jobs[address] == nil {
            jobs[address] = Job(priority: priority)
            queue.append(address)
        }
        jobs[address]?.waiters[waiterID] = waiter
        if priority == .visible { jobs[address]?.priority = .visible }
        startJobs()
    }

    private func cancel(_ address: String, waiterID: Int) {
        guard let waiter = jobs[address]?.waiters.removeValue(forKey: waiterID) else { return }
        waiter.resume(returning: .failure(.cancelled))
        guard let job = jobs[address], job.waiters.isEmpty else { return }
        jobs[address] = nil
        queue.removeAll { $0 == address }
        job.work?.cancel()
        startJobs()
    }

    // MARK: Loads

    private func startJobs() {
        for priority in Priority.allCases {
            while running(priority) < priority.width,
                let address = queue.first(where: { jobs[$0]?.priority == priority })
            {
                queue.removeAll { $0 == address }
                jobs[address]?.work = Task { await self.work(on: address) }
            }
            // Prefetches wait for queued visible pictures.
            if queue.contains(where: { jobs[$0]?.priority == priority }) { return }
        }
    }

    private func running(_ priority: Priority) -> Int {
        jobs.values.count { $0.work != nil && $0.priority == priority }
    }

    private func work(on address: String) async {
        let result: Result<Pixels, PictureError>
        do throws(PictureError) {
            result = .success(try await get(address))
        } catch {
            result = .failure(error)
        }
        // Cancelled work has no job any more, or another has begun for the same address.
        guard !Task.isCancelled, let job = jobs.removeValue(forKey: address) else { return }
        switch result {
        case .success(let pixels): memory.remember(pixels, at: address)
        case .failure(let error): remember(error, of: address)
        }
        for waiter in job.waiters.values { waiter.resume(returning: result) }
        startJobs()
    }

    private func get(_ address: String) async throws(PictureError) -> Pixels {
        if let bytes = await files.bytes(at: address) {
            do throws(PictureError) {
                return try await decoding.decode(bytes)
            } catch {
                // Fetch a broken copy again, or one that other limits let in.
                guard error.code == .broken || error.code == .unknownFormat else { throw error }
            }
        }
        let fetched = try await source.fetch(address)
        let pixels = try await decoding.decode(fetched.bytes)
        if fetched.isCacheable {
            do throws(PictureError) {
                try await files.save(fetched.bytes, of: address)
            } catch {
                if !hasReported { report(error) }
                hasReported = true
            }
        }
        return pixels
    }

    private func remember(_ error: PictureError, of address: String) {
        guard error.code != .cancelled else { return }
        if failures.count >= Self.maximumFailures { failures = [:] }
        failures[address] = (error, time.now().advanced(by: Self.failureLifetime))
    }
}

/// Decodes or draws one picture at a time. A large one takes half a second to decode and a screenful a tenth to draw, on the
/// threads that also read the timeline: one of them is enough for pictures.
private actor DecodingQueue {
    private let decoder: PictureDecoder

    init(decoder: PictureDecoder) { self.decoder = decoder }

    func decode(_ bytes: [UInt8]) throws(PictureError) -> Pixels {
        guard !Task.isCancelled else { throw .cancelled }
        return try decoder.decode(bytes)
    }

    func render(
        _ pixels: Pixels, by renderer: PictureRenderer, fitting box: Size, enlarges: Bool
    ) throws(PictureError) -> CellPicture {
        guard !Task.isCancelled else { throw .cancelled }
        return renderer.render(pixels, fitting: box, enlarges: enlarges)
    }
}

extension PictureError {
    fileprivate static let cancelled = PictureError(.cancelled, Message("pictureCancelled"))
}

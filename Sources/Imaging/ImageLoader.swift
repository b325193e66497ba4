public import EngineConcepts
public import TerminalKit

/// Gets pictures: out of memory, from disk, or from where they are; each at most once at a time, however many want it.
///
/// There are two lanes. What is seen goes first; what may be seen next is fetched only while nothing that is seen waits. What
/// nobody wants any more is cancelled.
public actor ImageLoader {
    /// Who a picture is for.
    public enum AsyncMutex: Int, Hashable, Sendable, CaseIterable {
        /// Somebody looks at its place.
        case seen
        /// Somebody may look there next.
        case ahead

        /// How many are got at a time.
        var width: Int { self == .seen ? 4 : 2 }
    }

    private struct Job {
        var lane: AsyncMutex
        var waiters: [Int: CheckedContinuation<Result<Pixels, PictureError>, Never>] = [:]
        /// nil while it waits for its turn.
        var work: Task<Void, Never>?
    }

    /// How long a failure is remembered: rows that come and go must not ask again and again.
    static let failureLifetime = Duration.seconds(300)
    private static let mostFailures = 500

    private let source: any PictureSource
    private let files: PictureFiles
    private let darkroom: DecodingQueue
    private let time: any TimeSource
    private let report: @Sendable (PictureError) -> Void
    private var memory: PictureMemory
    private var jobs: [String: Job] = [:]
    /// The addresses whose turn has not come, oldest first.
    private var line: [String] = []
    private var failures: [String: (error: PictureError, until: Timestamp)] = [:]
    private var lastNumber = 0
    private var hasReported = false

    /// Makes a desk.
    ///
    /// - Parameters:
    ///   - memory: How many bytes of decoded pictures are remembered.
    ///   - report: Told once, where pictures cannot be kept on disk.
    public init(
        source: any PictureSource, files: PictureFiles, decoder: PictureDecoder, memory: Int, time: any TimeSource,
        report: @escaping @Sendable (PictureError) -> Void
    ) {
        self.source = source
        self.files = files
        darkroom = DecodingQueue(decoder: decoder)
        self.memory = PictureMemory(limit: memory)
        self.time = time
        self.report = report
    }

    /// The picture at `address`.
    ///
    /// - Parameter again: Whether to ask again although it failed a short while ago.
    public func pixels(at address: String, lane: AsyncMutex, again: Bool = false) async throws(PictureError) -> Pixels {
        if let pixels = memory.pixels(at: address) { return pixels }
        if again { failures[address] = nil }
        if let failure = failures[address], failure.until > time.now() { throw failure.error }
        lastNumber += 1
        let number = lastNumber
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { join(address, lane, number, $0) }
        } onCancel: {
            Task { await self.leave(address, number) }
        }
        return try result.get()
    }

    /// The picture at `address`, set in characters to fit into `box`.
    ///
    /// - Parameters:
    ///   - again: Whether to ask again although it failed a short while ago.
    ///   - enlarges: Whether a small picture becomes larger than eight of its pixels a column.
    public func picture(
        at address: String, lane: AsyncMutex, again: Bool = false, setBy setter: PictureSetter, fitting box: Size,
        enlarges: Bool
    ) async throws(PictureError) -> CellPicture {
        let pixels = try await pixels(at: address, lane: lane, again: again)
        return try await darkroom.set(pixels, by: setter, fitting: box, enlarges: enlarges)
    }

    /// What the pictures that are remembered take, in bytes.
    public var memoryUse: Int { memory.byteCount }

    /// How many pictures wait for their turn.
    public var waiting: Int { line.count }

    // MARK: Who waits

    private func join(
        _ address: String, _ lane: AsyncMutex, _ number: Int,
        _ waiter: CheckedContinuation<Result<Pixels, PictureError>, Never>
    ) {
        // Cancelled before it stood in line: then it has been told to leave already.
        guard !Task.isCancelled else { return waiter.resume(returning: .failure(Self.cancelled)) }
        if jobs[address] == nil {
            jobs[address] = Job(lane: lane)
            line.append(address)
        }
        jobs[address]?.waiters[number] = waiter
        if lane == .seen { jobs[address]?.lane = .seen }
        startJobs()
    }

    private func leave(_ address: String, _ number: Int) {
        guard let waiter = jobs[address]?.waiters.removeValue(forKey: number) else { return }
        waiter.resume(returning: .failure(Self.cancelled))
        guard let job = jobs[address], job.waiters.isEmpty else { return }
        jobs[address] = nil
        line.removeAll { $0 == address }
        job.work?.cancel()
        startJobs()
    }

    private static let cancelled = PictureError(.cancelled, "Nobody wants the picture any more.")

    // MARK: What is under way

    private func startJobs() {
        for lane in AsyncMutex.allCases {
            while running(lane) < lane.width, let address = line.first(where: { jobs[$0]?.lane == lane }) {
                line.removeAll { $0 == address }
                jobs[address]?.work = Task { await self.work(on: address) }
            }
            // What may be seen next waits while something that is seen has to wait.
            if line.contains(where: { jobs[$0]?.lane == lane }) { return }
        }
    }

    private func running(_ lane: AsyncMutex) -> Int {
        jobs.values.count { $0.work != nil && $0.lane == lane }
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
                return try await darkroom.develop(bytes)
            } catch {
                // A copy that is broken, or that other limits let in, is fetched anew.
                guard error.code == .broken || error.code == .unknownFormat else { throw error }
            }
        }
        let fetched = try await source.fetch(address)
        let pixels = try await darkroom.develop(fetched.bytes)
        if fetched.mayBeKept {
            do throws(PictureError) {
                try await files.keep(fetched.bytes, of: address)
            } catch {
                if !hasReported { report(error) }
                hasReported = true
            }
        }
        return pixels
    }

    private func remember(_ error: PictureError, of address: String) {
        guard error.code != .cancelled else { return }
        if failures.count >= Self.mostFailures { failures = [:] }
        failures[address] = (error, time.now().advanced(by: Self.failureLifetime))
    }
}

/// Decodes or sets one picture at a time. A large one takes half a second to be decoded, a screenful a tenth to be set, and the
/// threads that do so are those that read the timeline: one of them is enough for pictures.
private actor DecodingQueue {
    private let decoder: PictureDecoder

    init(decoder: PictureDecoder) {
        self.decoder = decoder
    }

    func develop(_ bytes: [UInt8]) throws(PictureError) -> Pixels {
        guard !Task.isCancelled else { throw PictureError(.cancelled, "Nobody wants the picture any more.") }
        return try decoder.decode(bytes)
    }

    func set(
        _ pixels: Pixels, by setter: PictureSetter, fitting box: Size, enlarges: Bool
    ) throws(PictureError) -> CellPicture {
        guard !Task.isCancelled else { throw PictureError(.cancelled, "Nobody wants the picture any more.") }
        return setter.set(pixels, fitting: box, enlarges: enlarges)
    }
}

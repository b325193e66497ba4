import EngineConcepts

/// Keeps the streams of the suppliers open and commits what they deliver: the first event at once, under load one batch
/// of all suppliers per interval.
///
/// A connection claims nothing before it was established and nothing after its last claim, so whatever a disconnection
/// misses is a gap by construction.
actor StreamRunner {
    private let controlUnit: any ControlUnit
    private let committer: TrackCommitter
    private let time: any TimeSource
    private let limits: StreamLimits
    private let hub: EventHub
    private let random: EngineRandom
    private let fetchWatch: (any FetchWatch)?
    private let obstacle: @Sendable () -> Message?
    private let queueFill: @Sendable (FillJob.Kind) -> Void
    /// The switch of all streams.
    private let isOn = SharedValue(false)

    private var streams: [SupplierID: OpenStream] = [:]
    /// The changes that are not committed yet.
    private var pending: [SupplierID: PendingStreamChanges] = [:]
    private var lastCommit: Duration?
    private var isCommitting = false
    /// Commits after the rest of the interval.
    private var timer: Task<Void, Never>?
    private var catchUpQueue = CatchUpQueue()
    /// Reads the suppliers of ``catchUpQueue``.
    private var catchUpTask: Task<Void, Never>?
    private var lastSerial = 0
    private var isUpdating = false
    private var needsUpdate = false
    /// The number of times that an update was requested.
    private var updateCount = 0
    /// The callers that wait for the end of an update or a commit.
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(
        _ dependencies: EngineDependencies, committer: TrackCommitter,
        queueFill: @escaping @Sendable (FillJob.Kind) -> Void
    ) {
        controlUnit = dependencies.controlUnit
        time = dependencies.time
        hub = dependencies.hub
        obstacle = dependencies.obstacle
        fetchWatch = dependencies.fetchWatch
        self.committer = committer
        limits = dependencies.limits.streams
        random = dependencies.random
        self.queueFill = queueFill
    }

    deinit {
        timer?.cancel()
        catchUpTask?.cancel()
        for stream in streams.values { stream.task.cancel() }
    }

    // MARK: Streams

    /// Turns all streams on or off.
    nonisolated func turn(on isOn: Bool) {
        self.isOn.value = isOn
        Task { await self.update() }
    }

    /// Opens and closes streams as the switch and the control unit say. Streams that ended with a permanent error are tried
    /// again.
    func update() async {
        needsUpdate = true
        updateCount += 1
        guard !isUpdating else { return }
        isUpdating = true
        while needsUpdate {
            needsUpdate = false
            await openAndClose()
        }
        isUpdating = false
        waiters.resumeAll()
    }

    private func openAndClose() async {
        let suppliers = await streaming()
        let wanted = Set(suppliers.map(\.id))
        let closing = streams.filter { !wanted.contains($0.key) }
        for (id, stream) in closing {
            stream.task.cancel()
            streams[id] = nil
            pending[id, default: PendingStreamChanges()].isLast = true
            hub.send(.stream(id, .closed))
        }
        if !closing.isEmpty { await commit() }
        for supplier in suppliers where streams[supplier.id] == nil { open(supplier.id) }
    }

    /// Returns the suppliers whose streams are to be open.
    private func streaming() async -> [any Supplier] {
        guard isOn.value, obstacle() == nil else { return [] }
        return await controlUnit.unpausedSuppliers.filter { $0.traits.streams && $0.traits.shape == .log }
    }

    private func open(_ id: SupplierID) {
        lastSerial += 1
        let serial = lastSerial
        let task = Task { [weak self, time] in
            while !Task.isCancelled, let delay = await self?.connect(id, serial: serial) {
                guard await time.sleepUnlessCancelled(for: delay) else { return }
            }
        }
        streams[id] = OpenStream(serial: serial, task: task)
    }

    /// Makes one connection and reads it to its end. Returns the delay before the next one, or `nil` if there is none.
    private func connect(_ id: SupplierID, serial: Int) async -> Duration? {
        let before = updateCount
        let suppliers = await streaming()
        guard isOpen(id, serial: serial) else { return nil }
        guard let supplier = suppliers.first(where: { $0.id == id }) else {
            streams[id] = nil
            hub.send(.stream(id, .closed))
            // It may have been resumed since, by an update that still saw the stream.
            await update()
            return nil
        }
        if let refusal = fetchWatch?.refusal(of: .events, of: id) {
            streams[id] = nil
            hub.send(.stream(id, .waiting(until: nil, refusal)))
            return nil
        }
        hub.send(.stream(id, .connecting))
        let failure = await read(supplier, serial: serial)
        guard isOpen(id, serial: serial) else { return nil }
        streams[id]?.since = nil
        pending[id, default: PendingStreamChanges()].isLast = true
        await commit()
        guard isOpen(id, serial: serial) else { return nil }
        streams[id]?.countFailure(at: time.elapsed(), limits)
        return nextDelay(of: id, failure, mayBeOutdated: updateCount != before)
    }

    /// Returns the delay before the next connection of a stream, or ends the stream and returns `nil` if its error is
    /// permanent.
    ///
    /// - Parameter mayBeOutdated: True if there was an update since the connection began, such as after a login. It has left
    ///   the stream alone, and the error may be about what was before.
    private func nextDelay(of id: SupplierID, _ failure: SupplierError?, mayBeOutdated: Bool) -> Duration? {
        guard let failures = streams[id]?.failures, mayBeOutdated || !(failure?.endsStream ?? false) else {
            streams[id] = nil
            hub.send(.stream(id, .waiting(until: nil, failure)))
            return nil
        }
        let now = time.now()
        let delay = limits.delay(after: failures, failure, now: now, jitter: random.jitter())
        hub.send(.stream(id, .waiting(until: now.advanced(by: delay), failure)))
        return delay
    }

    /// Reads the events of one connection. Returns the error that ended it, or `nil` if there was none.
    private func read(_ supplier: any Supplier, serial: Int) async -> SupplierError? {
        let id = supplier.id
        let memory = await committer.readableRecord()?.supplierStates[id]?.memory
        let request = StreamRequest(now: time.now(), memory: memory, of: id, watchedBy: fetchWatch)
        for await event in supplier.stream(request) {
            guard isOpen(id, serial: serial) else { break }
            switch event {
            case .connected(let since):
                streams[id]?.connect(since: since, at: time.elapsed())
                hub.send(.stream(id, .connected))
                if limits.closesGaps { catchUp(id, connectedAt: since) }
            case .batch(let batch):
                pending[id, default: PendingStreamChanges()].add(batch, since: streams[id]?.since)
                await received(id)
            case .claim(let end):
                // The future is not over.
                guard let since = streams[id]?.since,
                    let timeframe = Timeframe(from: min(end, time.now()), downTo: since)
                else { continue }
                let claim = Claim(timeframe, Claim.Kind(lateness: supplier.traits.lateness))
                pending[id, default: PendingStreamChanges()].add(claim)
                await received(id)
            case .keepAlive: continue
            case .disconnected(let error): return error
            }
        }
        return nil
    }

    private func isOpen(_ id: SupplierID, serial: Int) -> Bool {
        !Task.isCancelled && streams[id]?.serial == serial
    }

    // MARK: Commits

    /// Commits what has arrived at once, or after the interval since the last commit. Waits for the commit if too much
    /// has arrived, so that a flood is not read faster than it is stored.
    private func received(_ id: SupplierID) async {
        let elapsed = time.elapsed()
        let canDelayClaim = streams[id]?.canDelayClaim(at: elapsed, limits.claimInterval) ?? false
        if canDelayClaim, pending[id]?.isOnlyClaim ?? true { return }
        if pending[id]?.count ?? 0 >= limits.maximumPendingChanges { return await commit() }
        guard timer == nil, !isCommitting else { return }
        let wait = lastCommit.map { limits.commitInterval - (elapsed - $0) } ?? .zero
        guard wait > .zero else { return await commit() }
        commitLater(wait)
    }

    private func commitLater(_ wait: Duration) {
        timer = Task { [weak self, time] in
            if await time.sleepUnlessCancelled(for: wait) { await self?.timerFired() }
        }
    }

    private func timerFired() async {
        timer = nil
        await commit()
    }

    /// Commits all that has arrived, in one transaction. A failure is reported, and what could not be stored is dropped
    /// together with its claims.
    func commit() async {
        while isCommitting {
            await withCheckedContinuation { waiters.append($0) }
        }
        timer?.cancel()
        timer = nil
        guard !pending.isEmpty else { return }
        isCommitting = true
        let changes = pending
        pending = [:]
        if obstacle() == nil { await store(changes) } else { dropClaims(of: changes.keys) }
        lastCommit = time.elapsed()
        isCommitting = false
        waiters.resumeAll()
        let isDue = pending.contains { id, pending in
            !pending.isOnlyClaim || pending.claim != nil && streams[id]?.hasClaimed == false
        }
        if isDue, timer == nil { commitLater(limits.commitInterval) }
    }

    /// Stores changes, and fills the gaps below the first claims of new connections.
    private func store(_ changes: [SupplierID: PendingStreamChanges]) async {
        do {
            // In a task of its own, because the caller may be cancelled with its stream.
            let committer = committer
            let gaps = try await Task { try await committer.commit(changes) }.value
            let now = time.elapsed()
            var firstClaims: [SupplierID: Timeframe] = [:]
            for (id, changes) in changes {
                guard let claim = changes.claim?.timeframe.wholeSeconds else { continue }
                if streams[id]?.hasClaimed == false { firstClaims[id] = claim }
                streams[id]?.lastClaim = now
            }
            if limits.closesGaps { fillGaps(gaps, below: firstClaims) }
        } catch {
            hub.report(error, while: "storing what a stream delivered")
            dropClaims(of: changes.keys)
        }
    }

    /// Drops claims after a failed commit, because something that they cover was lost. Later claims start now; what the
    /// connections delivered before counts as delivered by an ended connection.
    private func dropClaims(of suppliers: some Sequence<SupplierID>) {
        for id in suppliers {
            pending[id, default: PendingStreamChanges()].claim = nil
            pending[id]?.isLast = true
            streams[id]?.restartClaims(at: time.now())
        }
    }

    // MARK: Catching up

    /// Reads a supplier once after its connection was established: see ``CatchUpQueue``.
    private func catchUp(_ id: SupplierID, connectedAt since: Timestamp) {
        catchUpQueue.add(id, connectedAt: since, now: time.now())
        guard catchUpTask == nil else { return }
        catchUpTask = Task { [weak self, time] in
            while let wait = await self?.catchUpIfDue() {
                guard await time.sleepUnlessCancelled(for: wait) else { return }
            }
        }
    }

    /// Refreshes the queued suppliers as soon as they are due. Returns the duration to wait before, or `nil` if none is left.
    private func catchUpIfDue() async -> Duration? {
        while let wait = catchUpQueue.wait(at: time.now()) {
            guard wait <= .zero else { return wait }
            await refreshUnread(catchUpQueue.takeAll().filter { streams[$0.key]?.since != nil })
        }
        catchUpTask = nil
        return nil
    }

    /// Refreshes those suppliers that have not been read since these times, if the Track shows anything.
    private func refreshUnread(_ times: [SupplierID: Timestamp]) async {
        guard let record = await committer.readableRecord() else { return }
        let unread = times.filter { id, time in
            record.supplierStates[id]?.ranges.coverage.claimed.newest.map { $0 < time } ?? true
        }
        if !unread.isEmpty, !record.visibleRanges.isEmpty { queueFill(.refresh(FillScope(of: Set(unread.keys)))) }
    }

    /// Fills the gaps directly below the first claims of new connections.
    private func fillGaps(_ gaps: [Gap], below claims: [SupplierID: Timeframe]) {
        for (id, claim) in claims {
            let below = gaps.first { gap in
                gap.kind == .partial && gap.timeframe.start == claim.end && gap.canBeFilled
                    && gap.missing.contains { $0.supplier == id }
            }
            if let below { queueFill(.gap(FillJob.GapTask(gap: below.id))) }
        }
    }

    /// Waits until no change of the streams and no commit is in progress. Does not wait for streams to end.
    func waitUntilSettled() async {
        while isUpdating || isCommitting {
            await withCheckedContinuation { waiters.append($0) }
        }
    }
}

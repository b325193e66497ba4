import EngineConcepts

/// Runs an engine's requests with timeouts, and never two for the same supplier at once.
///
/// A request belongs to the fill that made it. If it ends after its fill, its result is reported as late, and its
/// supplier stays busy until that is handled.
actor RequestScheduler {
    private let store: any TrackStore
    private let time: any TimeSource
    private let limits: FillLimits
    private let meter: RequestMeter
    private let fetchWatch: (any FetchWatch)?
    private let onProgress: @Sendable (FillID, FillProgress) -> Void
    private let onLate: @Sendable ([RequestOutcome]) async -> Void
    private let onStoreFailure: @Sendable (any Error) -> Void

    private var runningRequests: [SupplierID: RunningRequest] = [:]
    /// Cancelled requests that are still running. The supplier's next request waits for them.
    private var abandoned: [SupplierID: (serial: Int, task: Task<Void, Never>)] = [:]
    /// Suppliers whose last request could not be sent. They are asked before others.
    private var unsent: Set<SupplierID> = []
    /// Suppliers that may have stored items, regardless of the state at the beginning of a fill.
    private var suppliersWithItems: Set<SupplierID> = []
    private var turns = RequestTurns()
    /// True while the task of ``startMoreAfterPauses()`` runs.
    private var isStartingMore = false
    private var batches: [Int: RequestBatch] = [:]
    private var fills: [FillID: OpenFill] = [:]
    private var cancelled: Set<FillID> = []
    private var lateOutcomes: [RequestOutcome] = []
    /// Suppliers whose late result was not handled yet.
    private var lateSuppliers: Set<SupplierID> = []
    private var isReportingLate = false
    /// The number of the latest request or batch.
    private var serial = 0

    init(
        store: any TrackStore, time: any TimeSource, limits: FillLimits, meter: RequestMeter,
        fetchWatch: (any FetchWatch)?,
        onProgress: @escaping @Sendable (FillID, FillProgress) -> Void,
        onLate: @escaping @Sendable ([RequestOutcome]) async -> Void,
        onStoreFailure: @escaping @Sendable (any Error) -> Void
    ) {
        self.store = store
        self.time = time
        self.limits = limits
        self.meter = meter
        self.fetchWatch = fetchWatch
        self.onProgress = onProgress
        self.onLate = onLate
        self.onStoreFailure = onStoreFailure
    }

    /// True while a request is running or a late result was not handled.
    var isBusy: Bool {
        !runningRequests.isEmpty || isReportingLate
    }

    // MARK: Fills

    /// Starts serving a fill.
    func open(_ plan: FillPlan, unprepared: [SupplierID: SupplierError]) {
        let fill = plan.fill
        var open = OpenFill(plan: plan, unprepared: unprepared)
        if cancelled.contains(fill) {
            _ = open.add(.cancelled)
        }
        let time = time
        let end = time.elapsed() + limits.fillTimeout
        open.timer = Task { if await time.sleepUnlessCancelled(until: end) { self.post(.timeIsUp, to: fill) } }
        fills[fill] = open
    }

    /// Ends a committed fill. Results of requests that are still running are late from now on.
    func close(_ fill: FillID) {
        guard let open = end(fill) else { return }
        reportLate(open.unread.compactMap(RequestOutcome.init))
    }

    /// Ends a fill without keeping anything. Cancels its requests and ignores their results.
    func abandon(_ fill: FillID) {
        _ = end(fill)
        for (supplier, current) in runningRequests where current.fill == fill {
            abandonRequest(supplier, current)
            meter.recordEnd(of: supplier, .cancelled, after: time.elapsed() - current.startedAt)
            removeRequest(of: supplier)
        }
        // Cancelled requests then end at once. The others only start earlier.
        turns.startAll()
    }

    /// Notifies a fill that it is cancelled, even before ``open(_:unprepared:)``.
    func cancel(_ fill: FillID) {
        cancelled.insert(fill)
        post(.cancelled, to: fill)
    }

    private func end(_ fill: FillID) -> OpenFill? {
        cancelled.remove(fill)
        guard let open = fills.removeValue(forKey: fill) else { return nil }
        open.timer?.cancel()
        return open
    }

    // MARK: Requests

    /// Starts requests of a fill.
    func ask(_ requests: [PoolRequest], of fill: FillID) {
        guard let plan = fills[fill]?.plan, let unprepared = fills[fill]?.unprepared else { return }
        fills[fill]?.progress.requestedCount += requests.count
        serial += 1
        let batchSerial = serial
        var serials: [SupplierID: Int] = [:]
        let overdue = requests.filter { unsent.contains($0.supplier.id) }
        for request in overdue + requests.filter({ !unsent.contains($0.supplier.id) }) {
            let supplier = request.supplier.id
            if runningRequests[supplier] != nil || lateSuppliers.contains(supplier) {
                post(.slow(supplier), to: fill)
            } else if let error = unprepared[supplier] {
                // If the setup was cancelled before this supplier's turn, that is not a failure.
                post(RequestOutcome.failed(supplier, error, of: nil).event, to: fill)
            } else if plan.skips(supplier) {
                post(.skipped(supplier), to: fill)
            } else {
                serial += 1
                serials[supplier] = serial
                begin(request, of: fill, batchSerial: batchSerial, serial: serial)
            }
        }
        guard !serials.isEmpty else { return }
        let now = time.elapsed()
        batches[batchSerial] = RequestBatch(
            fill: fill, startedAt: now, serials: serials, remainingCount: serials.count, slowAt: now + limits.slowAfter,
            endsAt: now + limits.requestTimeout)
        startTimer(batchSerial)
    }

    /// Waits for the next event of a fill.
    func next(of fill: FillID) async -> PoolEvent<PoolDelivery> {
        // Modified in place, as in ``post(_:to:)``, to avoid a copy.
        guard fills[fill] != nil else { return .cancelled }
        if let event = fills[fill]?.nextUnread() { return event }
        return await withCheckedContinuation { fills[fill]?.waiter = $0 }
    }

    private func begin(_ request: PoolRequest, of fill: FillID, batchSerial: Int, serial: Int) {
        let supplier = request.supplier.id
        let requests = fills[fill]?.plan.supplierState(of: supplier).requests
        let isNew = requests?.lastSuccess == nil && !suppliersWithItems.contains(supplier)
        let (store, fetchWatch, onStoreFailure) = (store, fetchWatch, onStoreFailure)
        let abandonedTask = abandoned[supplier]?.task
        unsent.remove(supplier)
        let startedAt = time.elapsed()
        let wait = RequestWait(by: time)
        meter.recordStart(of: supplier)
        let task = Task {
            await abandonedTask?.value
            if await self.waitForTurn(serial) { self.restartTimeout(of: supplier, serial: serial) }
            let outcome: RequestOutcome
            do {
                outcome = try await RequestWait.$current.withValue(wait) {
                    try await request.outcome(comparedWith: isNew ? nil : store, watchedBy: fetchWatch)
                }
            } catch {
                if !Task.isCancelled { onStoreFailure(error) }
                // Like a cancelled request, this says nothing about the source.
                outcome = .failed(supplier, SupplierError(.cancelled, Message(error)), of: request.request)
            }
            self.turns.end(serial)
            if self.abandoned[supplier]?.serial == serial { self.abandoned[supplier] = nil }
            self.finished(supplier, serial: serial, outcome: outcome)
        }
        runningRequests[supplier] = RunningRequest(
            serial: serial, fill: fill, batchSerial: batchSerial, name: request.supplier.name,
            request: request.request, startedAt: startedAt, wait: wait, task: task)
    }

    /// Waits until a request may start. Returns false if it may at once.
    private func waitForTurn(_ serial: Int) async -> Bool {
        guard !turns.start(serial) else { return false }
        await withCheckedContinuation { continuation in
            turns.wait(serial, continuation)
            if !isStartingMore { startMoreAfterPauses() }
        }
        return true
    }

    /// Starts the timeout of a request again after it has waited for its turn.
    private func restartTimeout(of supplier: SupplierID, serial: Int) {
        guard isRunning(supplier, serial: serial), let batchSerial = runningRequests[supplier]?.batchSerial else {
            return
        }
        let now = time.elapsed()
        runningRequests[supplier]?.startedAt = now
        batches[batchSerial]?.endsAt = now + limits.requestTimeout
    }

    /// Starts more requests after each pause, until none is waiting.
    private func startMoreAfterPauses() {
        isStartingMore = true
        let time = time
        Task {
            while self.turns.isAnyWaiting, await time.sleepUnlessCancelled(for: RequestTurns.pause) {
                self.turns.startMore()
            }
            self.isStartingMore = false
        }
    }

    // MARK: Timeouts

    /// Marks unanswered requests of a batch as slow, and later ends them.
    private func startTimer(_ batchSerial: Int) {
        let time = time
        batches[batchSerial]?.timer = Task {
            while let deadline = self.nextDeadline(of: batchSerial), await time.sleepUnlessCancelled(until: deadline) {
                self.timerFired(batchSerial)
            }
        }
    }

    /// Returns the next deadline of a batch, or `nil` if all its requests have ended.
    private func nextDeadline(of batchSerial: Int) -> Duration? {
        batches[batchSerial].map { $0.slowAt ?? $0.endsAt }
    }

    private func timerFired(_ batchSerial: Int) {
        guard let batch = batches[batchSerial] else { return }
        let now = time.elapsed()
        if let slowAt = batch.slowAt {
            guard slowAt <= now else { return }
            batches[batchSerial]?.slowAt = nil
            for (supplier, serial) in batch.serials where isRunning(supplier, serial: serial) {
                post(.slow(supplier), to: batch.fill)
            }
        } else if batch.endsAt <= now {
            endRequests(of: batch, batchSerial, at: now)
        }
    }

    /// Ends the requests of a batch that have failed by now. Others may have waited on this side before they were sent.
    private func endRequests(of batch: RequestBatch, _ batchSerial: Int, at now: Duration) {
        var ends: [Duration] = []
        for (supplier, serial) in batch.serials {
            guard let running = runningRequests[supplier], running.serial == serial else { continue }
            let end = running.end(after: limits.requestTimeout, at: now)
            if end <= now { expire(supplier, running) } else { ends.append(end) }
        }
        if let next = ends.min() { batches[batchSerial]?.endsAt = next }
    }

    /// Shortens the waiting time for the remaining requests of a batch.
    private func shortenWait(_ batchSerial: Int) {
        guard let batch = batches[batchSerial], let slowAt = batch.slowAt,
            let wait = batch.waitingTime(at: time.elapsed(), limits)
        else { return }
        let adjusted = batch.startedAt + wait
        batches[batchSerial]?.slowAt = adjusted
        if adjusted < slowAt {
            batch.timer?.cancel()
            startTimer(batchSerial)
        }
    }

    private func isRunning(_ supplier: SupplierID, serial: Int) -> Bool {
        runningRequests[supplier]?.serial == serial
    }

    /// Ends a request without an answer. If it was not sent yet, that says nothing about its source.
    private func expire(_ supplier: SupplierID, _ request: RunningRequest) {
        let isUnsent = request.wait.isOn
        if isUnsent { unsent.insert(supplier) }
        abandonRequest(supplier, request)
        let error =
            isUnsent
            ? SupplierError(.cancelled, Message("requestDropped"))
            : SupplierError(.timedOut, .noAnswer(from: .text(request.name), within: limits.requestTimeout))
        finished(supplier, serial: request.serial, outcome: .failed(supplier, error, of: request.request))
    }

    private func abandonRequest(_ supplier: SupplierID, _ current: RunningRequest) {
        current.task.cancel()
        abandoned[supplier] = (current.serial, current.task)
        turns.end(current.serial)
    }

    // MARK: Answers

    private func finished(_ supplier: SupplierID, serial: Int, outcome: RequestOutcome) {
        guard let current = runningRequests[supplier], current.serial == serial else { return }
        meter.recordEnd(of: supplier, outcome.end, after: time.elapsed() - current.startedAt)
        if case .answered = outcome {
            suppliersWithItems.insert(supplier)
        }
        removeRequest(of: supplier)
        if fills[current.fill] != nil {
            post(outcome.event, to: current.fill)
        } else if case .skipped = outcome.event {
            // For example because the program ends. A caller may wait until nothing runs.
            let onLate = onLate
            Task { await onLate([]) }
        } else {
            reportLate([outcome])
        }
    }

    private func removeRequest(of supplier: SupplierID) {
        guard let current = runningRequests.removeValue(forKey: supplier), var batch = batches[current.batchSerial]
        else { return }
        batch.remainingCount -= 1
        if batch.remainingCount == 0 {
            batch.timer?.cancel()
            batches[current.batchSerial] = nil
        } else {
            batches[current.batchSerial] = batch
            shortenWait(current.batchSerial)
        }
    }

    private func post(_ event: PoolEvent<PoolDelivery>, to fill: FillID) {
        // Modified in place, because a copy would copy all events of the fill each time.
        guard let (progress, waiter) = fills[fill]?.add(event) else { return }
        if let progress {
            onProgress(fill, progress)
        }
        waiter?.resume(returning: event)
    }

    /// Reports late results. Those that arrive meanwhile are reported together.
    private func reportLate(_ outcomes: [RequestOutcome]) {
        lateOutcomes += outcomes
        lateSuppliers.formUnion(outcomes.lazy.map(\.supplier))
        guard !isReportingLate, !lateOutcomes.isEmpty else { return }
        isReportingLate = true
        Task {
            while !lateOutcomes.isEmpty {
                let outcomes = lateOutcomes
                lateOutcomes = []
                await onLate(outcomes)
                lateSuppliers.subtract(outcomes.lazy.map(\.supplier))
            }
            isReportingLate = false
            await onLate([])
        }
    }
}

import DequeModule
import EngineConcepts

/// Runs an engine's requests with timeouts, and never two for the same supplier at once. Serves one fill at a time.
///
/// A request belongs to the fill that made it. If it ends after its fill, its result is reported as late, and its
/// supplier stays busy until that is handled.
actor RequestScheduler {
    private let store: any TrackStore
    private let time: any TimeSource
    private let limits: FillLimits
    private let hub: EventHub
    private let meter: RequestMeter
    private let fetchWatch: (any FetchWatch)?
    private let onLate: @Sendable ([RequestOutcome]) async -> Void
    private let onIdle: @Sendable () async -> Void

    private var suppliers: [SupplierID: SupplierRequests] = [:]
    private var batches: [Int: RequestBatch] = [:]
    /// The number of the latest request or batch.
    private var serial = 0
    private var turns = RequestTurns()
    /// True while the task of ``startMoreAfterPauses()`` runs.
    private var isStartingMore = false
    /// The fill that is being served, or `nil` between fills.
    private var openFill: OpenFill?
    /// The newest fill that was cancelled.
    private var cancelled: FillID?
    private var lateOutcomes: [RequestOutcome] = []
    private var isReportingLate = false

    /// Creates a scheduler without requests.
    ///
    /// - Parameters:
    ///   - onLate: Handles results that came after the end of their fills.
    ///   - onIdle: Called when ``isBusy`` may have become false without a fill.
    init(
        _ dependencies: EngineDependencies, meter: RequestMeter,
        onLate: @escaping @Sendable ([RequestOutcome]) async -> Void, onIdle: @escaping @Sendable () async -> Void
    ) {
        store = dependencies.store
        time = dependencies.time
        limits = dependencies.limits.fills
        hub = dependencies.hub
        fetchWatch = dependencies.fetchWatch
        self.meter = meter
        self.onLate = onLate
        self.onIdle = onIdle
    }

    /// True while a request is running or a late result was not handled.
    var isBusy: Bool { !batches.isEmpty || isReportingLate }

    // MARK: Fills

    /// Starts serving a fill.
    func open(_ plan: FillPlan, unprepared: [SupplierID: SupplierError]) {
        let fill = plan.fill
        var open = OpenFill(plan: plan, unprepared: unprepared)
        if cancelled == fill { _ = open.add(.cancelled) }
        let time = time
        let end = time.elapsed() + limits.fillTimeout
        open.timer = Task { if await time.sleepUnlessCancelled(until: end) { self.post(.timeIsUp, to: fill) } }
        openFill = open
        suppliers.reserveCapacity(plan.record.active.count)
    }

    /// Ends a committed fill. Results of requests that are still running are late from now on.
    func close(_ fill: FillID) {
        guard let open = end(fill) else { return }
        reportLate(open.unread.compactMap(RequestOutcome.init))
    }

    /// Ends a fill without keeping anything. Cancels its requests and ignores their results.
    func abandon(_ fill: FillID) {
        _ = end(fill)
        for request in suppliers.values.compactMap(\.running) where request.fill == fill {
            giveUp(request)
            meter.recordEnd(of: request.supplier, .cancelled, after: time.elapsed() - request.startedAt)
            remove(request)
        }
        // Cancelled requests then end at once. The others only start earlier.
        turns.startAll()
    }

    /// Notifies a fill that it is cancelled, even before ``open(_:unprepared:)``.
    func cancel(_ fill: FillID) {
        cancelled = max(cancelled ?? fill, fill)
        post(.cancelled, to: fill)
    }

    private func end(_ fill: FillID) -> OpenFill? {
        guard isOpen(fill), let open = openFill else { return nil }
        openFill = nil
        open.timer?.cancel()
        return open
    }

    private func isOpen(_ fill: FillID) -> Bool { openFill?.plan.fill == fill }

    // MARK: Requests

    /// Starts requests of a fill.
    func ask(_ requests: [PoolRequest], of fill: FillID) {
        guard isOpen(fill), let plan = openFill?.plan, let unprepared = openFill?.unprepared else { return }
        openFill?.progress.requestedCount += requests.count
        serial += 1
        let batchID = serial
        var count = 0
        let isOverdue = { (request: PoolRequest) in self.suppliers[request.supplier.id]?.isUnsent ?? false }
        for request in requests.filter(isOverdue) + requests.filter({ !isOverdue($0) }) {
            let supplier = request.supplier.id
            if suppliers[supplier]?.isBusy ?? false {
                post(.slow(supplier), to: fill)
            } else if let error = unprepared[supplier] {
                // If the setup was cancelled before this supplier's turn, that is not a failure.
                post(RequestOutcome.failed(supplier, error, of: nil).event, to: fill)
            } else if plan.skips(supplier) {
                post(.skipped(supplier), to: fill)
            } else {
                count += 1
                begin(request, of: plan, batchID: batchID)
            }
        }
        guard count > 0 else { return }
        batches[batchID] = RequestBatch(of: count, startedAt: time.elapsed(), limits)
        startTimer(batchID)
    }

    /// Waits for the next event of a fill.
    func next(of fill: FillID) async -> PoolEvent<PoolDelivery> {
        // Modified in place, as in ``post(_:to:)``, to avoid a copy.
        guard isOpen(fill) else { return .cancelled }
        if let event = openFill?.unread.popFirst() { return event }
        return await withCheckedContinuation { openFill?.waiter = $0 }
    }

    private func begin(_ request: PoolRequest, of plan: FillPlan, batchID: Int) {
        let supplier = request.supplier.id
        serial += 1
        let number = serial
        var requests = suppliers[supplier] ?? SupplierRequests()
        let known = plan.supplierState(of: supplier)
        // Without an answer, a stream may have delivered items, or a recovered store have those of earlier answers.
        let isNew = known.requests.lastSuccess == nil && known.ranges == SupplierRanges() && !requests.hasItems
        let abandoned = requests.abandoned?.task
        let wait = RequestWait(by: time)
        requests.isUnsent = false
        requests.running = RunningRequest(
            serial: number, fill: plan.fill, batchID: batchID, request: request, startedAt: time.elapsed(), wait: wait,
            task: Task {
                await abandoned?.value
                await self.run(request, serial: number, isNew: isNew, wait)
            })
        suppliers[supplier] = requests
        meter.recordStart(of: supplier)
    }

    /// Makes a request once its turn has come, and handles the result.
    ///
    /// - Parameter isNew: True if the store has nothing of the supplier.
    private func run(_ request: PoolRequest, serial: Int, isNew: Bool, _ wait: RequestWait) async {
        let supplier = request.supplier.id
        await waitForTurn(of: supplier, serial: serial)
        let (store, fetchWatch) = (store, fetchWatch)
        let outcome: RequestOutcome
        do {
            outcome = try await RequestWait.$current.withValue(wait) {
                try await request.outcome(comparedWith: isNew ? nil : store, watchedBy: fetchWatch)
            }
        } catch {
            if !Task.isCancelled { hub.report(error, while: "comparing an answer with the store") }
            // Like a cancelled request, this says nothing about the source.
            outcome = .failed(supplier, SupplierError(.cancelled, Message(error)), of: request.request)
        }
        turns.end(serial)
        if suppliers[supplier]?.abandoned?.serial == serial { suppliers[supplier]?.abandoned = nil }
        if let running = runningRequest(of: supplier, serial: serial) { finish(running, outcome) }
    }

    /// Waits until a request may start. If it does not at once, its timeout starts again.
    private func waitForTurn(of supplier: SupplierID, serial: Int) async {
        guard !turns.start(serial) else { return }
        await withCheckedContinuation { continuation in
            turns.wait(serial, continuation)
            if !isStartingMore { startMoreAfterPauses() }
        }
        guard let request = runningRequest(of: supplier, serial: serial) else { return }
        let now = time.elapsed()
        suppliers[supplier]?.running?.startedAt = now
        batches[request.batchID]?.endsAt = now + limits.requestTimeout
    }

    /// Returns the request with this number, or `nil` if it has ended.
    private func runningRequest(of supplier: SupplierID, serial: Int) -> RunningRequest? {
        guard let request = suppliers[supplier]?.running, request.serial == serial else { return nil }
        return request
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
    private func startTimer(_ batchID: Int) {
        let time = time
        batches[batchID]?.timer = Task {
            while let end = self.batches[batchID]?.deadline, await time.sleepUnlessCancelled(until: end) {
                self.timerFired(batchID)
            }
        }
    }

    private func timerFired(_ batchID: Int) {
        let now = time.elapsed()
        guard let batch = batches[batchID], batch.deadline <= now else { return }
        let requests = suppliers.values.compactMap(\.running).filter { $0.batchID == batchID }
        if batch.slowAt == nil {
            end(requests, of: batchID, at: now)
        } else {
            batches[batchID]?.slowAt = nil
            for request in requests { post(.slow(request.supplier), to: request.fill) }
        }
    }

    /// Ends the requests of a batch that have failed by now. Others may have waited on this side before they were sent.
    private func end(_ requests: [RunningRequest], of batchID: Int, at now: Duration) {
        var next: Duration?
        for request in requests {
            let end = request.end(after: limits.requestTimeout, at: now)
            if end <= now { expire(request) } else { next = min(next ?? end, end) }
        }
        if let next { batches[batchID]?.endsAt = next }
    }

    /// Ends a request without an answer. If it was not sent yet, that says nothing about its source.
    private func expire(_ request: RunningRequest) {
        let supplier = request.supplier
        let isUnsent = request.wait.isOn
        suppliers[supplier]?.isUnsent = isUnsent
        giveUp(request)
        let error =
            isUnsent
            ? SupplierError(.cancelled, Message("requestDropped"))
            : SupplierError(
                .timedOut, .noAnswer(from: .text(request.request.supplier.name), within: limits.requestTimeout))
        finish(request, .failed(supplier, error, of: request.request.request))
    }

    /// Cancels a request. It may continue until it notices.
    private func giveUp(_ request: RunningRequest) {
        request.task.cancel()
        suppliers[request.supplier]?.abandoned = (request.serial, request.task)
        turns.end(request.serial)
    }

    // MARK: Answers

    private func finish(_ request: RunningRequest, _ outcome: RequestOutcome) {
        let supplier = request.supplier
        meter.recordEnd(of: supplier, outcome.end, after: time.elapsed() - request.startedAt)
        if case .answered = outcome { suppliers[supplier]?.hasItems = true }
        remove(request)
        if isOpen(request.fill) {
            post(outcome.event, to: request.fill)
        } else if case .skipped = outcome.event {
            // For example because the program ends.
            let onIdle = onIdle
            Task { await onIdle() }
        } else {
            reportLate([outcome])
        }
    }

    /// Removes a request that has ended, and shortens the waiting time for the others of its batch.
    private func remove(_ request: RunningRequest) {
        let batchID = request.batchID
        suppliers[request.supplier]?.running = nil
        guard let isSooner = batches[batchID]?.endRequest(at: time.elapsed(), limits) else { return }
        if batches[batchID]?.remainingCount == 0 {
            batches.removeValue(forKey: batchID)?.timer?.cancel()
        } else if isSooner {
            batches[batchID]?.timer?.cancel()
            startTimer(batchID)
        }
    }

    private func post(_ event: PoolEvent<PoolDelivery>, to fill: FillID) {
        // Modified in place, because a copy would copy all events of the fill each time.
        guard isOpen(fill), let (progress, waiter) = openFill?.add(event) else { return }
        if let progress { hub.send(.progress(fill, progress)) }
        waiter?.resume(returning: event)
    }

    /// Reports late results. Those that arrive meanwhile are reported together.
    private func reportLate(_ outcomes: [RequestOutcome]) {
        lateOutcomes += outcomes
        for outcome in outcomes { suppliers[outcome.supplier, default: SupplierRequests()].hasLateResult = true }
        guard !isReportingLate, !lateOutcomes.isEmpty else { return }
        isReportingLate = true
        Task {
            while !lateOutcomes.isEmpty {
                let outcomes = lateOutcomes
                lateOutcomes = []
                await onLate(outcomes)
                for outcome in outcomes { suppliers[outcome.supplier]?.hasLateResult = false }
            }
            isReportingLate = false
            await onIdle()
        }
    }
}

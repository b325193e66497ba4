import EngineConcepts
import Logging

/// Runs the fills one after another: lets the control unit prepare, the track processor fill a Pool, and the
/// committer write it. Commits late answers when they arrive.
actor FillRunner {
    /// For the scheduler and the contexts of fills.
    private let dependencies: EngineDependencies
    private let committer: TrackCommitter
    private let controlUnit: any ControlUnit
    private let store: any TrackStore
    private let processor: any TrackProcessor<PoolDelivery, Pool>
    private let time: any TimeSource
    private let limits: FillLimits
    private let log: Logger
    private let hub: EventHub
    private let queue: FillQueue
    private let requestMeter = RequestMeter()
    /// The time from which the statistics count.
    private let since: Timestamp

    private lazy var scheduler = RequestScheduler(
        dependencies, meter: requestMeter, onLate: { [weak self] outcomes in await self?.commitLate(outcomes) },
        onIdle: { [weak self] in await self?.resumeWaiters() })
    /// The setup of the running fill.
    private var preparing: (fill: FillID, task: Task<[SupplierID: SupplierError], Never>)?
    /// The sum of the commits of late answers.
    private(set) var lateOutcome = FillOutcome()
    /// The number of times that waiters were resumed. A waiter that asks the scheduler sees by it that it need not wait.
    private var resumptions = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(
        _ dependencies: EngineDependencies, committer: TrackCommitter,
        processor: any TrackProcessor<PoolDelivery, Pool>, queue: FillQueue
    ) {
        self.dependencies = dependencies
        controlUnit = dependencies.controlUnit
        store = dependencies.store
        time = dependencies.time
        limits = dependencies.limits.fills
        log = dependencies.log
        hub = dependencies.hub
        self.committer = committer
        self.processor = processor
        self.queue = queue
        since = dependencies.time.now()
    }

    // MARK: State

    /// The statistics. If the store cannot be read, reports the failure and leaves out tickets and coverage.
    var statistics: EngineStatistics {
        get async {
            var statistics = EngineStatistics(since: since)
            var record = TrackRecord()
            do {
                record = try await committer.current().record
                statistics.tickets = try await store.counts(in: .all)
            } catch {
                hub.report(error, while: "reading the store")
            }
            let requests = requestMeter.statistics()
            statistics.visibleRanges = record.visibleRanges
            statistics.fills = queue.statistics
            statistics.requests = requests.all
            statistics.suppliers = record.active.union(requests.suppliers.keys).sorted()
                .map { id in
                    SupplierStatistics(
                        id: id, requests: requests.suppliers[id] ?? RequestStatistics(),
                        covered: record.supplierStates[id]?.ranges.coverage.claimed ?? TimeframeSet())
                }
            return statistics
        }
    }

    /// Waits until no fill is queued or running and no answer is outstanding.
    func waitUntilIdle() async {
        while true {
            let seen = resumptions
            let isBusy = await scheduler.isBusy
            if !isBusy, queue.isIdle { return }
            if seen == resumptions {
                await withCheckedContinuation { waiters.append($0) }
            }
        }
    }

    private func resumeWaiters() {
        resumptions += 1
        waiters.resumeAll()
    }

    // MARK: Fills

    /// Queues a fill, or joins a queued refresh of the same suppliers.
    nonisolated func add(_ kind: FillJob.Kind) -> FillID {
        let queued = queue.add(kind)
        if queued.mustStart { Task { await self.drain() } }
        return queued.fill
    }

    /// Cancels a queued or running fill.
    nonisolated func cancel(_ fill: FillID) {
        if queue.cancel(fill) { Task { await self.stop(fill) } }
    }

    /// Cancels a queued or running fill, unless another call has asked for the same one.
    nonisolated func withdraw(_ fill: FillID) {
        if queue.withdraw(fill) { Task { await self.stop(fill) } }
    }

    private func drain() async {
        while let job = queue.next() { await run(job) }
        resumeWaiters()
    }

    /// Notifies the running fill that it is cancelled.
    private func stop(_ fill: FillID) async {
        if let preparing, preparing.fill == fill { preparing.task.cancel() }
        await scheduler.cancel(fill)
    }

    /// Returns true if a retry of the gap asks a supplier that could not deliver it.
    func canRetry(_ gap: GapID) async -> Bool {
        guard let record = await committer.readableRecord() else { return false }
        return await retry(of: gap).canAsk(in: record)
    }

    /// Returns the retry of a gap, with the suppliers whose sources can be read below their newest items.
    private func retry(of gap: GapID) async -> GapRetry {
        let suppliers = await controlUnit.suppliers.filter(\.traits.canBeReadBelowNewest)
        return GapRetry(of: gap, asking: Set(suppliers.map(\.id)))
    }

    private func run(_ job: FillJob) async {
        log.debug("fill begins", metadata: ["fill": "\(job.id.number)"])
        let end: FillState
        do {
            end = try await planAndFill(job)
        } catch {
            end = .failed(hub.report(error, while: "filling the timeline"))
        }
        log.debug("fill ended", metadata: ["fill": "\(job.id.number)", "state": "\(end.name)"])
        queue.end(job, end)
    }

    private func planAndFill(_ job: FillJob) async throws -> FillState {
        try await committer.followControlUnit()
        let classifier = await store.classifier
        let retry: GapRetry? = if let gap = job.retriedGap { await retry(of: gap) } else { nil }
        let planner = FillPlanner(
            trackState: try await committer.current(), classifier: classifier, limits: limits, now: time.now(),
            retry: retry)
        guard let plan = planner.plan(for: job) else { return .done(FillOutcome()) }
        let failures = await prepare(plan)
        let end: FillState
        do {
            end = queue.isCancelling ? .cancelled : try await fillAndCommit(plan, unprepared: failures)
        } catch {
            await scheduler.abandon(job.id)
            await controlUnit.cleanupAfterPool()
            throw error
        }
        await controlUnit.cleanupAfterPool()
        return end
    }

    /// Sets up the suppliers that the fill may ask. All of them together have the timeout of one request. Setup ends
    /// early if the fill is cancelled.
    private func prepare(_ plan: FillPlan) async -> [SupplierID: SupplierError] {
        let suppliers = plan.record.active.filter { plan.concerns($0) && !plan.skips($0) }
        let controlUnit = controlUnit
        let setup = Task {
            await controlUnit.prepareForNewPool(settingUp: suppliers, includingPaused: plan.scope.includesPaused)
        }
        let (time, end) = (time, time.elapsed() + limits.requestTimeout)
        let timer = Task { if await time.sleepUnlessCancelled(until: end) { setup.cancel() } }
        preparing = (plan.fill, setup)
        if queue.isCancelling { setup.cancel() }
        defer {
            timer.cancel()
            preparing = nil
        }
        return await setup.value
    }

    private func fillAndCommit(
        _ plan: FillPlan, unprepared: [SupplierID: SupplierError]
    ) async throws -> FillState {
        await scheduler.open(plan, unprepared: unprepared)
        let pool = try await Self.fill(
            plan, by: processor,
            in: FillContext(
                dependencies: dependencies, scheduler: scheduler, plan: plan, unprepared: Set(unprepared.keys)))
        if pool.endReason == .cancelled || queue.isCancelling {
            await scheduler.abandon(plan.fill)
            return .cancelled
        }
        let outcome = try await committer.commit(pool, of: plan.fill)
        await scheduler.close(plan.fill)
        await controlUnit.record(filtered: pool.filtered)
        // Freeing many tickets takes long, and the fill has ended without it.
        Task.detached(priority: .background) { withExtendedLifetime(pool) {} }
        return .done(outcome)
    }

    /// Fills a Pool off the actor, which stays responsive.
    @concurrent private static func fill(
        _ plan: FillPlan, by processor: any TrackProcessor<PoolDelivery, Pool>, in context: FillContext
    ) async throws -> Pool {
        try await processor.fill(plan, using: context)
    }

    // MARK: Commits

    /// Commits late results, each as if a fill of its own had delivered it. Before anything is visible, that fill is a
    /// refresh: otherwise a first source that is slow would stay behind a gap until the user fills it.
    private func commitLate(_ outcomes: [RequestOutcome]) async {
        do {
            let record = try await committer.current().record
            // A supplier that was removed meanwhile is asked again if it comes back.
            let outcomes = outcomes.filter { record.active.contains($0.supplier) }
            guard !outcomes.isEmpty else { return }
            let now = time.now()
            let top = record.visibleRanges.isEmpty ? outcomes.compactMap(\.newestEdge).max() : nil
            var pool = Pool.withoutFill(
                showing: top.flatMap(Timeframe.everythingBefore), limits: limits, record: record, now: now)
            for outcome in outcomes {
                switch outcome {
                // The delivery was compared with the store while its fill ran; the fill may have stored more since.
                case .answered(let delivery): pool.accept(try await delivery.matched(anewWith: store))
                case .failed(let supplier, let error, let request): pool.fail(supplier, error, of: request, at: now)
                }
            }
            pool.close(.bound, participants: top == nil ? [] : outcomes.map(\.supplier))
            lateOutcome.add(try await committer.commit(pool, of: nil))
            await controlUnit.record(filtered: pool.filtered)
        } catch {
            hub.report(error, while: "storing a late answer")
        }
    }
}

import EngineConcepts
import Logging

/// Owns the Track's record, the control unit and the track processor. Fills run here one after another; commits are made
/// one at a time, those of fills, of late answers and of changes among the suppliers.
actor EngineCore {
    private let controlUnit: any ControlUnit
    private let store: any TrackStore
    private let processor: any TrackProcessor
    private let time: any TimeSource
    private let limits: PoolLimits
    private let log: Logger
    private let hub: EventHub
    private let queue: FillQueue
    private let requestCounter = RequestCounter()
    private let since: Timestamp

    private var standing: ChangeComposer.Standing?
    private var roster = Roster()
    private var lane = Lane()
    private var desk: RequestDesk?
    /// The set-up of the running fill.
    private var preparing: Task<[SupplierID: SupplierError], Never>?
    private var endings = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(
        controlUnit: any ControlUnit, store: any TrackStore, processor: any TrackProcessor, time: any TimeSource,
        limits: PoolLimits, log: Logger, hub: EventHub, queue: FillQueue
    ) {
        self.controlUnit = controlUnit
        self.store = store
        self.processor = processor
        self.time = time
        self.limits = limits
        self.log = log
        self.hub = hub
        self.queue = queue
        since = time.now()
    }

    // MARK: What can be seen

    /// How things stand; an empty Track where the store cannot be read, which is told.
    var snapshot: TrackSnapshot {
        get async {
            await updateRoster()
            do {
                return roster.snapshot(of: try await current())
            } catch {
                tell(error, while: "reading the store")
                return roster.snapshot(of: ChangeComposer.Standing(TrackRecord()))
            }
        }
    }

    /// What was done so far; without tickets and coverage where the store cannot be read, which is told.
    var statistics: EngineStatistics {
        get async {
            var statistics = EngineStatistics(since: since)
            var record = TrackRecord()
            do {
                record = try await current().record
                statistics.tickets = try await store.counts(in: .all)
            } catch {
                tell(error, while: "reading the store")
            }
            let requests = requestCounter.statistics()
            statistics.extent = record.extent
            statistics.fills = queue.statistics
            statistics.requests = requests.all
            statistics.suppliers = record.active.union(requests.suppliers.keys).sorted()
                .map { id in
                    SupplierStatistics(
                        id: id, requests: requests.suppliers[id] ?? RequestStatistics(),
                        covered: record.ledgers[id]?.coverage.claimed ?? TimeframeSet())
                }
            return statistics
        }
    }

    func presenter(for supplier: SupplierID) async -> any Presenter {
        if let presenter = roster.presenter(of: supplier) { return presenter }
        await updateRoster()
        return roster.presenter(of: supplier) ?? PlainPresenter()
    }

    /// Waits until no fill is queued or running and no answer is outstanding.
    func settle() async {
        while true {
            let seen = endings
            let isBusy = await requestDesk.isBusy
            if !isBusy, queue.isAtRest { return }
            if seen == endings {
                await withCheckedContinuation { waiters.append($0) }
            }
        }
    }

    private func somethingEnded() {
        endings += 1
        let resumed = waiters
        waiters = []
        for waiter in resumed {
            waiter.resume()
        }
    }

    // MARK: Fills

    /// Runs the queued fills until none is left.
    func drain() async {
        while let job = queue.next() {
            await run(job)
        }
        somethingEnded()
    }

    /// Tells the running fill that it is cancelled.
    func cancel(_ fill: FillID) async {
        preparing?.cancel()
        await requestDesk.cancel(fill)
    }

    private func run(_ job: FillJob) async {
        log.debug("fill begins", metadata: ["fill": "\(job.id.number)"])
        var outcome: FillState
        do {
            outcome = try await fill(job)
        } catch {
            outcome = .failed(tell(error, while: "filling the Track"))
        }
        log.debug("fill ended", metadata: ["fill": "\(job.id.number)", "state": "\(outcome)"])
        queue.end(job, outcome)
    }

    private func fill(_ job: FillJob) async throws -> FillState {
        try await followControlUnit()
        let classifier = await store.classifier
        guard let order = order(for: job, record: try await current().record, classifier) else {
            return .done(FillOutcome())
        }
        let failures = await prepare(order)
        let ended: FillState
        do {
            ended = try await fill(order, unprepared: failures)
        } catch {
            await requestDesk.abandon(job.id)
            await controlUnit.cleanupAfterPool()
            throw error
        }
        await controlUnit.cleanupAfterPool()
        return ended
    }

    /// Has those set up that the fill may ask. All together get no more time than a request does, and none where the fill
    /// is cancelled.
    private func prepare(_ order: PoolOrder) async -> [SupplierID: SupplierError] {
        let asked = order.record.active.filter { order.concerns($0) && !order.leavesInPeace($0) }
        let controlUnit = controlUnit
        let setUp = Task { await controlUnit.prepareForNewPool(settingUp: asked) }
        let (time, end) = (time, limits.requestEnd)
        let timer = Task {
            do {
                try await time.sleep(for: end)
            } catch {
                return
            }
            setUp.cancel()
        }
        preparing = setUp
        if queue.isCancelling { setUp.cancel() }
        defer {
            timer.cancel()
            preparing = nil
        }
        return await setUp.value
    }

    private func fill(_ order: PoolOrder, unprepared: [SupplierID: SupplierError]) async throws -> FillState {
        let desk = requestDesk
        await desk.open(order, unprepared: unprepared)
        let pool = try await Self.fill(
            order, by: processor,
            at: FillDesk(desk: desk, order: order, controlUnit: controlUnit, store: store, time: time))
        if pool.exit == .cancelled || queue.isCancelling {
            await desk.abandon(order.fill)
            return .cancelled
        }
        let outcome = try await commit(pool, of: order.fill)
        await desk.close(order.fill)
        await controlUnit.note(filtered: pool.filtered)
        return .done(outcome)
    }

    /// Runs the processor off the actor, which stays free to answer.
    @concurrent private static func fill(
        _ order: PoolOrder, by processor: any TrackProcessor, at desk: FillDesk
    ) async throws -> Pool {
        try await processor.fill(order, at: desk)
    }

    /// What a job comes to now; nil where its gap is filled already.
    private func order(
        for job: FillJob, record: TrackRecord, _ classifier: (any TicketClassifier)?
    ) -> PoolOrder? {
        let now = time.now()
        let second = now.flooredToSecond
        func refresh(
            _ amount: FillAmount, _ occasion: RefreshOccasion = .wanted, isExplicit: Bool = false
        ) -> PoolOrder {
            let top = record.extent.newest
            return PoolOrder(
                fill: job.id, target: .refresh, isExplicit: isExplicit, occasion: occasion,
                timeframe: Timeframe(from: max(second, top ?? second), downTo: top ?? .beginningOfTime),
                amount: amount, limits: limits, record: record, began: now)
        }
        switch job.kind {
        case .refresh(let occasion): return refresh(.pool, occasion)
        case .gap(let id, let side, let amount, let view):
            // Before anything is shown, the one gap that there is is filled by looking for what is new.
            guard !record.extent.isEmpty else { return refresh(amount, isExplicit: true) }
            let gaps = standing?.gaps ?? record.gaps
            let gap = gaps.first { $0.id == id } ?? gaps.first { $0.timeframe.intersection(id.timeframe) != nil }
            guard let gap, let timeframe = gap.timeframe.intersection(id.timeframe) else { return nil }
            // What has no end cannot be filled from it.
            return PoolOrder(
                fill: job.id, target: .gap(gap.kind), timeframe: timeframe, side: timeframe.isEndless ? .newer : side,
                amount: amount, view: view, classifier: classifier, limits: limits, record: record, began: now)
        }
    }

    private var requestDesk: RequestDesk {
        if let desk { return desk }
        let hub = hub
        let made = RequestDesk(
            store: store, time: time, limits: limits, counter: requestCounter,
            progressed: { fill, progress in hub.send(.progress(fill, progress)) },
            late: { [weak self] outcomes in await self?.commitLate(outcomes) })
        desk = made
        return made
    }

    // MARK: Commits

    /// Commits late outcomes, each as it would have been committed by a fill of its own.
    private func commitLate(_ outcomes: [RequestDesk.Outcome]) async {
        defer { somethingEnded() }
        guard !outcomes.isEmpty else { return }
        do {
            let record = try await current().record
            let now = time.now()
            var pool = Pool(
                PoolOrder(
                    fill: FillID(0), target: .gap(.partial), timeframe: nil, limits: limits, record: record, began: now)
            )
            for outcome in outcomes {
                switch outcome {
                case .answered(let delivery): pool.accept(delivery)
                case .failed(let supplier, let error): pool.fail(supplier, error, at: now)
                }
            }
            pool.close(.bound, participants: [])
            _ = try await commit(pool, of: nil)
            await controlUnit.note(filtered: pool.filtered)
        } catch {
            tell(error, while: "storing a late answer")
        }
    }

    /// Writes what a Pool holds in one transaction and tells what it changed.
    ///
    /// - Parameter fill: the fill that it comes from; nil for late answers.
    private func commit(_ pool: Pool, of fill: FillID?) async throws -> FillOutcome {
        await enterLane()
        defer { lane.leave() }
        let before = try await current()
        var record = before.record
        record.ledgers.merge(pool.ledgers(over: record)) { _, new in new }
        if let shown = pool.shown {
            record.extent.insert(shown)
        }
        let written = try await Self.write(pool, before: before, after: record, to: store)
        standing = written.standing
        var changes = written.changes
        changes.fill = fill
        hub.send(.committed(changes, roster.snapshot(of: written.standing)))
        report(pool)
        return written.outcome
    }

    private struct Written: Sendable {
        let standing: ChangeComposer.Standing
        let changes: TrackChanges
        let outcome: FillOutcome
    }

    /// Merges and writes off the actor, which stays free to answer.
    @concurrent private static func write(
        _ pool: Pool, before: ChangeComposer.Standing, after: TrackRecord, to store: any TrackStore
    ) async throws -> Written {
        var record = after
        if let kept = try await shownAboveTop(before.record, pool.shown, in: store) {
            record.extent.insert(kept)
        }
        record.revealWhatNobodyMisses()
        record.version = before.record.version.next
        let inserted = pool.merged()
        let after = ChangeComposer.Standing(record)
        var composer = ChangeComposer(store: store, before: before, after: after, moment: .before)
        try await composer.add(
            inserted: inserted.map(\.ticket.key), updated: pool.updated.values.map(\.ticket.key), deleted: pool.deleted)
        let commit = TrackCommit(
            inserted: inserted, updated: pool.updated.values.sorted { $0.ticket.key < $1.ticket.key },
            deleted: pool.deleted.map(\.id), ledgers: record.ledgers.filter { pool.ledgers.keys.contains($0.key) },
            active: record.active, extent: record.extent)
        record.version = try await store.commit(commit)
        var changes = composer.changes
        changes.version = record.version
        return Written(
            standing: ChangeComposer.Standing(record, gaps: after.gaps), changes: changes,
            outcome: FillOutcome(
                inserted: inserted.count, late: inserted.count(where: \.isLate),
                updated: pool.updated.values.count { !$0.isRecount },
                deleted: pool.deleted.count,
                filtered: pool.filtered.values.reduce(0) { $0 + $1.count }, troubles: pool.troubles))
    }

    /// Tickets of the second of the last refresh stand above the extent's top. Where the new stretch does not come down
    /// to it, they would fall into the gap between: what they stand in stays shown.
    @concurrent private static func shownAboveTop(
        _ record: TrackRecord, _ shown: Timeframe?, in store: any TrackStore
    ) async throws -> Timeframe? {
        guard let shown, let top = record.extent.newest, let between = Timeframe(from: shown.end, downTo: top) else {
            return nil
        }
        let newest = try await store.keys(of: record.active, in: between, from: .older, limit: 1).first
        return newest.flatMap { key in
            Timeframe(from: min(key.time.flooredToSecond.advanced(by: .seconds(1)), shown.end), downTo: top)
        }
    }

    private func report(_ pool: Pool) {
        for (supplier, cause) in pool.troubles.sorted(by: { $0.key < $1.key }) {
            if case .failed(let error, _) = pool.ledger(of: supplier).condition {
                hub.send(.trouble(supplier, error))
            }
            log.info("supplier in trouble", metadata: ["supplier": "\(supplier)", "cause": "\(cause)"])
        }
    }

    /// Makes the Track follow the control unit; tells where that fails.
    func suppliersChanged() async {
        do {
            try await followControlUnit()
        } catch {
            tell(error, while: "changing the suppliers")
        }
    }

    /// Makes every supplier forget what it holds in memory, and the store where each was to be read on. What was claimed
    /// stays: the next fill finds its way from there.
    func restartSuppliers() async {
        await controlUnit.restartSuppliers()
        await enterLane()
        defer { lane.leave() }
        do {
            let before = try await current()
            var record = before.record
            record.ledgers = record.ledgers.mapValues { ledger in
                var ledger = ledger
                ledger.coverage.dropTokens()
                return ledger
            }
            guard record.ledgers != before.record.ledgers else { return }
            record.version = try await store.commit(
                TrackCommit(ledgers: record.ledgers, active: record.active, extent: record.extent))
            standing = ChangeComposer.Standing(record, gaps: before.gaps)
        } catch {
            tell(error, while: "making the suppliers begin anew")
        }
    }

    private func followControlUnit() async throws {
        await updateRoster()
        await enterLane()
        defer { lane.leave() }
        let before = try await current()
        var record = before.record
        record.active = roster.suppliers
        guard record.active != before.record.active else { return }
        record.revealWhatNobodyMisses()
        record.version = try await store.commit(TrackCommit(active: record.active, extent: record.extent))
        let after = ChangeComposer.Standing(record)
        standing = after
        var composer = ChangeComposer(store: store, before: before, after: after, moment: .after)
        try await composer.add(inserted: [], updated: [], deleted: [])
        hub.send(.committed(composer.changes, roster.snapshot(of: after)))
    }

    // MARK: Actions

    /// Gives a ticket the content that an action left it with: what the source said, or what `change` makes of what is
    /// stored. A ticket that is gone stays gone. Failures are told.
    func revise(
        _ id: TicketID, as item: SourceItem?, or change: @Sendable (Ticket) -> Ticket
    ) async {
        await enterLane()
        defer { lane.leave() }
        do {
            guard let known = try await store.known([id.item], of: id.supplier)[id.item],
                let stored = try await store.entry(id)?.ticket
            else { return }
            let before = try await current()
            var record = before.record
            let ticket = item.map { Ticket($0, keeping: known.key) } ?? change(stored)
            let entry = TrackCommit.Entry(ticket: ticket, fingerprint: item?.fingerprint ?? known.fingerprint)
            record.version = try await store.commit(
                TrackCommit(updated: [entry], active: record.active, extent: record.extent))
            let after = ChangeComposer.Standing(record, gaps: before.gaps)
            standing = after
            try await tellReloaded([known.key], before: before, after: after)
        } catch {
            tell(error, while: "storing what became of an action")
        }
    }

    /// Tells that what lies over these tickets has changed, as far as the Track shows them.
    func reload(_ tickets: Set<TicketID>) async {
        await enterLane()
        defer { lane.leave() }
        do {
            var keys: [OrderKey] = []
            for id in tickets {
                keys += try await store.known([id.item], of: id.supplier).values.map(\.key)
            }
            let standing = try await current()
            try await tellReloaded(keys, before: standing, after: standing)
        } catch {
            tell(error, while: "telling what an action changed")
        }
    }

    private func tellReloaded(
        _ keys: [OrderKey], before: ChangeComposer.Standing, after: ChangeComposer.Standing
    ) async throws {
        var composer = ChangeComposer(store: store, before: before, after: after, moment: .after)
        try await composer.add(inserted: [], updated: keys, deleted: [])
        guard !composer.changes.isEmpty else { return }
        hub.send(.committed(composer.changes, roster.snapshot(of: after)))
    }

    /// Takes over what another process has committed, and tells it as far as it can be seen: what came above the Track's
    /// former top, what was opened below it, and the gaps.
    func follow() async {
        await enterLane()
        defer { lane.leave() }
        do {
            let before = standing
            let after = try await current()
            guard let before, before.record.version < after.record.version else { return }
            var above: [OrderKey] = []
            if let top = before.record.extent.newest,
                let timeframe = Timeframe(from: .endOfTime, downTo: top.advanced(by: .seconds(1)))
            {
                above = try await store.keys(of: after.record.active, in: timeframe, from: .older, limit: .max)
            }
            var composer = ChangeComposer(store: store, before: before, after: after, moment: .after)
            try await composer.add(inserted: above, updated: [], deleted: [])
            hub.send(.committed(composer.changes, roster.snapshot(of: after)))
        } catch {
            tell(error, while: "following another process")
        }
    }

    private func updateRoster() async {
        roster = Roster(await controlUnit.suppliers)
    }

    private func enterLane() async {
        if lane.tryEnter() { return }
        await withCheckedContinuation { lane.wait($0) }
    }

    /// How things stand in the store: another process may have committed to it since.
    private func current() async throws -> ChangeComposer.Standing {
        let record = try await store.record()
        if let standing, standing.record.version >= record.version { return standing }
        let read = ChangeComposer.Standing(record)
        standing = read
        return read
    }

    /// Tells that the engine could not go on with something; answers the words.
    @discardableResult
    func tell(_ error: any Error, while doing: String) -> String {
        let message = "The engine failed while \(doing): \(error)"
        log.error("\(message)")
        hub.send(.failure(message))
        return message
    }
}

extension TrackRecord {
    /// Shows the parts of the Track's holes that nobody is missing from.
    fileprivate mutating func revealWhatNobodyMisses() {
        extent.formUnion(GapDerivation.revealed(extent: extent, ledgers: activeLedgers))
    }
}

import EngineConcepts

/// Sends actions to their suppliers, one at a time for each supplier, independently of fills. Every state change is
/// stored before it takes effect; an action is sent only while the outbox records it as being sent.
actor ActionSender {
    private struct RunningAction {
        let serial: Int
        let action: ActionID
        var attempt: Task<Void, Never>?
        var timer: Task<Void, Never>?
    }

    private struct Alarm {
        let time: Timestamp
        let task: Task<Void, Never>
    }

    private let controlUnit: any ControlUnit
    private let store: any TrackStore
    private let outbox: any Outbox
    private let committer: TrackCommitter
    private let time: any TimeSource
    private let limits: ActionLimits
    private let hub: EventHub
    private let queue: ActionQueue
    private let currentOverlay: CurrentOverlay
    private let obstacle: @Sendable () -> String?

    /// The content of the outbox, or `nil` until this engine may send. Until then the outbox is read each time,
    /// because another process may own it and change it.
    private var state: ActionQueueState?
    private var mutex = AsyncMutex()
    /// True once stored actions may be sent.
    private var isResumed = false
    private var running: [SupplierID: RunningAction] = [:]
    /// Attempts that timed out and are still running, because the supplier does not respond to cancellation. Nothing
    /// is sent to such a supplier, because otherwise an action could take effect after its opposite.
    private var overdue: [SupplierID: Int] = [:]
    /// The times before which nothing is sent to a supplier, because of a rate limit or because its outbox could not
    /// be written.
    private var notBefore: [SupplierID: Timestamp] = [:]
    private var alarm: Alarm?
    private var serial = 0
    private var working = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(
        controlUnit: any ControlUnit, store: any TrackStore, outbox: any Outbox, committer: TrackCommitter,
        time: any TimeSource, limits: ActionLimits, hub: EventHub, queue: ActionQueue, currentOverlay: CurrentOverlay,
        obstacle: @escaping @Sendable () -> String?
    ) {
        self.controlUnit = controlUnit
        self.store = store
        self.outbox = outbox
        self.committer = committer
        self.time = time
        self.limits = limits
        self.hub = hub
        self.queue = queue
        self.currentOverlay = currentOverlay
        self.obstacle = obstacle
    }

    deinit {
        alarm?.task.cancel()
    }

    // MARK: State

    /// The unfinished actions, including all calls made before.
    var pendingActions: [PendingAction] {
        get async {
            while !queue.isIdle {
                await withCheckedContinuation { waiters.append($0) }
            }
            return await locked { await opened().actions }
        }
    }

    /// Returns the overlay of unfinished actions. If the outbox cannot be read, reports the failure and returns an
    /// empty overlay.
    func readOverlay() async -> ActionOverlay {
        await locked { ActionOverlay(await opened().actions) }
    }

    /// Waits until all calls are processed and nothing is being sent.
    func waitUntilIdle() async {
        while !queue.isIdle || !running.isEmpty || working > 0 {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    // MARK: Calls

    /// Processes the calls until none is left.
    func drain() async {
        await work {
            while let call = queue.next() {
                await process(call)
                await send()
            }
        }
    }

    /// Sends what can be sent after suppliers were added.
    func suppliersChanged() async {
        await work { await send() }
    }

    private func process(_ call: ActionQueue.Call) async {
        let obstacle = obstacle()
        if obstacle == nil {
            await resume()
        }
        switch call {
        case .perform(let id, let action, let ticket, let asked):
            let new = PendingAction(
                id: id, action: action, ticket: ticket, asked: asked,
                repetition: await supplier(ticket.supplier)?.traits.actions[action.kind] ?? .unsafe)
            guard let obstacle else { return await add(new) }
            refuse(new, .unsupported, obstacle)
        case .retry(let id):
            if let obstacle { return hub.send(.failure(obstacle)) }
            if let action = state?.action(id) {
                notBefore[action.ticket.supplier] = nil
            }
            await attempt("storing a retry") { $0.retry(id) }
        case .drop(let id):
            if let obstacle { return hub.send(.failure(obstacle)) }
            await attempt("dropping an action") { $0.drop(id) }
        case .resume:
            break
        }
    }

    private func add(_ new: PendingAction) async {
        do {
            guard let supplier = await supplier(new.ticket.supplier), supplier.traits.actions[new.action.kind] != nil
            else {
                return refuse(new, .unsupported, "\(new.ticket.supplier) cannot \(new.action.kind.rawValue) a ticket.")
            }
            guard let entry = try await store.entry(new.ticket) else {
                return refuse(new, .gone, "\(new.ticket) is not in the timeline any more.")
            }
            try await change { $0.add(new, hasReaction: entry.ticket.hasReaction(new.action)) }
        } catch {
            refuse(new, .refused, "What was asked could not be kept: \(error)")
        }
    }

    private func refuse(_ new: PendingAction, _ code: SupplierError.Code, _ words: String) {
        hub.send(.action(new.becoming(.refused(SupplierError(code, words)))))
    }

    /// Takes over the stored actions on the first call, so that they can be sent.
    private func resume() async {
        guard !isResumed else { return }
        let now = time.now()
        isResumed = true
        isResumed = await attempt("resuming stored actions") { state in
            state.resume(at: now) { action in
                SupplierError(.timedOut, "The program ended before \(action.ticket.supplier) answered.")
            }
        }
    }

    // MARK: Sending

    /// Starts the next due action of every idle supplier and sets the alarm for the others.
    private func send() async {
        guard isResumed, obstacle() == nil else { return }
        let suppliers = await controlUnit.suppliers
        guard let state else { return }
        let now = time.now()
        var due: [Timestamp] = []
        for supplier in suppliers where running[supplier.id] == nil && overdue[supplier.id] == nil {
            switch state.next(to: supplier.id, at: now, longestWait: limits.longestWait) {
            case .now(let action):
                if let time = notBefore[supplier.id], now < time {
                    due.append(time)
                } else {
                    begin(action, by: supplier)
                }
            case .later(let time):
                due.append(max(time, notBefore[supplier.id] ?? time))
            case nil:
                break
            }
        }
        setAlarm(for: due.min())
    }

    private func begin(_ action: PendingAction, by supplier: any Supplier) {
        serial += 1
        let number = serial
        running[supplier.id] = RunningAction(serial: number, action: action.id)
        Task { await self.run(action, by: supplier, number: number) }
    }

    private func run(_ action: PendingAction, by supplier: any Supplier, number: Int) async {
        do {
            let begun = try await change { $0.begin(action.id) }
            guard !begun.isEmpty else { return await becomeIdle(supplier.id) }
            guard let entry = try await store.entry(action.ticket) else {
                let error = SupplierError(.gone, "\(action.ticket) is not in the timeline any more.")
                await end(action.id, .refused(error), by: supplier.id)
                return await becomeIdle(supplier.id)
            }
            let request = ActionRequest(id: action.id, action: action.action, now: time.now())
            running[supplier.id]?.attempt = Task {
                let outcome = await supplier.perform(request, on: entry.ticket)
                self.finished(supplier.id, number, outcome)
                await self.ended(supplier.id, number)
            }
            let time = time
            let end = limits.attemptTimeout
            running[supplier.id]?.timer = Task {
                do {
                    try await time.sleep(for: end)
                } catch {
                    return
                }
                let error = SupplierError(
                    .timedOut, "\(supplier.name) did not answer within \(end.components.seconds) seconds.")
                self.givenUp(supplier.id, number, .uncertain(error))
            }
        } catch {
            hub.report(error, while: "preparing to send an action")
            // Nothing was sent. The next attempt follows later, as if the source could not be reached.
            notBefore[supplier.id] = limits.nextAttempt(
                after: action.attempts + 1, nil, now: time.now(), chance: queue.chance())
            await end(
                action.id, .failed(SupplierError(.refused, "It could not be prepared: \(error)")), by: supplier.id)
            await becomeIdle(supplier.id)
        }
    }

    /// Stops waiting for an attempt.
    private func givenUp(_ supplier: SupplierID, _ serial: Int, _ outcome: ActionOutcome) {
        guard let current = running[supplier], current.serial == serial, current.attempt != nil else { return }
        overdue[supplier] = serial
        finished(supplier, serial, outcome)
    }

    /// Allows a supplier to be used again after its timed-out attempt has ended.
    private func ended(_ supplier: SupplierID, _ serial: Int) async {
        guard overdue[supplier] == serial else { return }
        overdue[supplier] = nil
        await work { await send() }
    }

    /// Accepts the first end of an attempt, by answer or timeout, and ignores the second.
    private func finished(_ supplier: SupplierID, _ serial: Int, _ outcome: ActionOutcome) {
        guard let current = running[supplier], current.serial == serial, let attempt = current.attempt else { return }
        running[supplier] = RunningAction(serial: serial, action: current.action)
        // Either the attempt or the timer is calling; storing the outcome must not be cancelled with it.
        attempt.cancel()
        current.timer?.cancel()
        Task {
            await self.end(current.action, outcome, by: supplier)
            await self.becomeIdle(supplier)
        }
    }

    /// Marks a supplier as idle.
    private func becomeIdle(_ supplier: SupplierID) async {
        await work {
            running[supplier] = nil
            await send()
        }
    }

    /// Stores the outcome of an attempt. It counts for this run even if it cannot be stored, because the action was
    /// sent.
    private func end(_ id: ActionID, _ outcome: ActionOutcome, by supplier: SupplierID) async {
        guard let action = state?.action(id), action.state == .running else { return }
        let error: SupplierError?
        switch outcome {
        case .done(let item):
            error = nil
            await committer.revise(action.ticket, as: item) { action.action.applied(to: $0) }
        case .refused(let reason), .failed(let reason), .uncertain(let reason):
            error = reason
        }
        if let error, error.code == .rateLimited, let retryAt = error.retryAt {
            notBefore[supplier] = limits.backoffEnd(until: retryAt, from: time.now())
        }
        let again = limits.nextAttempt(after: action.attempts, error, now: time.now(), chance: queue.chance())
        var hasReaction = false
        do {
            hasReaction = try await store.entry(action.ticket)?.ticket.hasReaction(action.action) ?? false
        } catch {
            hub.report(error, while: "reading the ticket of an action")
        }
        await attempt("storing the outcome of an action", countsAnyway: true) {
            $0.end(id, outcome, hasReaction: hasReaction, again: again)
        }
    }

    // MARK: Alarm

    private func setAlarm(for due: Timestamp?) {
        guard alarm?.time != due else { return }
        alarm?.task.cancel()
        alarm = due.map { due in
            let time = time
            return Alarm(
                time: due,
                task: Task { [weak self] in
                    do {
                        try await time.sleep(for: max(due.since(time.now()), .zero))
                    } catch {
                        return
                    }
                    await self?.wake(due)
                })
        }
    }

    private func wake(_ due: Timestamp) async {
        guard alarm?.time == due else { return }
        alarm = nil
        await work { await send() }
    }

    // MARK: Helpers

    private func supplier(_ id: SupplierID) async -> (any Supplier)? {
        await controlUnit.suppliers.first { $0.id == id }
    }

    /// Returns the content of the outbox, or an empty one if it cannot be read; the next call tries again.
    private func opened() async -> ActionQueueState {
        do {
            return try await open()
        } catch {
            hub.report(error, while: "reading the outbox")
            return ActionQueueState()
        }
    }

    /// Call only while holding the mutex.
    private func open() async throws -> ActionQueueState {
        if let state { return state }
        // Read in a task of its own, so that cancelling the caller does not affect others.
        let outbox = outbox
        let read = ActionQueueState(try await Task { try await outbox.pendingActions() }.value)
        guard isResumed else { return read }
        state = read
        currentOverlay.set(ActionOverlay(read.actions))
        return read
    }

    /// Changes the state, stores the change and reports it. One change at a time.
    ///
    /// - Parameter countsAnyway: True if the change counts for this run even if it cannot be stored.
    @discardableResult
    private func change(
        countsAnyway: Bool = false, _ change: (inout ActionQueueState) -> [PendingAction]
    ) async throws -> [PendingAction] {
        try await locked {
            let before = try await open()
            var after = before
            let changed = change(&after)
            guard !changed.isEmpty else { return [] }
            let kept = await Result { try await outbox.apply(ActionQueueState.changes(changed, from: before)) }
            if !countsAnyway { try kept.get() }
            state = after
            currentOverlay.set(ActionOverlay(after.actions))
            for action in changed {
                hub.send(.action(action))
            }
            await committer.reload(Set(changed.map(\.ticket)))
            try kept.get()
            return changed
        }
    }

    /// Changes the state and reports a failure. Returns true if the change was stored.
    @discardableResult
    private func attempt(
        _ doing: String, countsAnyway: Bool = false, _ step: (inout ActionQueueState) -> [PendingAction]
    ) async -> Bool {
        do {
            try await change(countsAnyway: countsAnyway, step)
            return true
        } catch {
            hub.report(error, while: doing)
            return false
        }
    }

    private func locked<T>(_ body: () async throws -> T) async rethrows -> T {
        if !mutex.tryLock() {
            await withCheckedContinuation { mutex.wait($0) }
        }
        defer { mutex.unlock() }
        return try await body()
    }

    private func work(_ body: () async -> Void) async {
        working += 1
        await body()
        working -= 1
        let resumed = waiters
        waiters = []
        for waiter in resumed {
            waiter.resume()
        }
    }
}

extension Result where Failure == any Error {
    /// The result of `body`.
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

extension Ticket {
    /// Returns true if the ticket has the reaction that `action` concerns.
    fileprivate func hasReaction(_ action: TicketAction) -> Bool {
        action.reaction.map { body.reactions.contains($0) } ?? false
    }
}

import EngineConcepts

/// Sends actions to suppliers and accounts, one at a time for each, independently of fills. Every state change is
/// stored before it takes effect; an action is sent only while the outbox records it as being sent.
actor ActionSender: LockingActor {
    private struct Timer {
        let time: Timestamp
        let task: Task<Void, Never>
    }

    private let controlUnit: any ControlUnit
    private let store: any TrackStore
    private let outbox: any Outbox
    private let committer: TrackCommitter
    private let time: any TimeSource
    private let random: EngineRandom
    private let limits: ActionLimits
    private let hub: EventHub
    private let calls: ActionCallQueue
    private let currentOverlay: SharedValue<ActionOverlay?>
    /// Returns the setting that keeps the content of an action that was refused or cancelled, or `nil` for none.
    private let contentSetting: @Sendable (PendingAction) throws -> SettingChange?
    /// Returns the reason why nothing may be sent now, or `nil` if it may.
    private let obstacle: @Sendable () -> Message?

    /// The content of the outbox, or `nil` until this engine may send. Until then the outbox is read each time,
    /// because another process may own it and change it.
    private var state: ActionQueueState?
    var mutex = AsyncMutex()
    /// True once stored actions may be sent.
    private var isResumed = false
    /// The states of all performers that have been given an action.
    private var performerStates: [ActionPerformerID: PerformerState] = [:]
    /// True if a restored action waits for the next batch.
    private var isPausing = false
    /// The timer of the next action that must wait.
    private var timer: Timer?
    private var attemptCount = 0
    private var workCount = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(
        _ parts: EngineParts, committer: TrackCommitter, outbox: any Outbox, calls: ActionCallQueue,
        currentOverlay: SharedValue<ActionOverlay?>,
        contentSetting: @escaping @Sendable (PendingAction) throws -> SettingChange?
    ) {
        controlUnit = parts.controlUnit
        store = parts.store
        time = parts.time
        random = parts.random
        hub = parts.hub
        obstacle = parts.obstacle
        self.committer = committer
        self.outbox = outbox
        limits = parts.limits.actions
        self.calls = calls
        self.currentOverlay = currentOverlay
        self.contentSetting = contentSetting
    }

    deinit {
        timer?.task.cancel()
    }

    // MARK: State

    /// The unfinished actions, including all calls made before.
    var pendingActions: [PendingAction] {
        get async {
            while !calls.isIdle {
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

    /// Waits until all calls are processed and nothing is being sent, batches of restored actions included.
    func waitUntilIdle() async {
        while !calls.isIdle || performerStates.values.contains(where: \.isBusy) || workCount > 0 || isPausing {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    // MARK: Calls

    /// Processes the calls until none is left.
    func drain() async {
        await work {
            while let call = calls.next() {
                await process(call)
                await send()
            }
        }
    }

    /// Sends what can be sent after suppliers were added.
    func suppliersChanged() async {
        await work { await send() }
    }

    private func process(_ call: ActionCallQueue.Call) async {
        let obstacle = obstacle()
        if obstacle == nil {
            await resume()
        }
        switch call {
        case .perform(let id, let request, let requestedAt, let setting):
            let performer = await performer(request.performer)
            let new = PendingAction(
                id: id, request: request, requestedAt: requestedAt,
                repetition: performer?.repetition(of: request) ?? .unsafe)
            guard let obstacle else { return await add(new, by: performer, storing: setting) }
            refuse(new, SupplierError(.unsupported, obstacle))
        case .retry(let id):
            if let obstacle { return hub.send(.failure(EngineFailure(obstacle))) }
            if let action = state?.action(id) {
                performerStates[action.request.performer]?.notBefore = nil
            }
            await change(while: "storing a retry") { $0.retry(id) }
        case .drop(let id):
            if let obstacle { return hub.send(.failure(EngineFailure(obstacle))) }
            await change(while: "dropping an action") { $0.drop(id) }
        case .resume:
            break
        }
    }

    private func add(_ new: PendingAction, by performer: ActionPerformer?, storing setting: SettingChange?) async {
        do {
            guard let performer, performer.repetition(of: new.request) != nil else {
                return refuse(new, .unsupportedAction(of: performer?.name ?? new.request.performer.description))
            }
            guard let ticket = new.ticket else {
                try await change(storing: setting) { $0.add(new, isOn: nil) }
                return
            }
            guard let entry = try await store.entry(ticket) else {
                return refuse(new, SupplierError(.gone, Message("itemNotInTimeline")))
            }
            let known = PendingAction(
                id: new.id, request: new.request, uri: entry.ticket.body.uri, requestedAt: new.requestedAt,
                repetition: new.repetition)
            try await change(storing: setting) { $0.add(known, isOn: entry.ticket.isOn(new)) }
        } catch {
            refuse(new, SupplierError(.refused, Message(error)))
        }
    }

    private func refuse(_ new: PendingAction, _ error: SupplierError) {
        hub.send(.action(new.becoming(.refused(error))))
    }

    /// Takes over the stored actions on the first call, so that they can be sent.
    private func resume() async {
        guard !isResumed else { return }
        let now = time.now()
        isResumed = true
        isResumed = await change(while: "resuming stored actions") { takeOver(&$0, at: now) }
    }

    /// Takes over the actions of a process that has ended. The outcome of those that it was sending is unknown.
    private func takeOver(_ state: inout ActionQueueState, at now: Timestamp) -> [PendingAction] {
        let age = limits.restoredExpiry
        let expired = SupplierError(.timedOut, Message("actionTooOld", ["duration": .duration(age)]))
        return state.resume(at: now, oldest: now.advanced(by: .zero - age), expired: expired) { action in
            SupplierError(.timedOut, Message("endedBeforeAnswer", ["source": .text("\(action.request.performer)")]))
        }
    }

    // MARK: Sending

    /// Starts the next due action of every idle performer and sets the timer for the others.
    private func send() async {
        guard isResumed, obstacle() == nil else { return }
        let performers = await ActionPerformer.all(of: controlUnit)
        guard let state else { return }
        let now = time.now()
        var due: [Timestamp] = []
        isPausing = false
        for performer in performers {
            let id = performer.id
            let current = performerStates[id] ?? PerformerState()
            guard current.isIdle else { continue }
            switch state.next(to: id, at: now, maximumWait: limits.maximumWait, pause: current.pause) {
            case .now(let action):
                if let time = current.notBefore, now < time {
                    due.append(time)
                } else {
                    let isRestored = state.isRestored(action.id)
                    performerStates[id, default: current].prepare(isRestored: isRestored, now: now, limits)
                    Task { await self.prepare(action, by: performer) }
                }
            case .later(let time):
                if time == current.pause { isPausing = true }
                due.append(max(time, current.notBefore ?? time))
            case nil:
                break
            }
        }
        setTimer(for: due.min())
    }

    /// Stores that an action is being sent, and then sends it.
    private func prepare(_ action: PendingAction, by performer: ActionPerformer) async {
        do {
            let begun = try await change { $0.begin(action.id) }
            guard !begun.isEmpty else { return await becomeIdle(performer.id) }
            var ticket: Ticket?
            if let id = action.ticket {
                ticket = try await store.entry(id)?.ticket
                guard ticket != nil else {
                    let error = SupplierError(.gone, Message("itemNotInTimeline"))
                    await storeOutcome(.refused(error), of: action.id, by: performer)
                    return await becomeIdle(performer.id)
                }
            }
            begin(action, by: performer, on: ticket)
        } catch {
            hub.report(error, while: "preparing to send an action")
            // Nothing was sent. The next attempt follows later, as if the source could not be reached.
            performerStates[performer.id]?.notBefore = limits.nextAttempt(
                after: action.attempts + 1, nil, now: time.now(), jitter: random.jitter())
            await storeOutcome(.failed(SupplierError(.refused, Message(error))), of: action.id, by: performer)
            await becomeIdle(performer.id)
        }
    }

    /// Gives an action to its performer and starts its timeout.
    private func begin(_ action: PendingAction, by performer: ActionPerformer, on ticket: Ticket?) {
        attemptCount += 1
        let number = attemptCount
        let now = time.now()
        let task = Task {
            let outcome = await performer.perform(action, on: ticket, now: now)
            self.finished(performer, number, outcome)
            await self.attemptEnded(performer.id, number)
        }
        let time = time
        let timeout = limits.attemptTimeout
        let deadline = time.elapsed() + timeout
        let timer = Task {
            guard await time.sleepUnlessCancelled(until: deadline) else { return }
            let error = SupplierError(.timedOut, .noAnswer(from: .text(performer.name), within: timeout))
            self.finished(performer, number, .uncertain(error), isOverdue: true)
        }
        performerStates[performer.id]?.begin(.init(number: number, action: action.id, task: task, timer: timer))
    }

    /// Accepts the first end of an attempt, by answer or timeout, and ignores the second.
    private func finished(
        _ performer: ActionPerformer, _ number: Int, _ outcome: ActionOutcome, isOverdue: Bool = false
    ) {
        let id = performer.id
        guard let attempt = performerStates[id]?.end(number, isOverdue: isOverdue) else { return }
        // Either the attempt or the timer is calling; storing the outcome must not be cancelled with it.
        attempt.task.cancel()
        attempt.timer.cancel()
        Task {
            await self.storeOutcome(outcome, of: attempt.action, by: performer)
            await self.becomeIdle(id)
        }
    }

    /// Allows a performer to be used again after its timed-out attempt has ended.
    private func attemptEnded(_ id: ActionPerformerID, _ number: Int) async {
        guard performerStates[id]?.endOverdue(number) == true else { return }
        await work { await send() }
    }

    /// Marks a performer as idle.
    private func becomeIdle(_ id: ActionPerformerID) async {
        await work {
            performerStates[id]?.becomeIdle()
            await send()
        }
    }

    /// Stores the outcome of an attempt, in one transaction with what it created or changed. It counts for this run even
    /// if it cannot be stored, because the action was sent.
    private func storeOutcome(_ outcome: ActionOutcome, of id: ActionID, by performer: ActionPerformer) async {
        guard let action = state?.action(id), action.state == .running else { return }
        let error: SupplierError?
        var result: ActionResult?
        var next: PendingAction?
        switch outcome {
        case .done(let item):
            error = nil
            let home = await home(of: action, by: performer)
            result = ActionResult(action: action, item: item, home: home)
            next = performer.next(after: action, item, in: home, at: time.now())
        case .refused(let reason), .failed(let reason), .uncertain(let reason), .unrepeatable(let reason):
            error = reason
        }
        if let error, error.code == .rateLimited, let retryAt = error.retryAt {
            performerStates[performer.id]?.notBefore = Backoff.end(until: retryAt, from: time.now())
        }
        let nextAttempt = limits.nextAttempt(after: action.attempts, error, now: time.now(), jitter: random.jitter())
        var isOn: Bool?
        do {
            if let ticket = action.ticket { isOn = try await store.entry(ticket)?.ticket.isOn(action) }
        } catch {
            hub.report(error, while: "reading the ticket of an action")
        }
        await change(while: "storing the outcome of an action", countsAnyway: true, result: result) {
            $0.end(id, outcome, isOn: isOn, nextAttempt: nextAttempt, next: next)
        }
    }

    /// Returns the supplier that gets the item that an action creates: the one whose stream contains it, or else that of
    /// the ticket. Returns `nil` if it is not in the Track.
    private func home(of action: PendingAction, by performer: ActionPerformer) async -> SupplierID? {
        guard action.request.isCreating else { return nil }
        let suppliers = Set(await controlUnit.suppliers.map(\.id))
        return [performer.home, action.ticket?.supplier].compactMap(\.self).first(where: suppliers.contains)
    }

    // MARK: Timer

    private func setTimer(for due: Timestamp?) {
        guard timer?.time != due else { return }
        timer?.task.cancel()
        timer = due.map { due in
            let time = time
            return Timer(
                time: due,
                task: Task { [weak self] in
                    guard await time.sleepUnlessCancelled(for: max(due.since(time.now()), .zero)) else { return }
                    await self?.timerFired(due)
                })
        }
    }

    private func timerFired(_ due: Timestamp) async {
        guard timer?.time == due else { return }
        timer = nil
        await work { await send() }
    }

    // MARK: Helpers

    private func performer(_ id: ActionPerformerID) async -> ActionPerformer? {
        await ActionPerformer.all(of: controlUnit).first { $0.id == id }
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

    /// Returns the content of the outbox. Call only while holding the lock.
    private func open() async throws -> ActionQueueState {
        if let state { return state }
        // Read in a task of its own, so that cancelling the caller does not affect others.
        let outbox = outbox
        var read = ActionQueueState(try await Task { try await outbox.pendingActions() }.value)
        guard isResumed else {
            // Only one process may send: if this one may, the actions that another was sending ended with it.
            if obstacle() == nil { _ = takeOver(&read, at: time.now()) }
            return read
        }
        state = read
        currentOverlay.value = ActionOverlay(read.actions)
        return read
    }

    /// Changes the state, stores the change and reports it. One change at a time.
    ///
    /// - Parameters:
    ///   - countsAnyway: True if the change counts for this run even if it cannot be stored.
    ///   - result: The result to store in the same transaction.
    ///   - setting: The setting to change in the same transaction.
    @discardableResult
    private func change(
        countsAnyway: Bool = false, result: ActionResult? = nil, storing setting: SettingChange? = nil,
        _ change: (inout ActionQueueState) -> [PendingAction]
    ) async throws -> [PendingAction] {
        try await locked {
            let before = try await open()
            var after = before
            let changed = change(&after)
            guard !changed.isEmpty else {
                if state != nil { state = after }
                return []
            }
            let settings = [setting].compactMap(\.self) + changed.compactMap { settingForContent(of: $0) }
            let changes = ActionQueueState.changes(changed, from: before) + settings.map { .setting($0) }
            let kept = await Result.awaiting { try await committer.storeResult(result, with: changes, in: outbox) }
            if !countsAnyway { try kept.get() }
            state = after
            currentOverlay.value = ActionOverlay(after.actions)
            if let result, result.action.request.isCreating, let item = result.item {
                hub.send(.created(result.action.id, item, in: result.home))
            }
            for action in changed {
                hub.send(.action(action))
            }
            await committer.reload(changed)
            try kept.get()
            return changed
        }
    }

    /// Returns the setting that keeps the content of an action that has ended without being done.
    private func settingForContent(of action: PendingAction) -> SettingChange? {
        switch action.state {
        case .refused, .dropped: break
        case .waiting, .running, .retrying, .uncertain, .expired, .done: return nil
        }
        do {
            return try contentSetting(action)
        } catch {
            hub.report(error, while: "keeping the content of an action")
            return nil
        }
    }

    /// Changes the state and reports a failure. Returns true if the change was stored.
    @discardableResult
    private func change(
        while doing: String, countsAnyway: Bool = false, result: ActionResult? = nil,
        _ change: (inout ActionQueueState) -> [PendingAction]
    ) async -> Bool {
        do {
            try await self.change(countsAnyway: countsAnyway, result: result, change)
            return true
        } catch {
            hub.report(error, while: doing)
            return false
        }
    }

    private func work(_ body: () async -> Void) async {
        workCount += 1
        await body()
        workCount -= 1
        waiters.resumeAll()
    }
}

extension Ticket {
    /// Returns the position of the action's switch on this ticket, or `nil` if unknown.
    fileprivate func isOn(_ action: PendingAction) -> Bool? {
        action.action?.reaction.map { body.reactions.contains($0) }
    }
}

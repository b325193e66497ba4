import EngineConcepts

/// Sends actions to suppliers and accounts, one at a time for each, independently of fills. An action is sent only while
/// the outbox records it as being sent.
actor ActionSender {
    private struct Timer {
        let time: Timestamp
        let task: Task<Void, Never>
    }

    private let controlUnit: any ControlUnit
    private let store: any TrackStore
    private let time: any TimeSource
    private let random: EngineRandom
    private let limits: ActionLimits
    private let hub: EventHub
    /// Returns the reason why nothing may be sent now, or `nil` if it may.
    private let obstacle: @Sendable () -> Message?
    private let actions: ActionCommitter
    private let calls = ActionCallQueue()

    private var schedule: ActionSchedule
    /// The timer of the next action that must wait.
    private var timer: Timer?
    /// The number of times that ``sendDue()`` was begun.
    private var sendDueCount = 0
    private var workCount = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ dependencies: EngineDependencies, actions: ActionCommitter) {
        controlUnit = dependencies.controlUnit
        store = dependencies.store
        time = dependencies.time
        random = dependencies.random
        limits = dependencies.limits.actions
        hub = dependencies.hub
        obstacle = dependencies.obstacle
        schedule = ActionSchedule(dependencies.limits.actions)
        self.actions = actions
    }

    deinit {
        timer?.task.cancel()
    }

    // MARK: Calls

    /// Adds a new action after all earlier calls, and returns its identity.
    nonisolated func perform(_ request: RequestedAction, storing setting: SettingChange?) -> ActionID {
        let id = random.actionID()
        add(.perform(id, request, requestedAt: time.now(), storing: setting))
        return id
    }

    /// Adds a call, which is processed after all earlier ones.
    nonisolated func add(_ call: ActionCallQueue.Call) {
        guard calls.add(call) else { return }
        Task { await self.drain() }
    }

    /// The unfinished actions, including all calls made before.
    var pendingActions: [PendingAction] {
        get async {
            while !calls.isIdle {
                await withCheckedContinuation { waiters.append($0) }
            }
            return await actions.pendingActions
        }
    }

    /// Waits until all calls are processed and nothing is being sent, batches of restored actions included.
    func waitUntilIdle() async {
        while !calls.isIdle || !schedule.isIdle || workCount > 0 {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    /// Sends the actions that became due because suppliers were added.
    func suppliersChanged() async {
        await work { await sendDue() }
    }

    private func drain() async {
        await work {
            while let call = calls.next() {
                await process(call)
                await sendDue()
            }
        }
    }

    private func process(_ call: ActionCallQueue.Call) async {
        let obstacle = obstacle()
        if obstacle == nil { await actions.resume() }
        switch (call, obstacle) {
        case (.perform(let id, let request, let requestedAt, let setting), _):
            await addAction(id, request, requestedAt: requestedAt, storing: setting, obstacle)
        case (.retry, let obstacle?), (.drop, let obstacle?): hub.send(.failure(EngineFailure(obstacle)))
        case (.retry(let id), nil):
            if let action = actions.queue?.action(id) { schedule[action.request.performer].notBefore = nil }
            await actions.retry(id)
        case (.drop(let id), nil): await actions.drop(id)
        case (.resume, _): break
        }
    }

    /// Adds a new action, or refuses it if there is an obstacle or its performer does not support it.
    private func addAction(
        _ id: ActionID, _ request: RequestedAction, requestedAt: Timestamp, storing setting: SettingChange?,
        _ obstacle: Message?
    ) async {
        let performer = await ActionPerformer.all(of: controlUnit).first { $0.id == request.performer }
        let repetition = performer?.repetition(of: request)
        let new = PendingAction(id: id, request: request, requestedAt: requestedAt, repetition: repetition ?? .unsafe)
        if let obstacle {
            actions.refuse(new, SupplierError(.unsupported, obstacle))
        } else if repetition == nil {
            actions.refuse(new, .unsupportedAction(of: performer?.name ?? request.performer.description))
        } else {
            await actions.add(new, storing: setting)
        }
    }

    /// Does work that ``waitUntilIdle()`` waits for.
    private func work(_ body: () async -> Void) async {
        workCount += 1
        await body()
        workCount -= 1
        waiters.resumeAll()
    }

    // MARK: Sending

    /// Starts the next due action of every idle performer and sets the timer for the others.
    private func sendDue() async {
        guard obstacle() == nil else { return }
        sendDueCount += 1
        let number = sendDueCount
        let performers = await ActionPerformer.all(of: controlUnit)
        // A call that was begun later reads newer performers. Older ones would stop the timer of an action whose source has
        // come back since.
        guard number == sendDueCount, let queue = actions.queue else { return }
        let (due, later) = schedule.next(in: queue, of: performers, at: time.now())
        for (action, performer) in due {
            Task { await self.send(action, by: performer) }
        }
        setTimer(for: later)
    }

    /// Gives an action to its performer and stores the outcome.
    private func send(_ action: PendingAction, by performer: ActionPerformer) async {
        var outcome: ActionOutcome?
        do {
            if try await actions.begin(action.id) { outcome = try await attempt(action, by: performer) }
        } catch {
            hub.report(error, while: "preparing to send an action")
            // Nothing was sent. The next attempt follows later, as if the source could not be reached.
            schedule[performer.id].notBefore = limits.nextAttempt(
                after: action.attempts + 1, nil, now: time.now(), jitter: random.jitter())
            outcome = .failed(SupplierError(.refused, Message(error)))
        }
        if let outcome { await storeOutcome(outcome, of: action.id, by: performer) }
        await work {
            schedule[performer.id].isSending = false
            await sendDue()
        }
    }

    /// Returns the outcome of an attempt: uncertain if it timed out. Throws if nothing was sent.
    private func attempt(_ action: PendingAction, by performer: ActionPerformer) async throws -> ActionOutcome {
        var ticket: Ticket?
        if let id = action.ticket {
            ticket = try await store.entry(id)?.ticket
            guard ticket != nil else { return .refused(.itemNotInTimeline) }
        }
        schedule[performer.id].isPerforming = true
        let now = time.now()
        let timeout = limits.attemptTimeout
        let outcome = await Timeout.run(within: timeout, by: time) { [ticket] in
            let outcome = await performer.perform(action, on: ticket, now: now)
            await self.performed(performer.id)
            return outcome
        }
        return outcome ?? .uncertain(SupplierError(.timedOut, .noAnswer(from: .text(performer.name), within: timeout)))
    }

    /// Allows a performer to be used again after an attempt, which may have timed out before.
    private func performed(_ performer: ActionPerformerID) async {
        schedule[performer].isPerforming = false
        guard !schedule[performer].isSending else { return }
        await work { await sendDue() }
    }

    private func storeOutcome(_ outcome: ActionOutcome, of id: ActionID, by performer: ActionPerformer) async {
        guard let action = actions.queue?.action(id), action.state == .running else { return }
        var result: ActionResult?
        var failure: SupplierError?
        switch outcome {
        case .done(let item):
            let home = await home(of: action, by: performer)
            let next = performer.next(after: action, item, in: home, at: time.now())
            result = ActionResult(action: action, item: item, home: home, next: next)
        case .refused(let error), .failed(let error), .uncertain(let error), .unrepeatable(let error):
            failure = error
            if error.code == .rateLimited, let retryAt = error.retryAt {
                schedule[performer.id].notBefore = Backoff.end(until: retryAt, from: time.now())
            }
        }
        let nextAttempt = limits.nextAttempt(after: action.attempts, failure, now: time.now(), jitter: random.jitter())
        await actions.end(action, outcome, result, nextAttempt: nextAttempt)
    }

    /// Returns the supplier that gets the item that an action creates: the one whose stream contains it, or else that of
    /// the ticket. Returns `nil` if it is not in the Track.
    private func home(of action: PendingAction, by performer: ActionPerformer) async -> SupplierID? {
        guard action.request.createsPost else { return nil }
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
        await work { await sendDue() }
    }
}

import EngineConcepts

/// Owns the unfinished actions and is the only place that changes them. Stores every change before it takes effect, in one
/// transaction with the action's result, and reports it.
actor ActionCommitter: LockingActor {
    /// The actions that this engine sends, with their overlay.
    private struct Owned: Sendable {
        let queue: ActionQueue
        let overlay: ActionOverlay

        init(_ queue: ActionQueue) {
            self.queue = queue
            overlay = ActionOverlay(queue.actions)
        }
    }

    private let store: any TrackStore
    private let time: any TimeSource
    private let limits: ActionLimits
    private let hub: EventHub
    /// Returns the reason why nothing may be sent now, or `nil` if it may.
    private let obstacle: @Sendable () -> Message?
    private let trackCommitter: TrackCommitter
    private let outbox: any Outbox
    /// Returns the setting that keeps the content of an action that was refused or cancelled, or `nil` for none.
    private let contentSetting: @Sendable (PendingAction) throws -> SettingChange?
    /// The actions, or `nil` until this engine may send. Until then the outbox is read each time, because another process
    /// may own it and change it.
    private let owned = SharedValue<Owned?>(nil)
    var mutex = AsyncMutex()

    init(
        _ dependencies: EngineDependencies, trackCommitter: TrackCommitter, outbox: any Outbox,
        contentSetting: @escaping @Sendable (PendingAction) throws -> SettingChange?
    ) {
        store = dependencies.store
        time = dependencies.time
        limits = dependencies.limits.actions
        hub = dependencies.hub
        obstacle = dependencies.obstacle
        self.trackCommitter = trackCommitter
        self.outbox = outbox
        self.contentSetting = contentSetting
    }

    // MARK: Reading

    /// The actions that can be sent, or `nil` before ``resume()``.
    nonisolated var queue: ActionQueue? { owned.value?.queue }

    /// The overlay of the unfinished actions. If the outbox cannot be read, reports the failure and returns an empty one.
    nonisolated var overlay: ActionOverlay {
        get async {
            if let owned = owned.value { return owned.overlay }
            return ActionOverlay(await pendingActions)
        }
    }

    /// The unfinished actions. If the outbox cannot be read, reports the failure and returns none.
    var pendingActions: [PendingAction] {
        get async {
            let queue = await hub.reporting(while: "reading the outbox") {
                try await locked {
                    var queue = try await read()
                    // Only one process may send: if this one may, the actions that another was sending ended with it.
                    if obstacle() == nil { _ = takeOver(&queue) }
                    return queue
                }
            }
            return queue?.actions ?? []
        }
    }

    private func read() async throws -> ActionQueue {
        if let queue { return queue }
        // In a task of its own, so that cancelling the caller does not affect others.
        let outbox = outbox
        return ActionQueue(try await Task { try await outbox.pendingActions() }.value)
    }

    // MARK: Changes

    /// Takes over the stored actions on the first call, so that they can be sent.
    func resume() async {
        guard queue == nil else { return }
        await hub.reporting(while: "resuming stored actions") { try await change { _ in [] } }
    }

    /// Adds an action that its performer supports, and changes a setting with it. Refuses an action that cannot be stored or
    /// whose ticket is unknown.
    func add(_ new: PendingAction, storing setting: SettingChange?) async {
        do {
            guard let ticket = new.ticket else {
                try await change(storing: setting) { $0.add(new, isOn: nil) }
                return
            }
            guard let entry = try await store.entry(ticket) else { return refuse(new, .itemNotInTimeline) }
            let known = PendingAction(
                id: new.id, request: new.request, uri: entry.ticket.body.uri, requestedAt: new.requestedAt,
                repetition: new.repetition)
            try await change(storing: setting) { $0.add(known, isOn: entry.ticket.isOn(new)) }
        } catch {
            refuse(new, SupplierError(.refused, Message(error)))
        }
    }

    /// Reports an action that is not added.
    nonisolated func refuse(_ new: PendingAction, _ error: SupplierError) {
        hub.send(.action(new.becoming(.refused(error))))
    }

    /// Makes an action ready to be sent again at the user's request.
    func retry(_ id: ActionID) async {
        await hub.reporting(while: "storing a retry") { try await change { $0.retry(id) } }
    }

    /// Removes an action that is not being sent.
    func drop(_ id: ActionID) async {
        await hub.reporting(while: "dropping an action") { try await change { $0.drop(id) } }
    }

    /// Records that an action is being sent. Returns false if it must not be sent any more.
    func begin(_ id: ActionID) async throws -> Bool {
        try await change { $0.begin(id) }
    }

    /// Stores the outcome of an attempt and its result, if it has one. It counts for this run even if it cannot be stored,
    /// because the action was sent.
    func end(_ action: PendingAction, _ outcome: ActionOutcome, _ result: ActionResult?, nextAttempt: Timestamp) async {
        var isOn: Bool?
        await hub.reporting(while: "reading the item of an action") {
            if let ticket = action.ticket { isOn = try await store.entry(ticket)?.ticket.isOn(action) }
        }
        await hub.reporting(while: "storing the outcome of an action") {
            try await change(countsAnyway: true, result: result) {
                $0.end(action.id, outcome, isOn: isOn, nextAttempt: nextAttempt, next: result?.next)
            }
        }
    }

    // MARK: Helpers

    /// Changes the actions, stores the change and reports it, one change at a time. The first one takes over the actions of
    /// an earlier process. Returns true if something changed.
    ///
    /// - Parameters:
    ///   - countsAnyway: True if the change counts for this run even if it cannot be stored.
    ///   - result: The result to store in the same transaction.
    ///   - setting: The setting to change in the same transaction.
    @discardableResult
    private func change(
        countsAnyway: Bool = false, result: ActionResult? = nil, storing setting: SettingChange? = nil,
        _ change: (inout ActionQueue) -> [PendingAction]
    ) async throws -> Bool {
        try await locked {
            let before = try await read()
            var after = before
            let changed = takeOver(&after) + change(&after)
            guard !changed.isEmpty else {
                owned.value = Owned(after)
                return false
            }
            let settings = [setting].compactMap(\.self) + changed.compactMap { settingForContent(of: $0) }
            let changes = ActionQueue.changes(changed, from: before) + settings.map { .setting($0) }
            let stored = await Result.awaiting {
                try await trackCommitter.storeResult(result, with: changes, in: outbox)
            }
            if !countsAnyway { try stored.get() }
            owned.value = Owned(after)
            if let result, result.action.request.createsPost, let item = result.item {
                hub.send(.created(result.action.id, item, in: result.home))
            }
            for action in changed { hub.send(.action(action)) }
            await trackCommitter.reload(changed)
            try stored.get()
            return true
        }
    }

    /// Takes over the actions of a process that has ended, before this engine changes any. The outcome of those that it was
    /// sending is unknown. Returns every action whose state changed.
    private func takeOver(_ queue: inout ActionQueue) -> [PendingAction] {
        guard self.queue == nil else { return [] }
        let now = time.now()
        let age = limits.restoredExpiry
        let expired = SupplierError(.timedOut, Message("actionTooOld", ["duration": .duration(age)]))
        return queue.resume(at: now, oldest: now.advanced(by: .zero - age), expired: expired) { action in
            SupplierError(.timedOut, Message("endedBeforeAnswer", ["source": .text("\(action.request.performer)")]))
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
}

extension SupplierError {
    /// The error of an action whose ticket is unknown.
    static var itemNotInTimeline: SupplierError { SupplierError(.gone, Message("itemNotInTimeline")) }
}

extension Ticket {
    /// Returns the position of the action's switch on this ticket, or `nil` if unknown.
    fileprivate func isOn(_ action: PendingAction) -> Bool? {
        action.ticketAction?.reaction.map { body.reactions.contains($0) }
    }
}

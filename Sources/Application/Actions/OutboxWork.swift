import EngineConcepts
import Storage

/// Performs actions through the outbox and waits for their outcome.
struct OutboxWork {
    let engine: any TrackObserving & TrackFilling & ActionManaging
    /// Returns true if this process sends the actions.
    let holdsLease: @Sendable () -> Bool
    let time: any TimeSource

    /// The longest wait for a server that asks to be requested again later, such as while it processes a picture.
    private static let maximumWait = Duration.seconds(10)
    /// The maximum number of such waits.
    private static let maximumWaits = 20

    func run(_ request: OutboxRequest) async throws -> OutboxResult {
        let events = engine.events()
        let before = await engine.pendingActions
        try check(request, before)
        let (watched, continuing) = start(request, before)
        return await outcome(of: watched, continuing, events)
    }

    /// Throws if an action to send or to cancel is not in the outbox, or one to cancel is being sent. All are checked before
    /// anything is done: a failure reports none of those that would be cancelled by then.
    private func check(_ request: OutboxRequest, _ before: [PendingAction]) throws(CommandFailure) {
        for id in request.cancelled + (request.sends?.named ?? []) where !before.contains(where: { $0.id == id }) {
            throw CommandFailure(Message("outboxUnknown", ["id": .text(id.rawValue)]))
        }
        if holdsLease(),
            let running = before.first(where: { request.cancelled.contains($0.id) && $0.state == .running })
        {
            throw CommandFailure(Message("outboxRunning", ["action": .message(running.request.words)]))
        }
    }

    /// Starts the work. Returns the actions to report, and the later posts of threads, which may follow.
    private func start(
        _ request: OutboxRequest, _ before: [PendingAction]
    ) -> (watched: [ActionID], continuing: [ActionID]) {
        var watched = request.cancelled
        var continuing: [ActionID] = []
        for id in request.cancelled { engine.drop(id) }
        if let waiting = request.sends {
            let reported = waiting.named.map { named in before.filter { named.contains($0.id) } } ?? before
            watched += reported.map(\.id)
            continuing += reported.flatMap { $0.request.continuing(after: $0.id) }
            for action in before {
                if case .retrying = action.state { engine.retry(action.id) }
            }
            for id in waiting.named ?? [] { engine.retry(id) }
            engine.resumeActions()
        }
        for act in request.acts {
            switch act {
            case .ticket(let action, let ticket): watched.append(engine.perform(action, on: ticket))
            case .person(let action, let person): watched.append(engine.perform(action, on: person))
            case .post(let draft, let account):
                let id = engine.perform(.post(draft), by: account)
                watched.append(id)
                continuing += RequestedAction.account(.post(draft), account).continuing(after: id)
            }
        }
        return (watched, continuing)
    }

    private func outcome(
        of watched: [ActionID], _ continuing: [ActionID], _ events: AsyncStream<EngineEvent>
    ) async -> OutboxResult {
        let left = await settled(watched + continuing)
        let waiting = Set(left.map(\.id))
        let outcomes = await ActionOutcomes.awaited(
            of: Set(watched).subtracting(waiting), continuing: Set(continuing).subtracting(waiting), in: events)
        let pending = await engine.pendingActions
        var entries = Dictionary(left.map { ($0.id, OutboxResult.Entry($0, in: pending)) }) { $1 }
        for (id, action) in outcomes.ended {
            // An action that another one makes superfluous has the outcome of that one.
            let isSuperfluous = if case .dropped = action.state { true } else { false }
            let other = isSuperfluous ? pending.first { $0.request == action.request } : nil
            entries[id] = OutboxResult.Entry(other ?? action)
        }
        var result = OutboxResult()
        for id in watched.flatMap({ Self.chain(from: $0, in: continuing) }) {
            guard var entry = entries[id] else { continue }
            if let (item, home) = outcomes.created[id] {
                entry.ticket = home.map { TicketID(supplier: $0, item: item.id) }
                entry.link = item.body.link
            }
            result.entries.append(entry)
        }
        return result
    }

    /// Returns an action and those that continue it, in order.
    private static func chain(from id: ActionID, in continuing: [ActionID]) -> [ActionID] {
        var chain = [id]
        while let last = chain.last, continuing.contains(last.next) { chain.append(last.next) }
        return chain
    }

    /// Returns those of these actions that wait for a later time or for the user.
    private func settled(_ watched: [ActionID]) async -> [PendingAction] {
        var waits = 0
        while true {
            await engine.waitUntilIdle()
            let left = await engine.pendingActions.filter { watched.contains($0.id) }
            let now = time.now()
            let soon = left.compactMap { action -> Timestamp? in
                guard case .retrying(let time, let error) = action.state, error.retryAt != nil,
                    time < now.advanced(by: Self.maximumWait)
                else { return nil }
                return time
            }
            guard waits < Self.maximumWaits, let next = soon.min() else { return left }
            waits += 1
            do {
                try await time.sleep(for: max(next.since(now), .zero) + .milliseconds(50))
            } catch {
                return left
            }
        }
    }
}

extension OutboxWork {
    init(_ context: AppContext) {
        self.init(engine: context.engine, holdsLease: { [lease = context.lease] in lease.isHeld }, time: context.time)
    }
}

extension RequestedAction {
    /// Returns the identities of the actions that publish the later posts of a thread.
    func continuing(after id: ActionID) -> [ActionID] {
        guard case .account(.post(let draft), _) = self else { return [] }
        return (1..<max(draft.postCount, 1)).reduce(into: []) { ids, _ in ids.append((ids.last ?? id).next) }
    }
}

extension AppContext {
    /// Performs actions: in this process if it may send, otherwise by the Fiber that is open, or after waiting for another
    /// command that fetches.
    package func runOrForward(_ request: OutboxRequest) async throws -> OutboxResult {
        try await checkOutbox()
        if try !lease.acquire() {
            if let result = try await RequestClient.send(request, for: directories) { return result }
            try await lease.acquire(within: .seconds(30), time: time, reportingTo: reporter)
        }
        let result = try await OutboxWork(self).run(request)
        // Otherwise an earlier action that is due now could be on its way when the process ends, and be uncertain.
        sendingHasEnded.value = true
        await engine.waitUntilIdle()
        return result
    }

    /// Throws if the outbox cannot be read. The engine then only logs the error, and continues as if nothing waited.
    package func checkOutbox() async throws { _ = try await store.pendingActions() }
}

import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import TestSupport

/// A random simulation of a user's actions with unreliable sources and a program that is killed now and then. Its
/// model of the expected results does not depend on how actions are sent.
final class ActionSimulation {
    /// A reaction to a ticket.
    struct Slot: Hashable {
        let ticket: TicketID
        let reaction: Reaction
    }

    /// The expected state of a slot.
    enum Expectation {
        /// The user's latest action.
        case asked(TicketAction)
        /// The latest action was refused and reported, so the source's own state.
        case refused
        /// Unknown: the user dropped an uncertain action, or its repetition was refused.
        case anything
    }

    private(set) var bench = ActionBench()
    private(set) var log: [String] = []
    private var random: SeededGenerator
    private var recorders: [(supplier: SupplierID, recorder: ActionRecorder)] = []
    private var absent: [SupplierID: any Supplier] = [:]
    private var expectations: [Slot: Expectation] = [:]
    private var retried: [ActionID: Int] = [:]
    private var events: AsyncStream<EngineEvent>.Iterator

    init(seed: UInt64) async {
        random = SeededGenerator(seed: seed)
        events = bench.engine.events().makeAsyncIterator()
        recorders = [("a", await bench.add("a", posts: 2)), ("b", await bench.add("b", posts: 2, .safe))]
    }

    // MARK: Steps

    func performStep() async throws {
        let (supplier, recorder) = recorders[Int.random(in: recorders.indices, using: &random)]
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<50:
            for _ in 0..<Int.random(in: 1...3, using: &random) { await ask(of: supplier) }
        case 50..<64:
            recorder.behavior = behavior()
            record("\(supplier) is \(recorder.behavior) from now on")
        case 64..<76:
            let seconds = Int.random(in: 1...70, using: &random)
            record("\(seconds) s pass")
            bench.time.advance(by: .seconds(seconds))
        case 76..<82:
            record("\(supplier) speaks")
            recorder.answerAll()
        case 82..<89:
            record("kill")
            restart()
        case 89..<93:
            guard let action = await bench.engine.pendingActions.randomElement(using: &random) else { return }
            record("retry \(action.request)")
            retried[action.id, default: 0] += 1
            bench.engine.retry(action.id)
        case 93..<96:
            guard let action = await bench.engine.pendingActions.randomElement(using: &random) else { return }
            record("drop \(action.request)")
            bench.engine.drop(action.id)
            if let slot = Self.slot(of: action) { expectations[slot] = .anything }
        default:
            record("\(supplier) goes or comes")
            if let supplier = absent.removeValue(forKey: supplier) {
                bench.controlUnit.add(supplier, for: supplier.id.rawValue)
            } else {
                absent[supplier] = bench.controlUnit.remove(supplier.rawValue)
            }
            await bench.engine.suppliersChanged()
        }
        try await check()
    }

    /// Makes all sources answer, and retries all uncertain actions.
    func complete() async throws {
        record("everybody heals")
        for supplier in absent.values { bench.controlUnit.add(supplier, for: supplier.id.rawValue) }
        absent = [:]
        await bench.engine.suppliersChanged()
        for _ in 0..<30 {
            for (_, recorder) in recorders { recorder.answerAll() }
            try await check()
            let pending = await bench.engine.pendingActions
            if pending.isEmpty { break }
            for action in pending {
                retried[action.id, default: 0] += 1
                bench.engine.retry(action.id)
            }
            bench.time.advance(by: .seconds(900))
        }
        guard await bench.engine.pendingActions.isEmpty else { throw InvariantViolation("something is never sent") }
        try await checkSources()
    }

    private func ask(of supplier: SupplierID) async {
        let ticket = TicketID(supplier: supplier, item: String(Int.random(in: 1...2, using: &random)))
        if random.chance(15) {
            record("reply to \(ticket)")
            bench.engine.perform(.reply("Well said."), on: ticket)
            return
        }
        let reaction: Reaction = random.chance(70) ? .like : .boost
        let action = TicketAction(reaction, takesBack: random.chance(50))
        record("\(action) \(ticket)")
        let slot = Slot(ticket: ticket, reaction: reaction)
        if case .anything = expectations[slot] {
            // The source's state is unknown, so it is unknown whether a request is needed.
        } else {
            expectations[slot] = .asked(action)
        }
        // Repeating a request for an action that is or becomes uncertain means to retry it.
        for earlier in await bench.engine.pendingActions where earlier.request == .ticket(action, ticket) {
            retried[earlier.id, default: 0] += 1
        }
        bench.engine.perform(action, on: ticket)
    }

    private func behavior() -> ActionRecorder.Behavior {
        let happens = random.chance(50)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .refusing(SupplierError(.refused, "No."))
        case 1, 2: return .failing(SupplierError(.unreachable, "No network."))
        case 3: return .uncertain(happens: happens)
        case 4: return .silent(happens: happens)
        default: return .succeeding
        }
    }

    private func restart() {
        bench.kill()
        events = bench.engine.events().makeAsyncIterator()
        bench.engine.resumeActions()
    }

    private func record(_ step: String) { log.append(step) }

    private static func slot(of action: PendingAction) -> Slot? {
        guard let ticket = action.ticket, let reaction = action.ticketAction?.reaction else { return nil }
        return Slot(ticket: ticket, reaction: reaction)
    }

    // MARK: Invariants

    /// Waits until nothing is running, processes the events, and checks the invariants.
    private func check() async throws {
        await quiet()
        await checkAnswers()
        try checkRepetitions()
        for (slot, expectation) in expectations {
            guard case .asked(let action) = expectation else { continue }
            let entry = try await bench.engine.reader.entry(slot.ticket)
            guard entry?.ticket.body.reactions.contains(slot.reaction) == !action.takesBack else {
                throw InvariantViolation("\(slot) does not show \(action), which was asked last")
            }
        }
    }

    /// An action with an uncertain outcome is not sent again, unless that is safe or the user retried it.
    private func checkRepetitions() throws {
        for (supplier, recorder) in recorders where supplier == "a" {
            for (id, deliveries) in Dictionary(grouping: recorder.deliveries, by: \.id) {
                let doubtful = deliveries.dropLast()
                    .filter { delivery in
                        switch delivery.behavior {
                        case .failing: false
                        case .silent(happens: false): !delivery.isAnswered
                        case .succeeding, .refusing, .uncertain, .unrepeatable, .silent: true
                        }
                    }
                guard doubtful.count <= retried[id] ?? 0 else {
                    throw InvariantViolation("\(id) was sent again unasked: \(deliveries.map(\.behavior))")
                }
            }
        }
    }

    /// In the end every source has the latest requested state, or a refusal was reported, and the timeline shows the
    /// source's state.
    private func checkSources() async throws {
        for (slot, expectation) in expectations {
            guard let recorder = recorders.first(where: { $0.supplier == slot.ticket.supplier })?.recorder else {
                continue
            }
            let has = recorder.reactions(to: slot.ticket.item).contains(slot.reaction)
            switch expectation {
            case .anything: continue
            case .asked(let action):
                guard has == !action.takesBack else {
                    throw InvariantViolation("the source of \(slot) does not have \(action), which was asked last")
                }
            case .refused: break
            }
            let entry = try await bench.engine.reader.entry(slot.ticket)
            guard entry?.ticket.body.reactions.contains(slot.reaction) == has else {
                throw InvariantViolation("\(slot) does not show what its source has")
            }
        }
    }

    /// Waits until each supplier has nothing to send or waits for a silent source.
    private func quiet() async {
        var rounds = 0
        while await !isQuiet() {
            rounds += 1
            await Task.yield()
            // A task that went to sleep just as the clock was moved sleeps too long.
            if rounds.isMultiple(of: 2_000) { bench.time.advance(by: .seconds(1)) }
        }
    }

    private func isQuiet() async -> Bool {
        let pending = await bench.engine.pendingActions
        let now = bench.time.now()
        for (supplier, recorder) in recorders {
            let lane = pending.filter { $0.ticket?.supplier == supplier }
            if let running = lane.first(where: { $0.state == .running }) {
                // If the clock was moved, an attempt may have timed out without the timer having run yet.
                guard let since = recorder.isSilentSince(to: running.id, attempt: running.attempts),
                    now.since(since) < ActionLimits().attemptTimeout
                else { return false }
                continue
            }
            guard absent[supplier] == nil else { continue }
            var held: Set<TicketID?> = []
            for action in lane where !held.contains(action.ticket) {
                switch action.state {
                case .waiting: return false
                case .retrying(let time, _):
                    if time <= now { return false }
                    held.insert(action.ticket)
                default: break
                }
            }
        }
        return true
    }

    /// Processes all events so far, up to the refusal of an impossible action.
    private func checkAnswers() async {
        let last = bench.engine.perform(.like, on: TicketID(supplier: "nobody", item: "nothing"))
        while let event = await events.next(isolation: #isolation) {
            guard case .action(let action) = event else { continue }
            if action.id == last { return }
            guard let slot = Self.slot(of: action) else { continue }
            switch (action.state, expectations[slot]) {
            case (.refused, _) where action.isInDoubt: expectations[slot] = .anything
            case (.refused, .asked(let asked)) where asked == action.ticketAction: expectations[slot] = .refused
            case (.done, .anything): expectations[slot] = .refused
            default: break
            }
        }
    }
}

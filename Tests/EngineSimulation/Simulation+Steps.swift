import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport

extension Simulation {
    /// Performs a random step.
    mutating func performStep() async throws {
        let step = Step.random(using: &random)
        let index = Int.random(in: 0..<participants.count, using: &random)
        try await watch { try await $0.perform(step, index) }
    }

    private mutating func perform(_ step: Step, _ index: Int) async throws {
        switch step {
        case .refresh:
            record("refresh")
            isSingle = true
            isRefresh = true
            engine.refresh()
            await end()
        case .fill:
            isSingle = true
            await fill()
        case .refreshAndCancel:
            record("refresh, cancelled")
            isUnsaved = true
            engine.cancel(engine.refresh())
            await end()
        case .timePasses: passTime()
        case .burst:
            record("\(participants[index].id) has much to say")
            writeBurst(Int.random(in: 30...120, using: &random), to: index)
        case .breakOrRepair: breakOrRepair(index)
        case .tokensExpire:
            record("the tokens of \(participants[index].id) expire")
            participants[index].source.expireTokens()
        case .comeOrGo: await comeOrGo(index)
        case .pauseOrResume: pauseOrResume(index)
        case .edit:
            guard let post = participants[index].source.posts.randomElement(using: &random) else { return }
            record("\(post.id) of \(participants[index].id) is edited")
            participants[index].source.edit(post.id, text: "edited \(Int.random(in: 0...99, using: &random))")
        case .delete:
            guard let post = participants[index].source.posts.randomElement(using: &random) else { return }
            let isSaid = !participants[index].source.behavior.omissionsAreDeletions || random.chance(50)
            record("\(post.id) of \(participants[index].id) \(isSaid ? "is deleted" : "is there no more")")
            participants[index].delete(post, isSaid: isSaid)
        case .writeLate:
            let past = time.now().advanced(by: .seconds(-Int.random(in: 1...500_000, using: &random)))
            let name = participants[index].writeLate(at: past)
            record("\(name) of \(participants[index].id) appears at \(past.milliseconds)")
        case .turnOver: turnOver(index)
        case .mark: try await mark()
        case .markDown: try await markDown()
        case .look: try await lookThroughView()
        case .silence: try await fallSilent(index)
        case .overlap: try await overlap(index)
        case .lateDuring: await beLateDuring(index)
        case .abandon: await abandon(index)
        case .clockSetBack:
            // A source that signals deletion by omission guarantees that its items are at their dates.
            guard !participants.contains(where: \.source.behavior.omissionsAreDeletions) else { return }
            let seconds = Int.random(in: 1...4_000, using: &random)
            record("the clock is set back by \(seconds) s")
            time.set(time.now().advanced(by: .seconds(-seconds)))
            for index in participants.indices { participants[index].adjustToClock(time.now()) }
        case .restart:
            if random.chance(30) {
                record("the suppliers restart")
                await controlUnit.restartSuppliers()
            }
            record("restart")
            try await restart()
        case .kill: try await kill()
        }
    }

    /// Waits until nothing is running.
    mutating func end() async {
        recordRequest()
        await engine.waitUntilIdle()
    }

    // MARK: Fills

    private mutating func fill() async {
        guard beginFill(isAlone: true) != nil else { return }
        await end()
    }

    /// Starts a fill of a random gap.
    ///
    /// - Parameter isAlone: True if no other fill is queued or running.
    mutating func beginFill(isAlone: Bool) -> FillID? {
        guard let gap = visible.record.gaps.randomElement(using: &random) else { return nil }
        let amount: FillAmount =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .all
            case 1: .count(Int.random(in: 1...100, using: &random))
            case 2:
                .until(
                    gap.timeframe.start.isFinite
                        ? gap.timeframe.start.advanced(by: .seconds(-Int.random(in: 1...900_000, using: &random)))
                        : lastRequest)
            default: .pool
            }
        let side: GapSide = random.chance(30) ? .older : .newer
        var view = TrackView.all
        if random.chance(25) {
            view = TrackView(suppliers: Set(participants.map(\.id).filter { _ in random.chance(50) }))
            if isAlone, gap.kind == .partial { allowed = view.suppliers }
        }
        record("fill \(gap.id) \(gap.kind) from \(side), \(amount), for \(view.suppliers?.sorted() ?? [])")
        return engine.fill(gap.id, from: side, amount: amount, in: view)
    }

    /// Crashes at one of the commits of a refresh or fill, or afterwards.
    private mutating func kill() async throws {
        let crash: ProcessStore.Crash = random.chance(50) ? .beforeCommit : .afterCommit
        let commit = random.chance(80) ? 1 : 2
        record("crash \(crash) \(commit) of the following")
        process.plan(crash, atCommit: commit)
        if random.chance(50) {
            record("refresh")
            engine.refresh()
            await end()
        } else {
            await fill()
        }
        try await self.crash()
    }

    // MARK: Changes at sources

    private mutating func passTime() {
        let seconds = Int.random(in: 1...20_000, using: &random)
        record("\(seconds) s pass")
        time.advance(by: .milliseconds(seconds * 1000 + Int.random(in: 0...999, using: &random)))
        for index in participants.indices {
            write(random.chance(70) ? Int.random(in: 0...20, using: &random) : 120, to: index)
        }
        recordRequest()
    }

    /// Fills a window with new posts, usually more than it holds, all dated before its last reading.
    private mutating func turnOver(_ index: Int) {
        let source = participants[index].source
        guard participants[index].supplier.traits.shape == .window, let newest = source.posts.first?.time,
            newest < lastRequest
        else { return }
        record("the window of \(participants[index].id) turns over")
        let count = participants[index].truth.lossRules.isWindow ? source.behavior.keeps ?? 0 : source.behavior.page
        for _ in 0..<count + Int.random(in: 0...count, using: &random) {
            let time = Int64.random(in: newest.milliseconds...lastRequest.milliseconds, using: &random)
            _ = participants[index].writeLate(at: Timestamp(milliseconds: time))
        }
    }

    private mutating func breakOrRepair(_ index: Int) {
        let source = participants[index].source
        guard source.behavior.failure == nil, source.behavior.budget.retryAt == nil else {
            record("\(participants[index].id) heals")
            source.behavior.failure = nil
            source.behavior.budget = FetchBudget()
            return
        }
        let pause = Int.random(in: 1...4_000, using: &random)
        if random.chance(20) {
            record("\(participants[index].id) answers, and asks for a pause of \(pause) s")
            source.behavior.budget.retryAt = time.now().advanced(by: .seconds(pause))
            return
        }
        let failure =
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: SupplierError(.refused, "Broken.")
            case 4..<7:
                SupplierError(.rateLimited, "Too much.", retryAt: time.now().advanced(by: .seconds(pause)))
            case 7: SupplierError(.notAuthorised, "Who are you?")
            case 8: SupplierError(.gone, "Gone.")
            default: SupplierError(.malformed, "Gibberish.")
            }
        record("\(participants[index].id) breaks: \(failure.code)")
        source.behavior.failure = failure
    }

    mutating func comeOrGo(_ index: Int) async {
        let participant = participants[index]
        record("\(participant.id) \(participant.isInstalled ? "goes" : "comes")")
        if participant.isInstalled {
            controlUnit.base.remove(participant.id.rawValue)
        } else {
            controlUnit.base.add(participant.supplier, for: participant.id.rawValue)
        }
        participants[index].isInstalled.toggle()
        participants[index].isPaused = false
        await engine.suppliersChanged()
    }

    mutating func pauseOrResume(_ index: Int) {
        guard participants[index].isInstalled else { return }
        participants[index].isPaused.toggle()
        record("\(participants[index].id) \(participants[index].isPaused ? "is paused" : "goes on")")
        controlUnit.base.setPaused(participants[index].isPaused, for: participants[index].id.rawValue)
    }

    // MARK: Reading

    private mutating func mark() async throws {
        let tickets = visible.entries.map(\.ticket.id).shuffled(using: &random)
            .prefix(Int.random(in: 1...20, using: &random))
        let read: Bool? = [true, false, nil].randomElement(using: &random) ?? nil
        let starred: Bool? = [true, false, nil].randomElement(using: &random) ?? nil
        record("\(tickets.count) tickets are marked")
        let previous = try await archive.store.mark(Array(tickets), MarkChange(read: read, starred: starred))
        for id in tickets {
            let known = marks[id] ?? Marks()
            guard previous[id] == known else { throw InvariantViolation("\(id) had other marks than it was given") }
            marks[id] = Marks(isRead: read ?? known.isRead, isStarred: starred ?? known.isStarred)
        }
    }

    private mutating func markDown() async throws {
        guard let row = visible.rows.randomElement(using: &random) else { return }
        record("everything from \(row.id) down is marked as read")
        let marked = try await archive.store.markRead(downFrom: row.place, in: .all)
        let wanted = visible.entries.filter { !(.ticket($0.ticket.key) < row.place) && !$0.marks.isRead }
            .map(\.ticket.id)
        guard Set(marked) == Set(wanted) else {
            throw InvariantViolation("\(marked.count) are marked, and not \(wanted.count)")
        }
        for id in marked { marks[id, default: Marks()].isRead = true }
    }

    /// 21: a view shows exactly the rows that it includes, and changes nothing.
    private mutating func lookThroughView() async throws {
        var chosen: Set<SupplierID>?
        if random.chance(60) {
            chosen = Set(participants.map(\.id).filter { _ in random.chance(50) })
        }
        var topics: TopicSelection?
        if random.chance(50) {
            let labels = Set(classifier.labels.map(\.id).filter { _ in random.chance(40) })
            topics = TopicSelection(labels, random.chance(50) ? .union : .intersection)
        }
        let view = TrackView(
            suppliers: chosen, topics: topics, filter: FilterState.allCases.randomElement(using: &random) ?? .off,
            unreadOnly: random.chance(30), starredOnly: random.chance(20))
        record("a look through \(view)")
        let store = await archive.store
        let all = try await store.window(WindowRequest(anchor: .top, above: 0, below: .max - 1, view: view)).rows
        let ofView = try await candidates(for: view, in: store).filter(view.filtered(.off).includes)
        let wanted = ofView.filter { view.filter.includes(hidden: $0.hiddenBy != nil) }
        let seen = VisibleTrack(rows: all).entries
        guard seen == wanted else {
            throw InvariantViolation("21: the view shows \(seen.count) tickets, and not \(wanted.count)")
        }
        let counts = try await store.counts(in: view)
        let unread = wanted.count { !$0.marks.isRead }
        let hidden = ofView.count { $0.hiddenBy != nil }
        guard counts == TrackCounts(total: wanted.count, unread: unread, hidden: hidden) else {
            throw InvariantViolation("21: \(counts) are counted, and not \(wanted.count) and \(unread)")
        }
        guard let anchor = all.indices.randomElement(using: &random) else { return }
        let above = Int.random(in: 0...30, using: &random)
        let below = Int.random(in: 1...30, using: &random)
        let window = try await store.window(
            WindowRequest(anchor: .place(all[anchor].place), above: above, below: below, view: view))
        guard window.rows == Array(all[max(0, anchor - above)..<min(all.count, anchor + below)]) else {
            throw InvariantViolation("21: a window is not a part of the whole")
        }
    }

    /// Returns the tickets among which a view chooses: those of the Track, or all that are stored of its only supplier.
    private func candidates(for view: TrackView, in store: any TrackStore) async throws -> [TrackEntry] {
        guard let only = view.onlySupplier else { return visible.entries }
        var entries: [TrackEntry] = []
        for key in visible.stored where key.id.supplier == only && visible.record.active.contains(only) {
            if let entry = try await store.entry(key.id) { entries.append(entry) }
        }
        return entries
    }
}

import EngineConcepts
import EngineTestSupport

extension Simulation {
    /// Checks the Track against the answers of all sources during the last step.
    ///
    /// - Parameter allDeliveries: The answers, in the order of the participants.
    mutating func checkAnswers(_ allDeliveries: [[DeliveryRecord]], from before: VisibleTrack) async throws {
        for (index, deliveries) in zip(participants.indices, allDeliveries) {
            let isUnsaved = isUnsaved || participants[index].isLateAnswerDropped
            let requestCount = try participants[index].recordRequests(deliveries, isStored: !isUnsaved)
            participants[index].isLeaving = false
            participants[index].isLateAnswerDropped = false
            if requestCount > 0, let allowed, !allowed.contains(participants[index].id) {
                throw InvariantViolation("\(participants[index].id) is asked, though nobody sees it")
            }
            guard !deliveries.isEmpty else { continue }
            for delivery in deliveries {
                participants[index].truth.losses
                    .record(
                        forgotten: delivery.forgotten, beyondReach: delivery.beyondReach)
            }
            let checks = SupplierChecks(participants[index], deliveries, from: before, to: visible)
            try checks.checkNothingInvented()
            try checks.checkNothingGivenUp()
            if isUnsaved {
                try await readStored(deliveries, of: index)
                continue
            }
            try checks.checkClaims()
            try checks.checkTurnOver()
            if requestCount == deliveries.count { try checks.checkCondition() }
            try checkLateness(of: deliveries, of: index, from: before)
            let (lastRead, settled) = (participants[index].lastRead, participants[index].settled)
            try await recordDelivered(deliveries, of: index)
            if isRefresh, requestCount == deliveries.count, requestCount < FillLimits().maximumPages {
                try checkRereading(deliveries, of: index, since: lastRead, except: settled)
            }
        }
        try checkStored()
        try checkWithheld(from: before)
        try checkFiltered()
    }

    /// Returns the ranges that may be missing again because a window has turned over.
    func turnedOver(_ allDeliveries: [[DeliveryRecord]], from before: VisibleTrack) -> [SupplierID: TimeframeSet] {
        var excused: [SupplierID: TimeframeSet] = [:]
        for (participant, deliveries) in zip(participants, allDeliveries) where !deliveries.isEmpty {
            let checks = SupplierChecks(participant, deliveries, from: before, to: visible)
            excused[participant.id] = TimeframeSet(checks.disconnected.map(\.range) + checks.withdrawn)
        }
        return excused
    }

    /// Records what was delivered. Visible posts have the text that was delivered last.
    private mutating func recordDelivered(_ deliveries: [DeliveryRecord], of index: Int) async throws {
        var unclear: Set<String> = []
        var touched: Set<String> = []
        for delivery in deliveries {
            guard let answer = delivery.answer else { continue }
            for item in answer.items {
                participants[index].delivered[item.id] = .some(item.body.text.source)
                touched.insert(item.id)
            }
            for item in answer.deleted { participants[index].delivered[item] = nil }
            for (item, time) in participants[index].dropped where participants[index].delivered[item] != nil {
                switch delivery.showsOmission(at: time) {
                case true?: participants[index].delivered[item] = nil
                case false?: break
                case nil: unclear.insert(item)
                }
            }
            if delivery.request.origin == .newest { participants[index].lastRead = delivery.request.now }
            participants[index].recordReading(delivery, isStored: true)
            filtered.formUnion(
                answer.filtered.compactMap(\.item).map { TicketID(supplier: participants[index].id, item: $0) })
        }
        try await lookUp(unclear, of: index)
        for item in touched {
            let id = TicketID(supplier: participants[index].id, item: item)
            guard let entry = visible.entry(id) else { continue }
            guard let text = participants[index].delivered[item] else {
                throw InvariantViolation("\(id) was deleted, and is shown")
            }
            if let text, entry.ticket.body.text.source != text {
                throw InvariantViolation(
                    "\(id) says \(entry.ticket.body.text.source), and was last delivered as \(text)")
            }
        }
    }

    /// Reads from the store whether posts exist, if an answer does not say so.
    private mutating func lookUp(_ items: Set<String>, of index: Int) async throws {
        let unclear = items.filter { participants[index].delivered[$0] != nil }
        guard !unclear.isEmpty else { return }
        let known = try await archive.store.knownItems(Array(unclear), of: participants[index].id)
        for item in unclear where known[item] == nil { participants[index].delivered[item] = nil }
    }

    /// Reads from the store what an aborted step has stored.
    private mutating func readStored(_ deliveries: [DeliveryRecord], of index: Int) async throws {
        let id = participants[index].id
        let store = await archive.store
        let answers = deliveries.compactMap(\.answer)
        let items = Set(answers.flatMap(\.items).map(\.id))
        let gone = Set(answers.flatMap(\.deleted) + participants[index].dropped.keys)
            .filter { participants[index].delivered[$0] != nil }
        let known = try await store.knownItems(Array(items.union(gone)), of: id)
        for item in items where known[item] != nil { participants[index].delivered[item] = .some(nil) }
        for item in gone where known[item] == nil { participants[index].delivered[item] = nil }
        if deliveries.contains(where: { $0.request.origin == .newest }) {
            participants[index].lastRead = nil
        }
        for delivery in deliveries { participants[index].recordReading(delivery, isStored: false) }
    }

    /// 4, 5, 12: exactly the delivered items are stored.
    private func checkStored() throws {
        guard visible.stored.count != participants.reduce(0, { $0 + $1.delivered.count }) else { return }
        let stored = Set(visible.stored.map(\.id))
        let delivered = Set(
            participants.flatMap { participant in
                participant.delivered.keys.map { TicketID(supplier: participant.id, item: $0) }
            })
        let lost = delivered.subtracting(stored)
        throw InvariantViolation(
            "5: lost are \(lost.map(\.description).sorted().prefix(5)), "
                + "kept though deleted \(stored.subtracting(delivered).map(\.description).sorted().prefix(5))\n"
                + participants.filter { participant in lost.contains { $0.supplier == participant.id } }
                .map(\.truth.description).joined(separator: "\n"))
    }

    /// 13: a post is late if its range was complete and visible before it arrived, and only then.
    private func checkLateness(of deliveries: [DeliveryRecord], of index: Int, from before: VisibleTrack) throws {
        let participant = participants[index]
        let claimed = before.record.supplierStates[participant.id]?.ranges.coverage.claimed.timeframes ?? []
        let visibleRanges = before.record.visibleRanges
        let items = Set(deliveries.compactMap(\.answer).flatMap(\.items).map(\.id))
        for item in items where participant.delivered[item] == nil {
            guard let entry = visible.entry(TicketID(supplier: participant.id, item: item)) else { continue }
            let time = entry.ticket.key.time
            let wasComplete = claimed.contains { $0.end <= time && time < $0.start }
            let wasShown =
                visibleRanges.timeframes.contains { $0.end <= time && time < $0.start }
                || visibleRanges.newest.map { time >= $0 } ?? false
            if isSingle {
                guard entry.isLate == (wasComplete && wasShown) else {
                    throw InvariantViolation("13: \(entry.ticket.id) of \(time.milliseconds) is late: \(entry.isLate)")
                }
            } else if entry.isLate, participant.truth.onTime[item]?.time == time {
                throw InvariantViolation(
                    "13: \(entry.ticket.id) of \(time.milliseconds) was in time, and is called late")
            }
        }
    }

    /// A ticket that was withheld on arrival is not late when it becomes visible.
    private func checkWithheld(from before: VisibleTrack) throws {
        let came = visible.entries.filter {
            $0.isLate && before.positions[.ticket($0.ticket.id)] == nil
                && before.record.active.contains($0.ticket.supplier)
        }
        guard !came.isEmpty else { return }
        let stored = Set(before.stored.map(\.id))
        if let entry = came.first(where: { stored.contains($0.ticket.id) }) {
            throw InvariantViolation("13: \(entry.ticket.id) was withheld when it came, and is called late")
        }
    }

    /// 15, 16: a refresh reads a range again if items may have been added or changed there since it was last read.
    ///
    /// - Parameter settled: The ranges that a fill has read since then, when they were settled.
    private func checkRereading(
        _ deliveries: [DeliveryRecord], of index: Int, since read: Timestamp?, except settled: TimeframeSet
    ) throws {
        let participant = participants[index]
        let lateness = participant.supplier.traits.lateness
        guard let first = deliveries.first, first.request.origin == .newest,
            deliveries.allSatisfy({ $0.answer != nil && $0.answer?.budget.retryAt == nil }),
            let claimed = visible.record.supplierStates[participant.id]?.ranges.coverage.claimed.timeframes,
            let range = claimed.first, range.start == first.request.now.flooredToSecond,
            let read, lateness > .zero, !participant.truth.lossRules.isWindow,
            // A second refresh within the same second only checks for changes.
            read.flooredToSecond < range.start
        else { return }
        let since = max(read.advanced(by: .zero - lateness), range.end)
        for post in participant.source.posts where post.time >= since && post.time < range.start && post.isDated {
            guard !participant.source.behavior.filters.contains(post.id), !participant.truth.mayHaveLost(post),
                !settled.contains(post.time)
            else { continue }
            // Unknown for an aborted fill.
            if case .some(nil) = participant.delivered[post.id] { continue }
            guard let text = participant.delivered[post.id], text == post.text else {
                throw InvariantViolation(
                    "15: \(post.id) of \(participant.id) at \(post.time.milliseconds) was to be read again down to "
                        + "\(since.milliseconds), and is not as it is\n\(participant.truth.description)")
            }
        }
    }

    /// Filtered items are reported.
    private func checkFiltered() throws {
        let reported = controlUnit.filtered
        guard filtered.isSubset(of: reported) else {
            throw InvariantViolation(
                "not reported as filtered: \(filtered.subtracting(reported).map(\.description).sorted().prefix(5))")
        }
    }
}

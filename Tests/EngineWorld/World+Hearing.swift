import EngineConcepts
import EngineTestSupport

extension World {
    /// Checks the Track against the answers of all sources during the last step.
    ///
    /// - Parameter heard: The answers, in the order of the participants.
    mutating func hear(_ heard: [[DeliveryRecord]], from before: VisibleTrack) async throws {
        for (index, testimonies) in zip(citizens.indices, heard) {
            let asked = try citizens[index].noteRequests(testimonies, isKept: !isUnkept)
            citizens[index].isLeaving = false
            if asked > 0, let askable, !askable.contains(citizens[index].id) {
                throw LawViolation("\(citizens[index].id) is asked, though nobody sees it")
            }
            guard !testimonies.isEmpty else { continue }
            for testimony in testimonies {
                citizens[index].truth.losses
                    .note(
                        forgotten: testimony.forgotten, beyondReach: testimony.beyondReach)
            }
            let hearing = EventListener(citizens[index], testimonies, from: before, to: sight)
            try hearing.checkNothingInvented()
            try hearing.checkNothingGivenUp()
            if isUnkept {
                try await suppose(testimonies, of: index)
                continue
            }
            try hearing.checkClaims()
            try hearing.checkTurnOver()
            if asked == testimonies.count {
                try hearing.checkCondition()
            }
            try checkLateness(of: testimonies, of: index, from: before)
            let (lastRead, settled) = (citizens[index].lastRead, citizens[index].settled)
            try await keep(testimonies, of: index)
            if isRefresh, asked == testimonies.count, asked < PoolLimits().pages {
                try checkRereading(testimonies, of: index, since: lastRead, except: settled)
            }
        }
        try checkStored()
        try checkWithheld(from: before)
        try checkFiltered()
    }

    /// Returns the ranges that may be missing again because a window has turned over.
    func turnedOver(_ heard: [[DeliveryRecord]], from before: VisibleTrack) -> [SupplierID: TimeframeSet] {
        var excused: [SupplierID: TimeframeSet] = [:]
        for (citizen, testimonies) in zip(citizens, heard) where !testimonies.isEmpty {
            let hearing = EventListener(citizen, testimonies, from: before, to: sight)
            excused[citizen.id] = TimeframeSet(hearing.torn.map(\.stretch) + hearing.doubted)
        }
        return excused
    }

    /// Records what was delivered. Visible posts have the text that was delivered last.
    private mutating func keep(_ testimonies: [DeliveryRecord], of index: Int) async throws {
        var unclear: Set<String> = []
        var touched: Set<String> = []
        for testimony in testimonies {
            guard let answer = testimony.answer else { continue }
            for item in answer.items {
                citizens[index].delivered[item.id] = .some(item.body.text.source)
                touched.insert(item.id)
            }
            for item in answer.deleted {
                citizens[index].delivered[item] = nil
            }
            for (item, time) in citizens[index].dropped where citizens[index].delivered[item] != nil {
                switch testimony.showsOmission(at: time) {
                case true?: citizens[index].delivered[item] = nil
                case false?: break
                case nil: unclear.insert(item)
                }
            }
            if testimony.request.origin == .newest {
                citizens[index].lastRead = testimony.request.now
            }
            citizens[index].noteReading(testimony, isKept: true)
            filtered.formUnion(
                answer.filtered.compactMap(\.item).map { TicketID(supplier: citizens[index].id, item: $0) })
        }
        try await lookUp(unclear, of: index)
        for item in touched {
            let id = TicketID(supplier: citizens[index].id, item: item)
            guard let entry = sight.entry(id) else { continue }
            guard let text = citizens[index].delivered[item] else {
                throw LawViolation("\(id) was deleted, and is shown")
            }
            if let text, entry.ticket.body.text.source != text {
                throw LawViolation("\(id) says \(entry.ticket.body.text.source), and was last delivered as \(text)")
            }
        }
    }

    /// Reads from the store whether posts exist, if an answer does not say so.
    private mutating func lookUp(_ items: Set<String>, of index: Int) async throws {
        let unclear = items.filter { citizens[index].delivered[$0] != nil }
        guard !unclear.isEmpty else { return }
        let known = try await archive.store.known(Array(unclear), of: citizens[index].id)
        for item in unclear where known[item] == nil {
            citizens[index].delivered[item] = nil
        }
    }

    /// Reads from the store what an aborted step has stored.
    private mutating func suppose(_ testimonies: [DeliveryRecord], of index: Int) async throws {
        let id = citizens[index].id
        let store = await archive.store
        let answers = testimonies.compactMap(\.answer)
        let items = Set(answers.flatMap(\.items).map(\.id))
        let gone = Set(answers.flatMap(\.deleted) + citizens[index].dropped.keys)
            .filter { citizens[index].delivered[$0] != nil }
        let known = try await store.known(Array(items.union(gone)), of: id)
        for item in items where known[item] != nil {
            citizens[index].delivered[item] = .some(nil)
        }
        for item in gone where known[item] == nil {
            citizens[index].delivered[item] = nil
        }
        if testimonies.contains(where: { $0.request.origin == .newest }) {
            citizens[index].lastRead = nil
        }
        for testimony in testimonies { citizens[index].noteReading(testimony, isKept: false) }
    }

    /// 4, 5, 12: exactly the delivered items are stored.
    private func checkStored() throws {
        guard sight.stored.count != citizens.reduce(0, { $0 + $1.delivered.count }) else { return }
        let stored = Set(sight.stored.map(\.id))
        let delivered = Set(
            citizens.flatMap { citizen in
                citizen.delivered.keys.map { TicketID(supplier: citizen.id, item: $0) }
            })
        let lost = delivered.subtracting(stored)
        throw LawViolation(
            "5: lost are \(lost.map(\.description).sorted().prefix(5)), "
                + "kept though deleted \(stored.subtracting(delivered).map(\.description).sorted().prefix(5))\n"
                + citizens.filter { citizen in lost.contains { $0.supplier == citizen.id } }
                .map(\.truth.character).joined(separator: "\n"))
    }

    /// 13: a post is late if its range was complete and visible before it arrived, and only then.
    private func checkLateness(of testimonies: [DeliveryRecord], of index: Int, from before: VisibleTrack) throws {
        let citizen = citizens[index]
        let claimed = before.record.ledgers[citizen.id]?.coverage.claimed.timeframes ?? []
        let extent = before.record.extent
        let items = Set(testimonies.compactMap(\.answer).flatMap(\.items).map(\.id))
        for item in items where citizen.delivered[item] == nil {
            guard let entry = sight.entry(TicketID(supplier: citizen.id, item: item)) else { continue }
            let time = entry.ticket.key.time
            let wasComplete = claimed.contains { $0.end <= time && time < $0.start }
            let wasShown =
                extent.timeframes.contains { $0.end <= time && time < $0.start }
                || extent.newest.map { time >= $0 } ?? false
            if isSingle {
                guard entry.isLate == (wasComplete && wasShown) else {
                    throw LawViolation("13: \(entry.ticket.id) of \(time.milliseconds) is late: \(entry.isLate)")
                }
            } else if entry.isLate, citizen.truth.onTime[item]?.time == time {
                throw LawViolation("13: \(entry.ticket.id) of \(time.milliseconds) was in time, and is called late")
            }
        }
    }

    /// A ticket that was withheld on arrival is not late when it becomes visible.
    private func checkWithheld(from before: VisibleTrack) throws {
        let came = sight.entries.filter {
            $0.isLate && before.positions[.ticket($0.ticket.id)] == nil
                && before.record.active.contains($0.ticket.supplier)
        }
        guard !came.isEmpty else { return }
        let stored = Set(before.stored.map(\.id))
        if let entry = came.first(where: { stored.contains($0.ticket.id) }) {
            throw LawViolation("13: \(entry.ticket.id) was withheld when it came, and is called late")
        }
    }

    /// 15, 16: a refresh reads a range again if items may have been added or changed there since it was last read.
    ///
    /// - Parameter settled: The ranges that a fill has read since then, when they were settled.
    private func checkRereading(
        _ testimonies: [DeliveryRecord], of index: Int, since read: Timestamp?, except settled: TimeframeSet
    ) throws {
        let citizen = citizens[index]
        let lateness = citizen.supplier.traits.lateness
        guard let first = testimonies.first, first.request.origin == .newest,
            testimonies.allSatisfy({ $0.answer != nil && $0.answer?.budget.retryAt == nil }),
            let claimed = sight.record.ledgers[citizen.id]?.coverage.claimed.timeframes,
            let stretch = claimed.first, stretch.start == first.request.now.flooredToSecond,
            let read, lateness > .zero, !citizen.truth.nature.isWindow,
            // A second refresh within the same second only checks for changes.
            read.flooredToSecond < stretch.start
        else { return }
        let since = max(read.advanced(by: .zero - lateness), stretch.end)
        for post in citizen.source.posts where post.time >= since && post.time < stretch.start && post.isDated {
            guard !citizen.source.manner.leavesOut.contains(post.id), !citizen.truth.mayHaveLost(post),
                !settled.contains(post.time)
            else { continue }
            // Unknown for an aborted fill.
            if case .some(nil) = citizen.delivered[post.id] { continue }
            guard let text = citizen.delivered[post.id], text == post.text else {
                throw LawViolation(
                    "15: \(post.id) of \(citizen.id) at \(post.time.milliseconds) was to be read again down to "
                        + "\(since.milliseconds), and is not as it is\n\(citizen.truth.character)")
            }
        }
    }

    /// Filtered items are reported.
    private func checkFiltered() throws {
        let told = controlUnit.filtered
        guard filtered.isSubset(of: told) else {
            throw LawViolation("nobody was told of \(filtered.subtracting(told).map(\.description).sorted().prefix(5))")
        }
    }
}

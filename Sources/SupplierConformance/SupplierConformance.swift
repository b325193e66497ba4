public import EngineConcepts

/// Proves the supplier contract: hands a supplier's source various things to hold, reads them through the supplier, and
/// answers in which ways the contract is broken. An empty answer is a pass.
public struct ConformanceSuite: Sendable {
    private let origin: any ScriptedOrigin
    private let now: Timestamp
    /// More pages than this are a loop.
    private let pageLimit: Int

    /// A suite over a scripted source.
    ///
    /// - Parameter now: the time of day that requests carry; items are older.
    public init(_ origin: any ScriptedOrigin, now: Timestamp, pageLimit: Int = 500) {
        self.origin = origin
        self.now = now
        self.pageLimit = pageLimit
    }

    /// Runs everything.
    public func run() async -> [Violation] {
        var violations: [Violation] = []
        for (name, items) in stories {
            do {
                try await origin.publish(items)
                let supplier = try await origin.makeSupplier()
                violations += checkIdentity(supplier)
                violations += try await checkStream(supplier, items).map { Violation($0.rule, "\(name): \($0.detail)") }
            } catch {
                violations.append(Violation(.usable, "\(name): \(error)"))
            }
        }
        do {
            violations += try await checkMemory()
            violations += try await checkFailure()
            violations += try await checkCancellation()
            violations += try await checkActions()
        } catch {
            violations.append(Violation(.usable, "\(error)"))
        }
        return violations
    }

    // MARK: What the source holds

    private var stories: [(String, [ScriptedItem])] {
        [
            ("nothing", []),
            ("one item", items(1, every: .seconds(60))),
            ("a day of items", items(120, every: .seconds(720))),
            ("a hundred items in three seconds", items(100, every: .milliseconds(30))),
            ("years between items", items(12, every: .seconds(86_400 * 200))),
        ]
    }

    private func items(_ count: Int, every interval: Duration) -> [ScriptedItem] {
        (0..<count)
            .map { index in
                let time = now.advanced(by: .seconds(-60) - interval * index).flooredToSecond
                return ScriptedItem(id: "item-\(count)-\(index)", time: time, text: "The text of item \(index).")
            }
    }

    // MARK: The checks

    private func checkIdentity(_ supplier: any Supplier) -> [Violation] {
        let id = supplier.id.rawValue
        var violations: [Violation] = []
        if id.isEmpty || id.contains("/") {
            violations.append(Violation(.identity, "“\(id)” cannot be kept apart from item names"))
        }
        if supplier.name.isEmpty {
            violations.append(Violation(.identity, "there is nothing to call \(id) on the screen"))
        }
        return violations
    }

    /// A walk along the tokens from the newest page on.
    private struct Walk {
        var pages: [(request: FetchRequest, answer: FetchAnswer)] = []
        var isEndless = false

        var items: [SourceItem] { pages.flatMap(\.answer.items) }
    }

    private func walk(_ supplier: any Supplier) async throws -> Walk {
        var walk = Walk()
        var origin = FetchRequest.Origin.newest
        var memory: String?
        var edge = now.flooredToSecond
        try await supplier.poolSetup()
        while walk.pages.count < pageLimit {
            let request = FetchRequest(
                origin: origin, maximum: supplier.traits.maximumPage, memory: memory, now: now)
            let answer = try await supplier.fetch(request)
            walk.pages.append((request, answer))
            memory = answer.memory ?? memory
            edge = Self.reached(by: answer, from: edge)
            guard let next = answer.next else {
                await supplier.poolCleanup()
                return walk
            }
            origin = .token(next, edge: edge)
        }
        walk.isEndless = true
        await supplier.poolCleanup()
        return walk
    }

    private static func reached(by answer: FetchAnswer, from edge: Timestamp) -> Timestamp {
        TimeframeSet(answer.claims.compactMap(\.timeframe.wholeSeconds)).timeframes
            .first { $0.start >= edge && $0.end < edge }?
            .end ?? edge
    }

    private func checkStream(_ supplier: any Supplier, _ published: [ScriptedItem]) async throws -> [Violation] {
        let walk = try await walk(supplier)
        var violations: [Violation] = []
        if walk.isEndless {
            violations.append(Violation(.endingPages, "there is still a next page after \(pageLimit) of them"))
        }
        var texts: Set<String> = []
        for (request, answer) in walk.pages {
            texts.formUnion(answer.items.map { Self.text(of: $0) })
            for claim in answer.claims {
                guard claim.timeframe.start >= request.edge || walk.pages.count > 1 else {
                    violations.append(
                        Violation(
                            .usefulClaims,
                            "the page from \(request.edge.seconds) claims from \(claim.timeframe.start.seconds)"))
                    continue
                }
                let withheld = published.filter { item in
                    claim.timeframe.contains(item.time) && !texts.contains { $0.contains(item.text) }
                }
                if let first = withheld.first {
                    violations.append(
                        Violation(
                            .honestClaims,
                            "\(withheld.count) items such as \(first.id) of \(first.time.seconds) were not delivered"))
                }
            }
            if answer.isUnchanged, request.memory == nil {
                violations.append(Violation(.unchanged, "unchanged without memory"))
            }
        }
        let isComplete = walk.pages.last.map { $0.answer.end == .trueEnd } ?? false
        let missing = published.filter { item in !texts.contains { $0.contains(item.text) } }
        if isComplete, let first = missing.first {
            violations.append(Violation(.wholeStream, "\(missing.count) items such as \(first.id) never came"))
        }
        var times: [String: Timestamp?] = [:]
        for item in walk.items {
            if let known = times[item.id], known != item.orderTime {
                violations.append(Violation(.stableItems, "\(item.id) came with two times"))
            }
            times[item.id] = item.orderTime
        }
        return violations + (try await checkStability(supplier, of: times))
    }

    /// A second reading, as by another process, gives the same names and times.
    private func checkStability(
        _ supplier: any Supplier, of times: [String: Timestamp?]
    ) async throws -> [Violation] {
        let again = try await walk(try await origin.makeSupplier())
        let names = Set(again.items.map(\.id))
        if names != Set(times.keys) {
            return [Violation(.stableItems, "a second reading gives \(names.count) names instead of \(times.count)")]
        }
        for item in again.items {
            if let known = times[item.id], known != item.orderTime {
                return [Violation(.stableItems, "\(item.id) has another time at the second reading")]
            }
        }
        return []
    }

    private func checkMemory() async throws -> [Violation] {
        var held = items(5, every: .seconds(3600))
        try await origin.publish(held)
        let supplier = try await origin.makeSupplier()
        let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
        let later = now.advanced(by: .seconds(600))
        let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: later))
        var violations: [Violation] = []
        if second.isUnchanged, !second.items.isEmpty {
            violations.append(Violation(.unchanged, "unchanged, with \(second.items.count) items"))
        }
        held[0].text = "Edited: the text of item 0."
        try await origin.publish(held)
        let memory = second.memory ?? first.memory
        let third = try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: later))
        if third.isUnchanged {
            violations.append(Violation(.unchanged, "unchanged, though an item was edited"))
        } else if let edited = third.items.first(where: { Self.text(of: $0).contains("Edited") }),
            !first.items.contains(where: { $0.id == edited.id })
        {
            violations.append(Violation(.edits, "\(edited.id) was called something else before the edit"))
        }
        return violations
    }

    private func checkFailure() async throws -> [Violation] {
        try await origin.publish(items(3, every: .seconds(60)))
        let supplier = try await origin.makeSupplier()
        guard try await origin.breakDown() else { return [] }
        do {
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            return [Violation(.errors, "a broken source was answered with \(answer.items.count) items")]
        } catch {
            return error.message.isEmpty ? [Violation(.errors, "the error has no words")] : []
        }
    }

    private func checkCancellation() async throws -> [Violation] {
        try await origin.publish(items(3, every: .seconds(60)))
        let supplier = try await origin.makeSupplier()
        let now = now
        let task = Task {
            do {
                _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
                return true
            } catch {
                return error is SupplierError
            }
        }
        task.cancel()
        return await task.value ? [] : [Violation(.cancellation, "a cancelled request ended in an unknown way")]
    }

    private func checkActions() async throws -> [Violation] {
        let supplier = try await origin.makeSupplier()
        let ticket = Ticket(
            SourceItem(id: "no such item", orderTime: now, body: TicketBody()), of: supplier.id, seen: now)
        do {
            try await supplier.perform(.like, on: ticket)
            return [Violation(.actions, "an item that does not exist was liked")]
        } catch {
            return []
        }
    }

    private static func text(of item: SourceItem) -> String {
        [item.body.title, item.body.text.source, item.body.summary?.source].compactMap(\.self).joined(separator: "\n")
    }
}

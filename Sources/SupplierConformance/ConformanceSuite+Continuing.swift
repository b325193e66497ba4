public import EngineConcepts

// Continues in the middle of a stream in every way that the supplier's traits promise.
extension ConformanceSuite {
    /// Checks a supplier whose source cannot be scripted: takes the result of one complete read as the expected
    /// items and compares all other ways of reading with it.
    ///
    /// - Parameter make: Creates the supplier, as at the start of a process.
    public static func observe(
        now: Timestamp, pageLimit: Int = 500, _ make: () async throws -> any Supplier
    ) async -> [Violation] {
        let suite = ConformanceSuite(Unscripted(), now: now, pageLimit: pageLimit)
        do {
            let supplier = try await make()
            let expected = ExpectedItems(read: try await suite.walk(supplier).items)
            var violations = suite.checkIdentity(supplier)
            violations += try await suite.checkStream(supplier, expected, again: make)
            violations += suite.checkClaims(of: try await suite.walk(supplier, maximumItems: 7), expected)
            return violations + (try await suite.checkContinuations(supplier, expected))
        } catch {
            return [Violation(.usable, "\(error)")]
        }
    }

    func checkScriptedContinuations() async throws -> [Violation] {
        let held = items(120, every: .seconds(720))
        try await origin.publish(held)
        return try await checkContinuations(try await origin.makeSupplier(), ExpectedItems(held))
    }

    private func checkContinuations(_ supplier: any Supplier, _ expected: ExpectedItems) async throws -> [Violation] {
        let whole = try await walk(supplier)
        let dated = whole.items.filter { $0.orderTime != nil }
            .map { Ticket($0, of: supplier.id, seen: now).key }.sorted()
        guard dated.count > 2 else { return [] }
        // As in the engine: an edge is the bound of the coverage, an anchor is the known ticket next to it.
        let second = dated[dated.count / 2].time.flooredToSecond
        let above = second.secondAbove
        var violations: [Violation] = []
        if supplier.traits.pagesOlder, let anchor = dated.last(where: { $0.time >= second }) {
            violations += try await checkDownwards(
                supplier, expected: expected, from: .anchor(anchor, edge: second), rule: .anchors,
                isWhole: whole.end == .trueEnd)
        }
        if supplier.traits.pagesNewer, let anchor = dated.first(where: { $0.time < above }) {
            violations += try await checkUpwards(
                supplier, expected: expected, from: .anchor(anchor, edge: above), rule: .newerSide)
        }
        if supplier.traits.readsTimeRanges {
            violations += try await checkDownwards(
                supplier, expected: expected, from: .time(second), rule: .timeRanges, isWhole: whole.end == .trueEnd)
            violations += try await checkUpwards(supplier, expected: expected, from: .time(second), rule: .timeRanges)
        }
        return violations
    }

    /// Checks that nothing below `origin` is skipped: all claimed items were delivered, and if the stream ends, all
    /// items.
    private func checkDownwards(
        _ supplier: any Supplier, expected: ExpectedItems, from origin: FetchRequest.Origin, rule: Violation.Rule,
        isWhole: Bool
    ) async throws -> [Violation] {
        let walk: Walk
        do {
            walk = try await self.walk(supplier, from: origin, maximumItems: 11)
        } catch {
            return [Violation(rule, "paging to older items failed: \(error)")]
        }
        var violations = checkClaims(of: walk, expected)
        if isWhole, let edge = walk.pages.first?.request.edge, let below = Timeframe.everythingBefore(edge),
            let first = walk.missing(of: expected, in: below).first
        {
            violations.append(Violation(rule, "items such as \(first.id) of \(first.time.seconds) were skipped"))
        }
        return violations
    }

    /// Checks that upwards from `origin` every page continues the one before, up to the top.
    private func checkUpwards(
        _ supplier: any Supplier, expected: ExpectedItems, from origin: FetchRequest.Origin, rule: Violation.Rule
    ) async throws -> [Violation] {
        let walk: Walk
        do {
            walk = try await self.walk(supplier, .newer, from: origin, maximumItems: 11)
        } catch {
            return [Violation(rule, "paging to newer items failed: \(error)")]
        }
        var violations = checkClaims(of: walk, expected)
        guard let edge = walk.pages.first?.request.edge, let above = Timeframe(from: now, downTo: edge) else {
            return violations
        }
        if let first = walk.missing(of: expected, in: above).first {
            violations.append(Violation(rule, "items such as \(first.id) of \(first.time.seconds) were skipped"))
        }
        let top = walk.pages.last.map { Self.reached(by: $0.answer, from: $0.request.edge, .newer) } ?? edge
        if top < now.flooredToSecond {
            violations.append(Violation(rule, "paging to newer items ends at \(top.seconds), below the top"))
        }
        return violations
    }
}

/// The origin for a source that cannot be scripted. Never called.
private struct Unscripted: ScriptedOrigin {
    private let error = SupplierError(.unsupported, .verbatim("The source cannot be scripted."))

    func makeSupplier() async throws -> any Supplier { throw error }

    func publish(_ items: [ScriptedItem]) async throws { throw error }
}

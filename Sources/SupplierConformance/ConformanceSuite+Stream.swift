import EngineConcepts

// Reads a stream from its newest item through all tokens.
extension ConformanceSuite {
    func checkIdentity(_ supplier: any Supplier) -> [Violation] {
        let id = supplier.id.rawValue
        var violations: [Violation] = []
        if id.isEmpty || id.contains("/") {
            violations.append(Violation(.identity, "“\(id)” is empty or has a slash"))
        }
        if supplier.name.isEmpty {
            violations.append(Violation(.identity, "\(id) has no name"))
        }
        return violations
    }

    /// The result of following the tokens.
    struct Walk {
        var pages: [(request: FetchRequest, answer: FetchAnswer)] = []
        var isEndless = false

        var items: [SourceItem] { pages.flatMap(\.answer.items) }
        var end: FetchEnd? { pages.last?.answer.end }

        /// Returns the items of `expected` in `timeframe` that no page has.
        func missing(of expected: ExpectedItems, in timeframe: Timeframe = .always) -> [ScriptedItem] {
            var delivered = DeliveredItems()
            delivered.add(items)
            return delivered.missing(of: expected, in: timeframe)
        }
    }

    /// Follows the tokens from `origin` with pages of `maximumItems` items.
    func walk(
        _ supplier: any Supplier, _ direction: ReadDirection = .older, from origin: FetchRequest.Origin = .newest,
        maximumItems: Int? = nil
    ) async throws -> Walk {
        var walk = Walk()
        var origin = origin
        var memory: String?
        try await supplier.poolSetup()
        while walk.pages.count < pageLimit {
            let request = FetchRequest(
                direction: direction, origin: origin, maximumItems: maximumItems ?? supplier.traits.maximumPageItems,
                memory: memory,
                now: now)
            let answer = try await supplier.fetch(request)
            walk.pages.append((request, answer))
            memory = answer.memory ?? memory
            // After an interruption, the same page is requested again later.
            guard let next = answer.next, answer.interruption == nil else {
                await supplier.poolCleanup()
                return walk
            }
            origin = .token(next, edge: Self.reached(by: answer, from: request.edge, direction))
        }
        walk.isEndless = true
        await supplier.poolCleanup()
        return walk
    }

    /// Returns the bound of the coverage after `answer`, as the engine computes it.
    static func reached(by answer: FetchAnswer, from edge: Timestamp, _ direction: ReadDirection) -> Timestamp {
        let claimed = TimeframeSet(answer.claims.compactMap(\.timeframe.wholeSeconds)).timeframes
        return switch direction {
        case .older: claimed.first { $0.start >= edge && $0.end < edge }?.end ?? edge
        case .newer: claimed.first { $0.end <= edge && $0.start > edge }?.start ?? edge
        }
    }

    func checkStream(
        _ supplier: any Supplier, _ expected: ExpectedItems, again: () async throws -> any Supplier
    ) async throws -> [Violation] {
        let walk = try await walk(supplier)
        var violations = checkClaims(of: walk, expected)
        for (request, answer) in walk.pages where answer.isUnchanged {
            if request.memory == nil {
                violations.append(Violation(.unchanged, "a request without memory is answered as unchanged"))
            } else if request.origin != .newest {
                violations.append(Violation(.unchanged, "an older page is answered as unchanged"))
            }
        }
        let missing = walk.missing(of: expected)
        if walk.end == .trueEnd, let first = missing.first {
            violations.append(Violation(.wholeStream, "\(missing.count) items such as \(first.id) were not delivered"))
        }
        var times: [String: Timestamp?] = [:]
        for item in walk.items {
            if let known = times[item.id], known != item.orderTime {
                violations.append(Violation(.stableItems, "\(item.id) was delivered with two times"))
            }
            times[item.id] = item.orderTime
        }
        return violations + checkStability(try await self.walk(try await again()), times)
    }

    /// Checks the rules for every walk: it ends, and all claimed items were delivered.
    func checkClaims(of walk: Walk, _ expected: ExpectedItems) -> [Violation] {
        var violations: [Violation] = []
        if walk.isEndless {
            violations.append(Violation(.endingPages, "there is a next page after \(pageLimit) pages"))
        }
        for (request, answer) in walk.pages {
            for claim in answer.claims where claim.timeframe.start > request.now {
                violations.append(
                    Violation(.honestClaims, "it claims \(claim.timeframe), which begins after \(request.now)"))
            }
        }
        var delivered = DeliveredItems()
        for (request, answer) in walk.pages {
            delivered.add(answer.items)
            for claim in answer.claims {
                let isUseful =
                    request.direction == .older
                    ? claim.timeframe.start >= request.edge : claim.timeframe.end <= request.edge
                guard isUseful || walk.pages.count > 1 else {
                    violations.append(
                        Violation(
                            .usefulClaims,
                            "the page from \(request.edge.seconds) claims from \(claim.timeframe.start.seconds)"))
                    continue
                }
                let withheld = delivered.missing(of: expected, in: claim.timeframe)
                if let first = withheld.first {
                    violations.append(
                        Violation(
                            .honestClaims,
                            "\(withheld.count) items such as \(first.id) of \(first.time.seconds) were not delivered"))
                }
            }
        }
        return violations
    }

    /// Checks that a second read, as by another process, gives the same IDs and times.
    private func checkStability(_ again: Walk, _ times: [String: Timestamp?]) -> [Violation] {
        let ids = Set(again.items.map(\.id))
        if ids != Set(times.keys) {
            return [Violation(.stableItems, "a second reading gives other IDs: \(ids.count) after \(times.count)")]
        }
        for item in again.items {
            if let known = times[item.id], known != item.orderTime {
                return [Violation(.stableItems, "\(item.id) has another time at the second reading")]
            }
        }
        return []
    }
}

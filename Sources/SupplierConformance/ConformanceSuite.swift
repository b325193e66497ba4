public import EngineConcepts

/// Checks the supplier contract: gives a supplier's source different contents, reads them through the supplier, and
/// returns the violations. An empty result is a pass.
public struct ConformanceSuite: Sendable {
    let origin: any ScriptedOrigin
    let now: Timestamp
    /// The number of pages that counts as an endless loop.
    let pageLimit: Int
    /// The time after which a cancelled request counts as not cancelled.
    let cancellationTimeout: Duration

    /// Creates a suite for a scripted source.
    ///
    /// - Parameters:
    ///   - now: The time in requests; items are older.
    ///   - pageLimit: The number of pages that counts as an endless loop.
    ///   - cancellationTimeout: How long to wait for a cancelled request. Long by default, since the request may wait for its
    ///     turn among all tests that run.
    public init(
        _ origin: any ScriptedOrigin, now: Timestamp, pageLimit: Int = 500,
        cancellationTimeout: Duration = .seconds(600)
    ) {
        self.origin = origin
        self.now = now
        self.pageLimit = pageLimit
        self.cancellationTimeout = cancellationTimeout
    }

    public func run() async -> [Violation] {
        var violations: [Violation] = []
        for (name, items) in contents {
            do {
                try await origin.publish(items)
                let supplier = try await origin.makeSupplier()
                violations += checkIdentity(supplier)
                violations += try await checkStream(supplier, ExpectedItems(items), again: origin.makeSupplier)
                    .map { Violation($0.rule, "\(name): \($0.detail)") }
            } catch {
                violations.append(Violation(.usable, "\(name): \(error)"))
            }
        }
        do {
            violations += try await checkScriptedContinuations()
            violations += try await checkMemory()
            violations += try await checkFailure()
            violations += try await checkCancellation()
            violations += try await checkActions()
        } catch {
            violations.append(Violation(.usable, "\(error)"))
        }
        return violations
    }

    // MARK: Contents of the source

    private var contents: [(String, [ScriptedItem])] {
        [
            ("nothing", []),
            ("one item", items(1, every: .seconds(60))),
            ("a day of items", items(120, every: .seconds(720))),
            ("a hundred items in three seconds", items(100, every: .milliseconds(30))),
            ("years between items", items(12, every: .seconds(86_400 * 200))),
        ]
    }

    func items(_ count: Int, every interval: Duration) -> [ScriptedItem] {
        (0..<count)
            .map { index in
                let time = now.advanced(by: .seconds(-60) - interval * index).flooredToSecond
                return ScriptedItem(id: "item-\(count)-\(index)", time: time, text: "The text of item \(index).")
            }
    }

    // MARK: Checks

    private func checkMemory() async throws -> [Violation] {
        var held = items(5, every: .seconds(3600))
        try await origin.publish(held)
        let supplier = try await origin.makeSupplier()
        let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
        let later = now.advanced(by: .seconds(600))
        let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: later))
        var violations: [Violation] = []
        if second.isUnchanged, !second.items.isEmpty {
            violations.append(Violation(.unchanged, "an unchanged answer has \(second.items.count) items"))
        }
        held[0].text = "Edited: the text of item 0."
        try await origin.publish(held)
        let memory = second.memory ?? first.memory
        let third = try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: later))
        if third.isUnchanged {
            violations.append(Violation(.unchanged, "the answer is unchanged although an item was edited"))
        } else if let edited = third.items.first(where: { $0.wholeText.contains("Edited") }),
            !first.items.contains(where: { $0.id == edited.id })
        {
            violations.append(Violation(.edits, "\(edited.id) had another ID before the edit"))
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
            return error.message == .verbatim("") ? [Violation(.errors, "the error has no message")] : []
        }
    }

    private func checkCancellation() async throws -> [Violation] {
        try await origin.publish(items(3, every: .seconds(60)))
        let supplier = try await origin.makeSupplier()
        let (now, cancellationTimeout) = (now, cancellationTimeout)
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let request = Task { try await supplier.fetch(FetchRequest(origin: .newest, now: now)) }
        request.cancel()
        // Any result shows that the request has ended.
        Task {
            _ = await request.result
            end.yield(true)
        }
        let timer = Task {
            try await Task.sleep(for: cancellationTimeout)
            end.yield(false)
        }
        defer { timer.cancel() }
        for await hasEnded in ends {
            return hasEnded
                ? [] : [Violation(.cancellation, "a cancelled request has not ended after \(cancellationTimeout)")]
        }
        return []
    }

    private func checkActions() async throws -> [Violation] {
        let supplier = try await origin.makeSupplier()
        let ticket = Ticket(
            SourceItem(id: "no such item", orderTime: now, body: TicketBody()), of: supplier.id, seen: now)
        var generator = SystemRandomNumberGenerator()
        let request = ActionRequest(id: .random(using: &generator), action: TicketAction.like, now: now)
        guard case .done = await supplier.perform(request, on: ticket) else { return [] }
        return [Violation(.actions, "an item that does not exist was liked")]
    }
}

import EngineConcepts

/// Runs an engine's requests with timeouts, and never two for the same supplier at once.
///
/// A request belongs to the fill that made it. If it ends after its fill, its result is reported as late, and its
/// supplier stays busy until that is handled.
actor RequestScheduler {
    /// The result of a request.
    enum Outcome: Sendable {
        case answered(PoolDelivery)
        case failed(SupplierID, SupplierError, of: FetchRequest?)

        var supplier: SupplierID {
            switch self {
            case .answered(let delivery): delivery.supplier
            case .failed(let supplier, _, _): supplier
            }
        }

        var end: RequestCounter.End {
            switch self {
            case .answered(let delivery):
                .answered(items: delivery.itemCount, fresh: delivery.fresh.count, bytes: delivery.answer.bytes)
            case .failed: .failed
            }
        }
    }

    private struct Flight {
        let serial: Int
        let fill: FillID
        let batch: Int
        let name: String
        let request: FetchRequest
        let began: Duration
        let task: Task<Void, Never>
    }

    private let store: any TrackStore
    private let time: any TimeSource
    private let limits: PoolLimits
    private let counter: RequestCounter
    private let progressed: @Sendable (FillID, FillProgress) -> Void
    private let handLate: @Sendable ([Outcome]) async -> Void

    private var flights: [SupplierID: Flight] = [:]
    /// Cancelled requests that may still be running. The supplier's next request waits for them.
    private var givenUp: [SupplierID: Task<Void, Never>] = [:]
    /// Suppliers that may have stored items, regardless of the state at the beginning of a fill.
    private var heardOf: Set<SupplierID> = []
    private var batches: [Int: RequestBatch] = [:]
    private var fills: [FillID: OpenFill] = [:]
    private var cancelled: Set<FillID> = []
    private var lateOutcomes: [Outcome] = []
    /// Suppliers whose late result was not handled yet.
    private var late: Set<SupplierID> = []
    private var isHandingOn = false
    private var serial = 0

    init(
        store: any TrackStore, time: any TimeSource, limits: PoolLimits, counter: RequestCounter,
        progressed: @escaping @Sendable (FillID, FillProgress) -> Void,
        late: @escaping @Sendable ([Outcome]) async -> Void
    ) {
        self.store = store
        self.time = time
        self.limits = limits
        self.counter = counter
        self.progressed = progressed
        handLate = late
    }

    /// True while a request is running or a late result was not handled.
    var isBusy: Bool {
        !flights.isEmpty || isHandingOn
    }

    // MARK: Fills

    /// Starts serving a fill.
    func open(_ order: FillPlan, unprepared: [SupplierID: SupplierError]) {
        let fill = order.fill
        var open = OpenFill(order: order, unprepared: unprepared)
        if cancelled.contains(fill) {
            _ = open.take(.cancelled)
        }
        let time = time
        let end = limits.fillEnd
        open.timer = Task {
            do {
                try await time.sleep(for: end)
            } catch {
                return
            }
            self.post(.timeIsUp, to: fill)
        }
        fills[fill] = open
    }

    /// Ends a committed fill. Results of requests that are still running are late from now on.
    func close(_ fill: FillID) {
        guard let open = end(fill) else { return }
        let unread: [Outcome] = open.unread
            .compactMap { event in
                switch event {
                case .answered(let delivery): .answered(delivery)
                case .failed(let supplier, let error, let request): .failed(supplier, error, of: request)
                case .slow, .held, .timeIsUp, .cancelled: nil
                }
            }
        handOn(unread)
    }

    /// Ends a fill without keeping anything. Cancels its requests and ignores their results.
    func abandon(_ fill: FillID) {
        _ = end(fill)
        for (supplier, flight) in flights where flight.fill == fill {
            giveUp(supplier, flight)
            counter.ended(supplier, .cancelled, after: time.elapsed() - flight.began)
            land(supplier)
        }
    }

    /// Notifies a fill that it is cancelled, even before ``open(_:unprepared:)``.
    func cancel(_ fill: FillID) {
        cancelled.insert(fill)
        post(.cancelled, to: fill)
    }

    private func end(_ fill: FillID) -> OpenFill? {
        cancelled.remove(fill)
        guard let open = fills.removeValue(forKey: fill) else { return nil }
        open.timer?.cancel()
        return open
    }

    // MARK: Requests

    /// Starts requests of a fill.
    func ask(_ requests: [PoolRequest], of fill: FillID) {
        guard let order = fills[fill]?.order, let unprepared = fills[fill]?.unprepared else { return }
        fills[fill]?.progress.asked += requests.count
        let batch = serial
        var begun: [SupplierID: Int] = [:]
        for request in requests {
            let supplier = request.supplier.id
            if flights[supplier] != nil || late.contains(supplier) {
                post(.slow(supplier), to: fill)
            } else if let error = unprepared[supplier] {
                // The setup was cancelled before this supplier's turn, which is not a failure.
                post(error.code == .cancelled ? .held(supplier) : .failed(supplier, error, of: nil), to: fill)
            } else if order.leavesInPeace(supplier) {
                post(.held(supplier), to: fill)
            } else {
                serial += 1
                begun[supplier] = serial
                begin(request, of: fill, batch: batch, serial: serial)
            }
        }
        guard !begun.isEmpty else { return }
        let now = time.elapsed()
        batches[batch] = RequestBatch(
            fill: fill, asked: now, requests: begun, left: begun.count, slowAt: now + limits.slowAfter,
            endsAt: now + limits.requestEnd)
        watch(batch)
        serial += 1
    }

    /// Waits for the next event of a fill.
    func next(of fill: FillID) async -> PoolEvent {
        // Modified in place, as in ``post(_:to:)``, to avoid a copy.
        guard fills[fill] != nil else { return .cancelled }
        if let event = fills[fill]?.nextUnread() { return event }
        return await withCheckedContinuation { fills[fill]?.waiter = $0 }
    }

    private func begin(_ request: PoolRequest, of fill: FillID, batch: Int, serial: Int) {
        let supplier = request.supplier.id
        let isNew = fills[fill]?.order.ledger(of: supplier).lastSuccess == nil && !heardOf.contains(supplier)
        let store = store
        let former = givenUp[supplier]
        let began = time.elapsed()
        counter.began(supplier)
        let task = Task {
            await former?.value
            let outcome = await request.outcome(knownTo: isNew ? nil : store)
            self.finished(supplier, serial, outcome)
        }
        flights[supplier] = Flight(
            serial: serial, fill: fill, batch: batch, name: request.supplier.name, request: request.request,
            began: began, task: task)
    }

    // MARK: Timeouts

    /// Marks unanswered requests of a batch as slow, and later ends them.
    private func watch(_ number: Int) {
        let time = time
        batches[number]?.timer = Task {
            while let pause = self.pause(of: number) {
                do {
                    try await time.sleep(for: pause)
                } catch {
                    return
                }
                self.ring(number)
            }
        }
    }

    private func pause(of number: Int) -> Duration? {
        batches[number].map { max(.zero, ($0.slowAt ?? $0.endsAt) - time.elapsed()) }
    }

    private func ring(_ number: Int) {
        guard let batch = batches[number] else { return }
        let now = time.elapsed()
        if let slowAt = batch.slowAt {
            guard slowAt <= now else { return }
            batches[number]?.slowAt = nil
            for (supplier, serial) in batch.requests where isFlying(supplier, serial) {
                post(.slow(supplier), to: batch.fill)
            }
        } else if batch.endsAt <= now {
            for (supplier, serial) in batch.requests {
                expire(supplier, serial, after: limits.requestEnd)
            }
        }
    }

    /// Shortens the waiting time for the remaining requests of a batch.
    private func adjust(_ number: Int) {
        guard let batch = batches[number], let slowAt = batch.slowAt,
            let patience = batch.patience(at: time.elapsed(), limits)
        else { return }
        let adjusted = batch.asked + patience
        batches[number]?.slowAt = adjusted
        if adjusted < slowAt {
            batch.timer?.cancel()
            watch(number)
        }
    }

    private func isFlying(_ supplier: SupplierID, _ serial: Int) -> Bool {
        flights[supplier]?.serial == serial
    }

    private func expire(_ supplier: SupplierID, _ serial: Int, after limit: Duration) {
        guard let flight = flights[supplier], flight.serial == serial else { return }
        giveUp(supplier, flight)
        let error = SupplierError(.timedOut, .noAnswer(from: .text(flight.name), within: limit))
        finished(supplier, serial, .failed(supplier, error, of: flight.request))
    }

    private func giveUp(_ supplier: SupplierID, _ flight: Flight) {
        flight.task.cancel()
        givenUp[supplier] = flight.task
    }

    // MARK: Answers

    private func finished(_ supplier: SupplierID, _ serial: Int, _ outcome: Outcome) {
        guard let flight = flights[supplier], flight.serial == serial else { return }
        counter.ended(supplier, outcome.end, after: time.elapsed() - flight.began)
        if !flight.task.isCancelled {
            givenUp[supplier] = nil
        }
        if case .answered = outcome {
            heardOf.insert(supplier)
        }
        land(supplier)
        if fills[flight.fill] != nil {
            switch outcome {
            case .answered(let delivery): post(.answered(delivery), to: flight.fill)
            case .failed(let supplier, let error, let request):
                post(.failed(supplier, error, of: request), to: flight.fill)
            }
        } else {
            handOn([outcome])
        }
    }

    private func land(_ supplier: SupplierID) {
        guard let flight = flights.removeValue(forKey: supplier), let batch = batches[flight.batch] else { return }
        batches[flight.batch]?.left -= 1
        if batch.left == 1 {
            batch.timer?.cancel()
            batches[flight.batch] = nil
        } else {
            adjust(flight.batch)
        }
    }

    private func post(_ event: PoolEvent, to fill: FillID) {
        // Modified in place, because a copy would copy all events of the fill each time.
        guard let (progress, waiter) = fills[fill]?.take(event) else { return }
        if let progress {
            progressed(fill, progress)
        }
        waiter?.resume(returning: event)
    }

    /// Reports late results. Those that arrive meanwhile are reported together.
    private func handOn(_ outcomes: [Outcome]) {
        lateOutcomes += outcomes
        late.formUnion(outcomes.lazy.map(\.supplier))
        guard !isHandingOn, !lateOutcomes.isEmpty else { return }
        isHandingOn = true
        Task {
            while !lateOutcomes.isEmpty {
                let outcomes = lateOutcomes
                lateOutcomes = []
                await handLate(outcomes)
                late.subtract(outcomes.lazy.map(\.supplier))
            }
            isHandingOn = false
            await handLate([])
        }
    }
}

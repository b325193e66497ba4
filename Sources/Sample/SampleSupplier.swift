import EngineConcepts

/// A bundled source: deterministic, offline, and as well or ill behaved as its temper says.
struct SampleSupplier: Supplier {
    /// How the source treats those who ask.
    enum Temper: Sendable {
        /// Answers at once.
        case prompt
        /// Takes its time at the start of every stretch of `period`, beginning with the sample's start.
        case sluggish(Duration, for: Duration, every: Duration)
        /// Did not answer between these times.
        case wasDown(from: Timestamp, until: Timestamp, SupplierError)
        /// Does not answer from a moment on, and asks to be left alone for a while.
        case broken(from: Timestamp, SupplierError, retryAfter: Duration)
    }

    let id: SupplierID
    let name: String
    let kind: SupplierKind
    let traits: SupplierTraits
    let presenter: any Presenter
    let stream: SampleStream
    let temper: Temper
    /// How it takes what readers do; nil where it takes nothing.
    let reception: SampleActions?
    /// When the sample started.
    let start: Timestamp
    let clock: any TimeSource

    private var pager: SamplePager { SamplePager(stream: stream, traits: traits) }

    /// A document holds nothing older than its last item; where a log begins, its source does not say.
    var timeThreshold: Timestamp? {
        get async {
            traits.shape == .window ? pager.windowEnd(at: clock.now()) : nil
        }
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        switch temper {
        case .prompt:
            break
        case .sluggish(let delay, let stretch, let period):
            let sinceStart = request.now.since(start)
            if sinceStart >= .zero, sinceStart.milliseconds % period.milliseconds < stretch.milliseconds {
                try await wait(delay)
            }
        case .wasDown(let from, let until, let error):
            guard request.now < from || until <= request.now else { throw error }
        case .broken(let from, let error, let pause):
            guard from <= request.now else { break }
            throw SupplierError(
                error.code, error.message, cause: error.cause, retryAt: request.now.advanced(by: pause))
        }
        var answer = try pager.page(request)
        answer.sourceName = name
        return answer
    }

    func perform(_ request: ActionRequest, on ticket: Ticket) async -> ActionOutcome {
        guard let reception, let index = Int(ticket.id.item), stream.shows(index, at: request.now) else {
            return .refused(SupplierError(.gone, "\(name) has no \(ticket.id.item)."))
        }
        do throws(SupplierError) {
            try await wait(reception.delay)
        } catch {
            return .uncertain(error)
        }
        return reception.outcome(at: request.now.since(start), name: name)
    }

    private func wait(_ delay: Duration) async throws(SupplierError) {
        do {
            try await clock.sleep(for: delay)
        } catch {
            throw SupplierError(.cancelled, "\(name) was not waited for.")
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded towards zero.
    fileprivate var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

import EngineConcepts

/// A sample source: deterministic, offline, and as reliable as its ``Reliability`` says.
struct SampleSupplier: Supplier {
    /// The behaviour of the source.
    enum Reliability: Sendable {
        /// Responds at once.
        case prompt
        /// Responds slowly at the start of every period, beginning with the sample's start.
        case slow(Duration, for: Duration, every: Duration)
        /// Failed between these times.
        case wasDown(from: Timestamp, until: Timestamp, SupplierError)
        /// Fails from a time on, with Retry-After.
        case broken(from: Timestamp, SupplierError, retryAfter: Duration)
    }

    let id: SupplierID
    let name: String
    let kind: SupplierKind
    let traits: SupplierTraits
    let presenter: any Presenter
    let stream: SampleStream
    let reliability: Reliability
    /// How the source handles actions, or `nil` if it supports none.
    let actionHandler: SampleActions?
    /// When the sample started.
    let start: Timestamp
    let clock: any TimeSource

    private var pager: SamplePager { SamplePager(stream: stream, traits: traits) }

    /// The time of the oldest item of a document, or `nil` if the source does not tell where its items begin.
    var timeThreshold: Timestamp? {
        get async {
            traits.shape == .window ? pager.windowEnd(at: clock.now()) : nil
        }
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        switch reliability {
        case .prompt:
            break
        case .slow(let delay, let stretch, let period):
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
        guard let actionHandler, let index = Int(ticket.id.item), stream.shows(index, at: request.now) else {
            return .refused(SupplierError(.gone, Message("itemNotInTimeline")))
        }
        do throws(SupplierError) {
            try await wait(actionHandler.delay)
        } catch {
            return .uncertain(error)
        }
        return actionHandler.outcome(at: request.now.since(start), name: name)
    }

    private func wait(_ delay: Duration) async throws(SupplierError) {
        do {
            try await clock.sleep(for: delay)
        } catch {
            throw SupplierError(.cancelled, Message("readingCancelled", ["source": .text(name)]))
        }
    }
}

public import EngineConcepts
import WebText

/// Follows a stream of server-sent events and connects again when it ends or breaks.
///
/// After an interruption it waits for the time that the server asks for, and twice as long after each attempt that
/// brought no event, with random variation, so that the clients of a restarted server do not return all at once.
public struct EventStream: Sendable {
    /// A change of a stream.
    public enum Step: Hashable, Sendable {
        /// The connection is open.
        case opened
        case event(ServerSentEvent)
        /// The connection is closed until this time, because of an error unless the server ended the stream.
        case interrupted(until: Timestamp, SupplierError?)
    }

    /// The waiting times between connections.
    public struct Pauses: Hashable, Sendable {
        /// The first pause if the server asks for none.
        public var first: Duration
        /// The longest pause.
        public var longest: Duration

        /// Creates waiting times.
        public init(first: Duration = .seconds(3), longest: Duration = .seconds(300)) {
            self.first = first
            self.longest = longest
        }
    }

    private let request: TransportRequest
    private let transport: any Transport
    private let time: any TimeSource
    private let pauses: Pauses
    private let random: @Sendable () -> Double

    /// Creates a stream at the address of `request`.
    ///
    /// - Parameter random: Returns a number from 0 to 1, excluding 1, for the variation of pauses.
    public init(
        _ request: TransportRequest, over transport: any Transport, time: any TimeSource, pauses: Pauses = Pauses(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.request = request
        self.transport = transport
        self.time = time
        self.pauses = pauses
        self.random = random
    }

    /// Passes the steps of the stream to `receive`. Returns when the server says that there will be no more events
    /// (status 204).
    ///
    /// Throws if `receive` does, if the task is cancelled, or if another attempt would fail in the same way.
    ///
    /// - Parameter lastID: The ID of the last event that was received earlier; empty if there is none.
    public func run(
        after lastID: String = "", _ receive: @Sendable (Step) async throws(SupplierError) -> Void
    ) async throws(SupplierError) {
        var parser = EventStreamParser(lastID: lastID)
        var failures = 0
        var retry: Duration?
        while true {
            let visit = try await visit(continuing: parser, receive)
            parser = EventStreamParser(lastID: visit.parser.lastID)
            retry = visit.parser.retry ?? retry
            failures = visit.hasEvents ? 0 : failures + 1
            let end: SupplierError?
            switch visit.end {
            case .finished: return
            case .closed: end = nil
            case .failed(let error): end = error
            case .fatal(let error): throw error
            }
            let pause = pause(after: failures, retry)
            let until = max(time.now().advanced(by: pause), end?.retryAt ?? .beginningOfTime)
            try await receive(.interrupted(until: until, end))
            do {
                try await time.sleep(for: until.since(time.now()))
            } catch {
                throw .requestCancelled(WebAddress.endpoint(of: request.address) ?? "")
            }
        }
    }

    /// Passes the steps of a single connection to `receive`, without an interruption at its end. Returns when the server
    /// ends it. Throws if it cannot be opened, if it breaks, or if `receive` throws.
    ///
    /// - Parameter noting: Receives the head of the response before ``Step/opened``.
    public func runOnce(
        noting: @Sendable (TransportResponse) -> Void = { _ in },
        _ receive: @Sendable (Step) async throws(SupplierError) -> Void
    ) async throws(SupplierError) {
        switch try await visit(continuing: EventStreamParser(), noting: noting, receive).end {
        case .finished, .closed: return
        case .failed(let error), .fatal(let error): throw error
        }
    }

    /// One connection.
    private struct Visit: Sendable {
        enum End: Sendable {
            case finished
            case closed
            case failed(SupplierError)
            case fatal(SupplierError)
        }

        var parser: EventStreamParser
        var hasEvents = false
        var end = End.closed
    }

    private func visit(
        continuing parser: EventStreamParser, noting: @Sendable (TransportResponse) -> Void = { _ in },
        _ receive: @Sendable (Step) async throws(SupplierError) -> Void
    ) async throws(SupplierError) -> Visit {
        var request = request
        request.isEndless = true
        request.headers += [.init("accept", "text/event-stream"), .init("cache-control", "no-store")]
        if !parser.lastID.isEmpty { request.headers.append(.init("last-event-id", parser.lastID)) }
        do throws(SupplierError) {
            return try await transport.send(request) { response throws(SupplierError) in
                noting(response)
                return await read(response, parser, receive)
            }
        } catch {
            return Visit(parser: parser, end: Self.canRecover(error) ? .failed(error) : .fatal(error))
        }
    }

    private func read(
        _ response: TransportResponse, _ parser: EventStreamParser,
        _ receive: @Sendable (Step) async throws(SupplierError) -> Void
    ) async -> Visit {
        var visit = Visit(parser: parser)
        guard response.status != 204 else {
            visit.end = .finished
            return visit
        }
        guard response.status == 200 else {
            let error = HTTPStatus.error(response, now: time.now())
            visit.end = response.status == 429 || response.status >= 500 ? .failed(error) : .fatal(error)
            return visit
        }
        let host = Message.Argument.text(WebAddress.endpoint(of: response.address) ?? response.address)
        guard response.header("content-type")?.lowercased().hasPrefix("text/event-stream") ?? false else {
            visit.end = .fatal(SupplierError(.malformed, Message("noEventStream", ["host": host])))
            return visit
        }
        do throws(SupplierError) {
            try await receive(.opened)
        } catch {
            visit.end = .fatal(error)
            return visit
        }
        while true {
            let events: [ServerSentEvent]
            do throws(SupplierError) {
                guard let bytes = try await response.body.next() else { return visit }
                events = try visit.parser.appending(bytes, from: host)
            } catch {
                visit.end = Self.canRecover(error) ? .failed(error) : .fatal(error)
                return visit
            }
            do throws(SupplierError) {
                for event in events {
                    visit.hasEvents = true
                    try await receive(.event(event))
                }
            } catch {
                visit.end = .fatal(error)
                return visit
            }
        }
    }

    /// Returns the time until the next connection, after so many connections without an event.
    private func pause(after failures: Int, _ retry: Duration?) -> Duration {
        let first = max(min(retry ?? pauses.first, pauses.longest), .milliseconds(100))
        let longest = (0..<min(max(0, failures - 1), 20))
            .reduce(first) { pause, _ in min(pause * 2, pauses.longest) }
        return longest * (1 + random() / 2)
    }

    /// Returns true if another attempt may succeed.
    private static func canRecover(_ error: SupplierError) -> Bool {
        switch error.code {
        case .unreachable, .timedOut, .rateLimited: true
        default: false
        }
    }
}

extension EventStreamParser {
    /// Appends `bytes`; an event that is too long is an error of `host`.
    fileprivate mutating func appending(
        _ bytes: [UInt8], from host: Message.Argument
    ) throws(SupplierError) -> [ServerSentEvent] {
        do throws(Fault) {
            return try append(bytes)
        } catch {
            throw SupplierError(.limitExceeded, Message("eventTooLong", ["host": host]))
        }
    }
}

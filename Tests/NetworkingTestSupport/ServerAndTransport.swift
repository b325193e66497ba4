public import EngineConcepts
public import EngineTestSupport
public import Networking
public import ScenarioServer
import Synchronization

/// Collects the records of a transport.
public final class RecordCollector: TransportObserver {
    private let kept = Mutex<[RequestRecord]>([])
    private let made = Mutex(0)

    /// Creates a collector without records.
    public init() {}

    /// The records of the requests that have ended.
    public var records: [RequestRecord] { kept.withLock { $0 } }

    /// The number of connections that were made.
    public var connections: Int { made.withLock(\.self) }

    public func requestEnded(_ record: RequestRecord) {
        kept.withLock { $0.append(record) }
    }

    public func connectionMade() {
        made.withLock { $0 += 1 }
    }
}

/// Runs `body` with a server and a transport that are closed afterwards.
public func withServer<Answer>(
    _ scenarios: [String: [Scenario]], limits: TransportLimits = .standard,
    time: any TimeSource = ManualTimeSource(), proxies: ProxySettings = ProxySettings(),
    certificate: TestCertificate? = nil, authorities: String? = nil, observer: RecordCollector? = nil,
    _ body: (ScenarioServer, HTTPTransport) async throws -> Answer
) async throws -> Answer {
    let limits = limits.onBusyMachine
    return try await ScenarioServer.running(scenarios, certificate: certificate) { server in
        let transport = HTTPTransport(
            userAgent: HTTPTransport.userAgent(version: "0"), time: time, limits: limits, proxies: proxies,
            authorities: authorities, observer: observer)
        do {
            let answer = try await body(server, transport)
            await transport.shutdown()
            return answer
        } catch {
            await transport.shutdown()
            throw error
        }
    }
}

extension TransportLimits {
    /// The same limits, with timeouts longer than a run of all tests unless the test sets them: on a busy machine, a task can
    /// wait for minutes until it reads what has arrived.
    public var onBusyMachine: TransportLimits {
        let standard = TransportLimits.standard
        var limits = self
        for limit in [\TransportLimits.connect, \.firstByte, \.idle, \.endlessIdle, \.rateGracePeriod]
        where self[keyPath: limit] == standard[keyPath: limit] {
            limits[keyPath: limit] = .seconds(7200)
        }
        if total == standard.total { limits.total = .seconds(36_000) }
        return limits
    }
}

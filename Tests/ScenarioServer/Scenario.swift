/// The response of a scenario server to a path.
public struct Scenario: Sendable {
    /// One step of a response.
    public enum Step: Sendable {
        /// Sends these bytes of the body.
        case body([UInt8])
        /// Sends these bytes so many times, or without end if `times` is `nil`. No length is declared.
        case repeated([UInt8], times: Int?)
        /// Sends single bytes without end, some hundreds per second.
        case drip(UInt8)
        /// Waits until the test opens the gate with this name.
        case wait(gate: String)
        /// Waits for a time, to simulate latency. For benchmarks; tests use gates.
        case pause(Duration)
        /// Sends what ``ScenarioServer/push(_:to:)`` gives it, until the connection is closed.
        case live(String)
        /// Closes the connection, even if a length was declared.
        case hangUp
        /// Closes the connection below TLS, without a close notification.
        case cut
    }

    /// The status.
    public var status: Int
    /// The header fields. A length is added unless one is given.
    public var headers: [(name: String, value: String)]
    /// The steps after the head.
    public var steps: [Step]
    /// The steps before the head is sent.
    public var beforeHead: [Step]
    /// The entity tag. A request with it gets status 304.
    public var entityTag: String?
    /// The modification time. A request with it gets status 304.
    public var lastModified: String?
    /// Bytes to send instead of an HTTP response.
    public var garbage: [UInt8]?

    /// Creates a response with a body.
    public init(
        status: Int = 200, type: String? = nil, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        entityTag: String? = nil, lastModified: String? = nil
    ) {
        self.status = status
        self.headers = headers
        if let type { self.headers.append(("content-type", type)) }
        steps = body.isEmpty ? [] : [.body(body)]
        beforeHead = []
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// Returns a response with a text.
    public static func text(
        _ text: String, type: String = "application/xml", status: Int = 200, entityTag: String? = nil,
        lastModified: String? = nil
    ) -> Scenario {
        Scenario(
            status: status, type: type, body: Array(text.utf8), entityTag: entityTag, lastModified: lastModified)
    }

    /// Returns a redirect.
    public static func redirect(to target: String, status: Int = 301) -> Scenario {
        Scenario(status: status, headers: [("location", target)])
    }

    /// Returns a response that waits for a gate before its head is sent.
    public static func held(by gate: String, then scenario: Scenario) -> Scenario {
        var held = scenario
        held.beforeHead = [.wait(gate: gate)]
        return held
    }

    /// Returns a response that is sent after a delay.
    public static func late(by duration: Duration, then scenario: Scenario) -> Scenario {
        var late = scenario
        late.beforeHead = [.pause(duration)]
        return late
    }

    /// Closes the connection without a response.
    public static var hangUp: Scenario {
        var scenario = Scenario()
        scenario.beforeHead = [.hangUp]
        return scenario
    }

    /// Returns a response that is not HTTP.
    public static func garbage(_ text: String) -> Scenario {
        var scenario = Scenario()
        scenario.garbage = Array(text.utf8)
        return scenario
    }
}

/// What a scenario server does when a path is asked for.
public struct Scenario: Sendable {
    /// One thing that the server does, in order.
    public enum Step: Sendable {
        /// Sends these bytes of the body.
        case body([UInt8])
        /// Sends these bytes so many times over; without end where that is nil. No length is declared.
        case repeated([UInt8], times: Int?)
        /// Sends single bytes without end, some hundreds a second.
        case drip(UInt8)
        /// Waits until the test opens the gate of this name.
        case wait(gate: String)
        /// Waits for so long, as for a far network. For benchmarks: a test waits on a gate.
        case pause(Duration)
        /// Ends the connection, whatever was promised.
        case hangUp
        /// Ends the connection below its encryption, without the farewell that TLS has.
        case cut
    }

    /// The status.
    public var status: Int
    /// Header fields; a length is added where none is given.
    public var headers: [(name: String, value: String)]
    /// What follows the head.
    public var steps: [Step]
    /// What happens before the head is sent.
    public var beforeHead: [Step]
    /// Validators: a request that brings one of them is answered with 304.
    public var entityTag: String?
    /// As `entityTag`, by time.
    public var lastModified: String?
    /// Sends these bytes instead of an HTTP answer.
    public var garbage: [UInt8]?

    /// Answers with a body.
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

    /// Answers with a text.
    public static func text(
        _ text: String, type: String = "application/xml", status: Int = 200, entityTag: String? = nil,
        lastModified: String? = nil
    ) -> Scenario {
        Scenario(
            status: status, type: type, body: Array(text.utf8), entityTag: entityTag, lastModified: lastModified)
    }

    /// Sends the reader elsewhere.
    public static func redirect(to target: String, status: Int = 301) -> Scenario {
        Scenario(status: status, headers: [("location", target)])
    }

    /// Answers nothing until the gate is opened, then as `scenario` does.
    public static func held(by gate: String, then scenario: Scenario) -> Scenario {
        var held = scenario
        held.beforeHead = [.wait(gate: gate)]
        return held
    }

    /// Answers after a while, as over a far network.
    public static func late(by duration: Duration, then scenario: Scenario) -> Scenario {
        var late = scenario
        late.beforeHead = [.pause(duration)]
        return late
    }

    /// Ends the connection without an answer.
    public static var hangUp: Scenario {
        var scenario = Scenario()
        scenario.beforeHead = [.hangUp]
        return scenario
    }

    /// Says something that is no HTTP.
    public static func garbage(_ text: String) -> Scenario {
        var scenario = Scenario()
        scenario.garbage = Array(text.utf8)
        return scenario
    }
}

/// A request that a scenario server has got.
public struct ServedRequest: Hashable, Sendable {
    /// Path and query.
    public var path: String
    /// The header fields, names in lower case.
    public var headers: [String: String]
    /// The status that it was answered with; 0 where the answer was no HTTP.
    public var status: Int
    /// Bytes of the body that were sent.
    public var bodyBytes: Int
}

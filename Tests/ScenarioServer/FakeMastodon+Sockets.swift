import Foundation

extension FakeMastodon {
    /// Returns the answer to a request for a WebSocket (RFC 6455): the events of its channel as messages.
    static func socket(_ call: Call, _ state: inout State) -> Scenario {
        guard state.hasSockets, let key = call.socketKey, let stream = call.value("stream") else {
            return json(["error": "Not Found"], status: 404)
        }
        let rest = call.query.filter { $0.name != "stream" }.map { "\($0.name)=\($0.value ?? "")" }
        let name = ([stream.replacing(":", with: "/")] + rest).joined(separator: "?")
        var scenario = Scenario(
            status: 101,
            headers: [
                ("connection", "Upgrade"), ("upgrade", "websocket"), ("sec-websocket-accept", key.socketProof),
            ])
        guard let next = state.channels[name]?.first else {
            guard state.isLive else { return json(["error": "Not Found"], status: 404) }
            scenario.steps = [.live(socket(name))]
            return scenario
        }
        state.channels[name]?.removeFirst()
        scenario.steps = next.map { framed($0, on: name) } + [.repeated([0x88, 0], times: 1), .hangUp]
        return scenario
    }

    /// Returns the name under which the connections of a WebSocket to a channel are known.
    static func socket(_ channel: String) -> String { "socket \(channel)" }

    /// Returns the step with its server-sent event as a message.
    private static func framed(_ step: Scenario.Step, on channel: String) -> Scenario.Step {
        guard case .repeated(let bytes, let times) = step else { return step }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        func field(_ name: String) -> String? {
            lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
        }
        guard let type = field("event") else { return step }
        return .repeated(frame(type, field("data") ?? "", on: channel), times: times)
    }

    /// Returns an event as the frame of a text.
    static func frame(_ type: String, _ data: String, on channel: String) -> [UInt8] {
        let message = json(["stream": [channel], "event": type, "payload": data])
        let text = message.steps.flatMap { step -> [UInt8] in if case .body(let bytes) = step { bytes } else { [] } }
        let length: [UInt8] =
            switch text.count {
            case ..<126: [UInt8(text.count)]
            case ...0xffff: [126, UInt8(text.count >> 8), UInt8(text.count & 0xff)]
            default: [127] + (0..<8).map { UInt8(truncatingIfNeeded: text.count >> (56 - 8 * $0)) }
            }
        return [0x81] + length + text
    }
}

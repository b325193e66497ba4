import EngineConcepts

/// A request of a command that a Fiber which is open on the same store can do: it has the store, the network and the
/// screen already.
///
/// Each has an outcome and a type that does it: for a `FillRequest`, `FillResult` and `FillWork`.
package protocol ForwardedRequest: Codable, Sendable {
    /// The result that the command prints.
    associatedtype Outcome: Codable, Sendable

    /// The time that the command waits for the outcome.
    static var timeout: Duration { get }

    /// True if the command can do the request itself after the Fiber that took it gave no answer, or one that cannot be
    /// decoded.
    static var canBeRepeated: Bool { get }

    /// The request as it is sent.
    var envelope: RequestEnvelope.Request { get }
}

extension ForwardedRequest {
    package static var timeout: Duration { .seconds(3600) }
    package static var canBeRepeated: Bool { true }
}

/// A request and the store that it is meant for, sent as one line of JSON.
package struct RequestEnvelope: Codable {
    /// The requests that a running Fiber takes.
    package enum Request: Codable {
        case open(OpenRequest)
        case refresh(RefreshRequest)
        case fill(FillRequest)
        case act(OutboxRequest)
        case clean(CleanRequest)

        /// True if the work is useless once the sender is gone. Actions and cleanings take effect by themselves.
        var endsWithSender: Bool {
            switch self {
            case .refresh, .fill: true
            case .open, .act, .clean: false
            }
        }
    }

    /// The store of the sender. A Fiber with another store ignores the request.
    let store: String
    let request: Request
}

/// The answer to a request, sent as one line of JSON.
enum RequestReply<Outcome: Codable & Sendable>: Codable, Sendable {
    /// This Fiber has another store, does not fetch for it or does not know the request; another one may be meant.
    case elsewhere
    /// The reason why the request was not done.
    case refused(Message)
    case done(Outcome)
}

/// A reply as it is sent: the reply, with its sender beside it.
struct ReplyEnvelope<Outcome: Codable & Sendable>: Encodable {
    let reply: RequestReply<Outcome>
    var sender = ReplySender()

    func encode(to encoder: any Encoder) throws {
        try reply.encode(to: encoder)
        try sender.encode(to: encoder)
    }
}

/// The properties of the Fiber that sends a reply. Versions that do not know them ignore them.
struct ReplySender: Codable {
    /// The version of the Fiber, or `nil` for one that does not say it.
    var version: String? = Version.text
    /// True if the request was for its store and it could not read it; `nil` otherwise.
    var isUnreadable: Bool?
    /// The exit status of the command if the request was refused; `nil` otherwise.
    var status: Int32?
    /// The next step for the user if the request was refused; `nil` if there is none.
    var advice: Message?

    /// The message that this Fiber and the command have different versions, or `nil` if that is not known.
    var difference: Message? {
        guard let version, version != Version.text else { return nil }
        return Message("openFiberDiffers", ["running": .text(version), "command": .text(Version.text)])
    }
}

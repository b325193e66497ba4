/// An event of a stream of server-sent events (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).
public struct ServerSentEvent: Hashable, Sendable {
    /// The event's type; `message` unless the server names one.
    public var type: String
    /// The lines of data, joined by line feeds.
    public var data: String

    public init(type: String = "message", data: String) {
        self.type = type
        self.data = data
    }
}

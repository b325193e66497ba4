import WebText

/// Parses a stream of server-sent events in any chunks. Leaves out the fields for continuing a stream (`id`, `retry`): no
/// server of Fiber's sources sends them.
public struct EventStreamParser: Sendable {
    /// The reason why a stream is refused.
    public enum Failure: Error {
        /// A line or an event exceeds the limit.
        case tooLong
    }

    /// The maximum size of an event, and of a line, in bytes.
    private let maximumLength: Int
    private var line: [UInt8] = []
    private var isAtStart = true
    /// True if the last line ended with a carriage return: a line feed after it belongs to the same line end.
    private var hasReturn = false
    private var type: [UInt8] = []
    private var data: [UInt8] = []
    private var hasData = false

    /// Creates a parser at the beginning of a stream.
    public init(maximumLength: Int = 4 << 20) {
        self.maximumLength = maximumLength
    }

    /// Takes the next bytes and returns the events that they complete. An event at the end of the stream without its
    /// blank line is dropped.
    public mutating func append(_ bytes: some Sequence<UInt8>) throws(Failure) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let wasReturn = hasReturn
            hasReturn = byte == .carriageReturn
            switch byte {
            case .lineFeed where wasReturn: continue
            case .lineFeed, .carriageReturn:
                if let event = endLine() { events.append(event) }
            default:
                guard line.count + data.count < maximumLength else { throw .tooLong }
                line.append(byte)
            }
        }
        return events
    }

    /// Processes the current line. Returns the event if the line is blank and ends one.
    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        var content = line[...]
        if isAtStart { content = content.withoutByteOrderMark }
        isAtStart = false
        guard !content.isEmpty else { return endEvent() }
        let colon = content.firstIndex(of: .colon) ?? content.endIndex
        var value = content[colon...].dropFirst()
        if value.first == .space { value = value.dropFirst() }
        switch String(decoding: content[..<colon], as: UTF8.self) {
        case "event": type = Array(value)
        case "data":
            if hasData { data.append(.lineFeed) }
            data += value
            hasData = true
        // A comment, or another field.
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer { (type, data, hasData) = ([], [], false) }
        guard hasData else { return nil }
        return ServerSentEvent(
            type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
            data: String(decoding: data, as: UTF8.self))
    }
}

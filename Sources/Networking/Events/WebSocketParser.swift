/// The meaning of a frame (RFC 6455 §5.2).
enum WebSocketOpcode: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xa
}

/// Parses the frames that a server sends over a WebSocket (RFC 6455 §5), in any chunks.
struct WebSocketParser: Sendable {
    /// The reason why a connection is refused.
    enum Failure: Error {
        /// A message exceeds the limit.
        case tooLong
        /// Frames that break the protocol.
        case syntax
    }

    /// An element of the connection.
    enum Element: Hashable, Sendable {
        case text(String)
        /// The server wants to know if this side is there: a pong must repeat the content.
        case ping([UInt8])
        /// An answer to a ping.
        case pong
        /// A message of bytes, which no server of Fiber's sources sends.
        case binary
        /// The server closes the connection, with a status and a reason, or nothing.
        case closed([UInt8])
    }

    private struct Frame {
        let isLast: Bool
        /// The meaning, or `nil` if it is unknown.
        let opcode: WebSocketOpcode?
        let content: Range<Int>
    }

    private let maximumLength: Int
    private var buffer: [UInt8] = []
    /// The frames of a message so far, or `nil` between two messages.
    private var message: (isText: Bool, bytes: [UInt8])?

    /// Creates a parser of frames.
    ///
    /// - Parameter maximumLength: The maximum size of a message in bytes.
    init(maximumLength: Int = 4 << 20) {
        self.maximumLength = maximumLength
    }

    /// Takes the next bytes and returns what they complete.
    mutating func append(_ bytes: some Sequence<UInt8>) throws(Failure) -> [Element] {
        buffer += bytes
        var found: [Element] = []
        var start = 0
        while let frame = try frame(at: start) {
            if let element = try element(of: frame) { found.append(element) }
            start = frame.content.upperBound
        }
        buffer.removeFirst(start)
        return found
    }

    private func frame(at start: Int) throws(Failure) -> Frame? {
        guard buffer.count - start >= 2 else { return nil }
        let (first, second) = (buffer[start], buffer[start + 1])
        // No extension was agreed on, and servers must not mask.
        guard first & 0x70 == 0, second & 0x80 == 0 else { throw .syntax }
        // Frames of control are whole and have at most 125 bytes.
        guard first & 0x08 == 0 || first & 0x80 != 0 && second <= 125 else { throw .syntax }
        let lengthSize =
            switch second {
            case 126: 2
            case 127: 8
            default: 0
            }
        let begin = start + 2 + lengthSize
        guard buffer.count >= begin else { return nil }
        let length = lengthSize == 0 ? UInt64(second) : buffer[(start + 2)..<begin].reduce(0) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(maximumLength - min(message?.bytes.count ?? 0, maximumLength)) else { throw .tooLong }
        guard buffer.count - begin >= Int(length) else { return nil }
        return Frame(
            isLast: first & 0x80 != 0, opcode: WebSocketOpcode(rawValue: first & 0x0f),
            content: begin..<(begin + Int(length)))
    }

    /// Returns what a frame completes, or `nil` if its message goes on.
    private mutating func element(of frame: Frame) throws(Failure) -> Element? {
        switch frame.opcode {
        case .continuation: guard message != nil else { throw .syntax }
        case .text, .binary:
            guard message == nil else { throw .syntax }
            message = (frame.opcode == .text, [])
        case .close: return .closed(Array(buffer[frame.content]))
        case .ping: return .ping(Array(buffer[frame.content]))
        case .pong: return .pong
        case nil: throw .syntax
        }
        message?.bytes += buffer[frame.content]
        guard frame.isLast, let whole = message else { return nil }
        message = nil
        return whole.isText ? .text(String(decoding: whole.bytes, as: UTF8.self)) : .binary
    }
}

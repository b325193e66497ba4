import CCurl
import WebText

/// A transfer in libcurl's hands. Used only on the loop's thread.
final class ActiveTransfer {
    private static let maximumHeadLength = 80 * 1024
    private static let maximumFieldCount = 256
    /// The bytes of an abandoned response that are read to keep its connection, and the time for that.
    private static let abandonedLength = 64 * 1024
    private static let abandonedTime = Duration.seconds(2)

    let shared: CurlTransfer
    private(set) var pointer: OpaquePointer
    /// True if the reader must be woken.
    var isChanged = false
    /// The reason why a handler has stopped the transfer, or `nil` if none has.
    private(set) var stopReason: CurlFailure.Reason?
    private(set) var hasHead = false
    private var lastData = ContinuousClock.now
    /// True while the transfer waits for its reader.
    private var isPaused = false
    private let start = ContinuousClock.now
    private var connectedAt: ContinuousClock.Instant?
    private var head: [UInt8] = []
    private var fieldCount = 0
    private var abandoned: ContinuousClock.Instant?
    private var abandonedLeft = ActiveTransfer.abandonedLength

    init?(_ shared: CurlTransfer) {
        self.shared = shared
        let handlers = fiber_handlers(
            // Set below, since it is this object.
            context: nil,
            line: { context, bytes, length in
                ActiveTransfer.at(context).take(line: UnsafeBufferPointer(start: bytes, count: length))
            },
            body: { context, bytes, length in
                ActiveTransfer.at(context).take(body: UnsafeBufferPointer(start: bytes, count: length))
            },
            connected: { context, report in ActiveTransfer.at(context).recordConnection(report) })
        guard let pointer = shared.request.makeTransfer(handlers) else { return nil }
        self.pointer = pointer
        fiber_transfer_set_context(pointer, Unmanaged.passUnretained(self).toOpaque())
    }

    func close() {
        fiber_transfer_free(pointer)
    }

    /// The time when the transfer must be ended, and the reason; `nil` while its reader is busy.
    var deadline: (ContinuousClock.Instant, CurlFailure.Reason)? {
        let request = shared.request
        if let abandoned { return (abandoned.advanced(by: Self.abandonedTime), .cancelled) }
        guard !hasHead else { return isPaused ? nil : (lastData.advanced(by: request.idle), .idle) }
        let whole = request.connect + request.firstByte
        let latest = start.advanced(by: whole)
        guard let end = connectedAt?.advanced(by: request.firstByte), end < latest else {
            return (latest, .noHead(within: whole))
        }
        return (end, .noHead(within: request.firstByte))
    }

    func resume() {
        (isPaused, lastData) = (false, .now)
        fiber_transfer_resume(pointer)
    }

    /// Sends bytes in the protocol to which the connection has changed. Drops them if there is no memory, or if the server has
    /// not read what was sent before.
    func write(_ bytes: [UInt8]) {
        _ = fiber_transfer_send(pointer, bytes, bytes.count)
    }

    /// Reports how much of the body was sent, and notices that the server has closed the connection after a change of the
    /// protocol.
    func follow() {
        if let uploaded = shared.request.uploaded { uploaded(Int(fiber_transfer_sent(pointer))) }
        if hasHead, shared.request.changesProtocol { fiber_transfer_end_if_closed(pointer) }
    }

    /// Lets the response end if it is short.
    func abandon() {
        abandoned = .now
        resume()
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> ActiveTransfer {
        guard let context else { preconditionFailure("a handler without its transfer") }
        return Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private func recordConnection(_ report: fiber_report) {
        connectedAt = .now
        shared.request.onConnect(report)
    }

    private func take(line: UnsafeBufferPointer<UInt8>) -> Bool {
        // Trailers come after the head.
        guard !hasHead else { return true }
        lastData = .now
        guard line.count > 2 || !line.allSatisfy({ $0 == .carriageReturn || $0 == .lineFeed }) else {
            endHead()
            return true
        }
        fieldCount += 1
        guard head.count + line.count <= Self.maximumHeadLength, fieldCount <= Self.maximumFieldCount else {
            stopReason = .headTooLong
            return false
        }
        head += line
        return true
    }

    private func endHead() {
        defer { (head, fieldCount) = ([], 0) }
        // Answers such as 103 Early Hints come before the one that counts.
        guard ResponseHead.status(of: head).map({ $0 >= 200 || $0 == 101 }) ?? true else { return }
        hasHead = true
        isChanged = true
        shared.take(head: head)
    }

    private func take(body: UnsafeBufferPointer<UInt8>) -> fiber_verdict {
        lastData = .now
        if abandoned != nil {
            abandonedLeft -= body.count
            return abandonedLeft < 0 ? fiber_stop : fiber_taken
        }
        isChanged = true
        let verdict = shared.take(body: body)
        isPaused = verdict == fiber_wait
        return verdict
    }
}

import Synchronization

/// Measures how much of the large request bodies of a transport has been sent.
public final class UploadMeter: Sendable {
    /// The bodies that are being sent, together.
    public struct Progress: Hashable, Sendable {
        /// The bytes that were sent.
        public var sent = 0
        /// The bytes of the bodies.
        public var total = 0
    }

    private struct State {
        var last = 0
        var uploads: [Int: Progress] = [:]

        var progress: Progress? {
            guard !uploads.isEmpty else { return nil }
            return uploads.values.reduce(into: Progress()) { sum, upload in
                sum.sent += upload.sent
                sum.total += upload.total
            }
        }
    }

    /// The size from which bodies are measured, in bytes. Smaller ones are sent at once.
    static let minimumBytes = 64 * 1024

    private let onChange: @Sendable (Progress?) -> Void
    private let state = Mutex(State())

    /// Creates a meter.
    ///
    /// - Parameter changed: Receives the progress whenever it changes, and `nil` when nothing is sent any more. Called on
    ///   any thread, in order; must return quickly and must not use the meter.
    public init(_ changed: @escaping @Sendable (Progress?) -> Void) {
        self.onChange = changed
    }

    /// Begins to measure a body, and returns its number.
    func begin(_ size: Int) -> Int {
        state.withLock { state in
            state.last += 1
            state.uploads[state.last] = Progress(total: size)
            onChange(state.progress)
            return state.last
        }
    }

    /// Records how many bytes of a body were sent.
    func record(_ sent: Int, of upload: Int) {
        state.withLock { state in
            guard let known = state.uploads[upload], sent > known.sent else { return }
            state.uploads[upload]?.sent = min(sent, known.total)
            onChange(state.progress)
        }
    }

    /// Ends the measuring of a body: the server has answered, or the request failed.
    func end(_ upload: Int) {
        state.withLock { state in
            guard state.uploads.removeValue(forKey: upload) != nil else { return }
            onChange(state.progress)
        }
    }
}

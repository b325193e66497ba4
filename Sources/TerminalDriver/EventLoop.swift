import EngineConcepts
public import TerminalKit

/// The event loop of the program: keys, resizes, signals and the work posted by view-models and engines pass through
/// one queue. After each batch one frame is drawn if a frame was requested. Nothing polls.
///
/// Everything runs on the main actor. The loop ends at the client's request, by a signal, or when the terminal closes.
public final class EventLoop {
    /// The receiver of events.
    public protocol Client: AnyObject {
        /// True unless keys, pastes and mouse events have to wait, because an earlier key takes effect only after work
        /// that is under way. The loop looks after every batch and every requested frame.
        var acceptsInput: Bool { get }
        /// Returns true for a key that cancels what input waits for. It is handled at once, and the input that waits is
        /// dropped.
        ///
        /// - Parameter dropsInput: True if any input waits.
        func interrupts(_ key: Key, droppingInput dropsInput: Bool) -> Bool
        /// False while there is nothing worth seeing yet. The loop then waits a moment before it draws the first frame; it
        /// looks after every batch and every requested frame.
        var isReadyToDraw: Bool { get }
        /// Handles an event. The loop handles signals and the end of the terminal itself.
        func handle(_ event: TerminalEvent)
        /// Draws the screen; called after a frame was requested.
        func draw(into frame: inout Frame)
        /// Records the time for drawing a frame and sending it, after it was handed to the terminal.
        func didDraw(in duration: Duration)
    }

    /// The reason why a loop ended.
    public enum Ending: Hashable, Sendable {
        /// The client asked for it.
        case finished
        /// A signal asked for it.
        case signal(TerminationSignal)
        /// The terminal was closed.
        case terminalClosed
    }

    private enum Item {
        case event(TerminalEvent)
        case work(@MainActor () -> Void)
    }

    private let terminal: any Terminal
    /// The receiver of events while the loop runs.
    private var client: (any Client)?
    /// Resumed at the end.
    private var end: CheckedContinuation<Void, Never>?
    /// True while a turn is scheduled.
    private var isAwake = false
    private var queue: [Item] = []
    /// The keys, pastes and mouse events that wait until the client accepts them, oldest first.
    private var heldInput: [TerminalEvent] = []
    private var ending: Ending?
    private var needsDisplay = true
    private var isRunning = false
    /// True while another program has the terminal.
    private var isLent = false
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []
    /// Requests a frame for the changes of ``setNeedsDisplayForProgress()``.
    private var progressFrame: Task<Void, Never>?
    private var lastFrame: ContinuousClock.Instant?
    private let firstFrameTimeout: Duration
    /// Ends the wait for a client that is not ready, or `nil` without or after this wait.
    private var firstFrameTimer: Task<Void, Never>?
    /// The minimum time between frames for progress, such as a growing number.
    private static let progressInterval = Duration.milliseconds(50)

    /// The number of frames drawn so far. Tests use it to check that nothing is drawn without a change.
    public private(set) var framesDrawn = 0

    /// Creates a loop for `terminal`, which starts and ends with it.
    ///
    /// - Parameter firstFrameTimeout: The time from the start for which the first frame waits until the client is ready.
    public init(terminal: any Terminal, firstFrameTimeout: Duration = .milliseconds(100)) {
        self.terminal = terminal
        self.firstFrameTimeout = firstFrameTimeout
    }

    /// Runs until something ends it, which the cancellation of the task does not. The terminal is restored before this returns
    /// or throws.
    public func run(_ client: any Client) async throws -> Ending {
        try terminal.start { [weak self] event in self?.add(.event(event)) }
        firstFrameTimer = Task { [weak self, firstFrameTimeout] in
            // Cancelled: the first frame was drawn.
            do { try await Task.sleep(for: firstFrameTimeout) } catch { return }
            self?.firstFrameTimer = nil
            self?.wake()
        }
        defer {
            firstFrameTimer?.cancel()
            progressFrame?.cancel()
            terminal.end()
        }
        isRunning = true
        self.client = client
        wake()
        await withCheckedContinuation { end = $0 }
        self.client = nil
        isRunning = false
        releaseWaitersIfIdle()
        return ending ?? .finished
    }

    /// Requests a frame, to be drawn after everything that is queued now.
    public func setNeedsDisplay() {
        needsDisplay = true
        wake()
    }

    /// Requests a frame that is sent completely, whatever the screen shows.
    public func redraw() {
        terminal.invalidate()
        setNeedsDisplay()
    }

    /// Requests a frame for progress in many small steps, such as the number of sources that have answered. It is
    /// drawn together with the next frame or after a short delay, because a frame for each step would delay keys.
    public func setNeedsDisplayForProgress() {
        guard !needsDisplay, progressFrame == nil else { return }
        let wait = lastFrame.map { Self.progressInterval - $0.duration(to: .now) } ?? .zero
        guard wait > .zero else { return setNeedsDisplay() }
        progressFrame = Task { [weak self] in
            // Cancelled if a frame is drawn meanwhile.
            do { try await Task.sleep(for: wait) } catch { return }
            self?.progressFrame = nil
            self?.setNeedsDisplay()
        }
    }

    /// Runs `work` in a later batch. Tasks deliver their results this way.
    public func post(_ work: @escaping @MainActor () -> Void) { add(.work(work)) }

    /// Drops the input that waits, because there is nothing left that it was meant for.
    public func dropHeldInput() { heldInput = [] }

    /// Ends the loop after the current event.
    public func finish() { end(for: .finished) }

    /// Suspends the process like Ctrl-Z in a shell.
    public func suspend() { if !isLent { terminal.suspend() } }

    /// Lends the terminal to another program while `work` runs. Everything else goes on, but nothing is drawn and no key
    /// is read. Not to be called while it is lent.
    public func lend(during work: () async throws -> Void) async rethrows {
        isLent = true
        terminal.lend()
        defer {
            isLent = false
            terminal.takeBack()
            setNeedsDisplay()
        }
        try await work()
    }

    /// Returns when the queue is empty and the screen is up to date, or when the loop has ended.
    public func idle() async {
        guard !isIdle else { return }
        await withCheckedContinuation { continuation in
            idleWaiters.append(continuation)
            wake()
        }
    }

    /// True if the queue is empty and the screen is up to date.
    package var isIdle: Bool {
        ending != nil
            ? !isRunning
            : isRunning && queue.isEmpty && heldInput.isEmpty && !needsDisplay && progressFrame == nil
    }

    /// Schedules a turn.
    ///
    /// Each turn is a task of its own. A task that waits for the next event would be resumed by the threads on which feeds
    /// are parsed, and only then continue on the main actor: keys would wait for parsing.
    private func wake() {
        guard isRunning, !isAwake else { return }
        isAwake = true
        Task { turn() }
    }

    /// Handles what is queued and draws a frame if one was requested.
    private func turn() {
        isAwake = false
        guard let client, let end else { return }
        while !queue.isEmpty, ending == nil { handleBatch(client) }
        handleInput(client)
        guard ending == nil else {
            self.end = nil
            return end.resume()
        }
        display(client)
        releaseWaitersIfIdle()
    }

    private func add(_ item: Item) {
        queue.append(item)
        wake()
    }

    private func end(for reason: Ending) {
        ending = ending ?? reason
        wake()
    }

    private func handleBatch(_ client: any Client) {
        let batch = queue
        queue = []
        for item in batch where ending == nil {
            switch item {
            case .work(let work): work()
            case .event(.signal(let signal)): end(for: .signal(signal))
            case .event(.closed): end(for: .terminalClosed)
            case .event(let event) where event.isInput:
                if case .key(let key) = event, !client.acceptsInput,
                    client.interrupts(key, droppingInput: !heldInput.isEmpty)
                {
                    dropHeldInput()
                    client.handle(event)
                } else {
                    heldInput.append(event)
                    handleInput(client)
                }
            case .event(let event):
                if event.needsFrame { needsDisplay = true }
                client.handle(event)
            }
        }
    }

    /// Handles the keys, pastes and mouse events in their order, as far as the client accepts them.
    private func handleInput(_ client: any Client) {
        while ending == nil, client.acceptsInput, !heldInput.isEmpty { client.handle(heldInput.removeFirst()) }
    }

    private func display(_ client: any Client) {
        guard needsDisplay, !isLent, firstFrameTimer == nil || client.isReadyToDraw else { return }
        firstFrameTimer?.cancel()
        firstFrameTimer = nil
        needsDisplay = false
        progressFrame?.cancel()
        progressFrame = nil
        let began = ContinuousClock.now
        lastFrame = began
        var frame = Frame(buffer: CellBuffer(size: terminal.size))
        client.draw(into: &frame)
        terminal.draw(frame)
        framesDrawn += 1
        client.didDraw(in: began.duration(to: .now))
    }

    private func releaseWaitersIfIdle() {
        if isIdle { idleWaiters.resumeAll() }
    }
}

extension TerminalEvent {
    /// True for the events that wait until the client accepts input.
    fileprivate var isInput: Bool {
        switch self {
        case .key, .paste, .mouse: true
        default: false
        }
    }

    /// True for the events after which the screen is drawn, whatever the client does.
    fileprivate var needsFrame: Bool {
        switch self {
        case .resized, .resumed: true
        default: false
        }
    }
}

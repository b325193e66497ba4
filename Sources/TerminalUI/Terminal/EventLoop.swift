import TerminalKit

/// The one loop of the program: keys, resizes, signals and what view-models and engines post go through one queue; after
/// each batch one frame is drawn, and only if something asked for it. Nothing polls, and no timer runs that nobody set.
///
/// All of it lives on the main actor. It ends when a client asks for it, by a signal, or with the terminal.
public final class EventLoop {
    /// What the loop serves.
    public protocol Client: AnyObject {
        /// Takes an event. Signals and the terminal's end are the loop's own business and never come here.
        func handle(_ event: TerminalEvent)
        /// Draws the screen; called when something has asked for it.
        func draw(into frame: inout Frame)
        /// A frame has been handed to the terminal; making it and handing it over took so long.
        func drew(in duration: Duration)
    }

    /// Why a loop has ended.
    public enum Ending: Hashable, Sendable {
        /// The client asked for it.
        case finished
        /// A signal asked for it.
        case signal(TerminationSignal)
        /// The terminal is gone.
        case terminalClosed
    }

    private enum Item {
        case event(TerminalEvent)
        case work(@MainActor () -> Void)
    }

    private let terminal: any Terminal
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private var queue: [Item] = []
    private var ending: Ending?
    private var needsDisplay = true
    private var isRunning = false
    private var outstanding = 0
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []
    private var alarm: Task<Void, Never>?
    /// Asks for the frame that shows what changed in passing.
    private var passing: Task<Void, Never>?
    private var lastFrame: ContinuousClock.Instant?
    /// How often at most a frame is drawn for what changes in passing: as fast as one can read a number that grows.
    private static let passingInterval = Duration.milliseconds(50)

    /// How many frames were drawn: tells tests and statistics that nothing was drawn when nothing changed.
    public private(set) var framesDrawn = 0

    /// Makes a loop over `terminal`, which starts and ends with it.
    public init(terminal: any Terminal) {
        self.terminal = terminal
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Runs until something ends it; the terminal is given back before this returns or throws.
    public func run(_ client: any Client) async throws -> Ending {
        try terminal.start { [weak self] event in self?.add(.event(event)) }
        defer {
            alarm?.cancel()
            passing?.cancel()
            terminal.end()
        }
        isRunning = true
        waker.yield()
        for await _ in wakes {
            while !queue.isEmpty, ending == nil {
                takeBatch(client)
            }
            if ending != nil { break }
            display(client)
            releaseWaitersIfIdle()
        }
        isRunning = false
        releaseWaitersIfIdle()
        return ending ?? .finished
    }

    /// Asks for a frame, after everything that is queued by then.
    public func setNeedsDisplay() {
        needsDisplay = true
        waker.yield()
    }

    /// Asks for a frame that is sent whole, whatever the screen should show already.
    public func redraw() {
        terminal.forget()
        setNeedsDisplay()
    }

    /// Asks for a frame that shows what many small steps change, such as how many sources have answered: with the next one that
    /// is drawn for something else, or after a moment. A frame for each step would keep keys waiting.
    public func setNeedsDisplayInPassing() {
        guard !needsDisplay, passing == nil else { return }
        let wait = lastFrame.map { Self.passingInterval - $0.duration(to: .now) } ?? .zero
        guard wait > .zero else { return setNeedsDisplay() }
        passing = Task { [weak self] in
            do {
                try await Task.sleep(for: wait)
            } catch {
                // Cancelled: a frame was drawn meanwhile.
                return
            }
            self?.passing = nil
            self?.setNeedsDisplay()
        }
    }

    /// Runs `work` as part of a coming batch: how results come in from tasks.
    public func post(_ work: @escaping @MainActor () -> Void) {
        add(.work(work))
    }

    /// Ends the loop after the current batch's item.
    public func finish() {
        end(.finished)
    }

    /// Suspends the process, as Ctrl-Z does in a shell.
    public func suspend() {
        terminal.suspend()
    }

    /// Sets the loop's one alarm: `work` runs once when `delay` has passed. Replaces an alarm that was set before; nil
    /// only removes it. Without one the program sleeps until somebody does something.
    public func setAlarm(
        after delay: Duration?, clock: any Clock<Duration> = ContinuousClock(),
        _ work: @escaping @MainActor () -> Void = {}
    ) {
        alarm?.cancel()
        alarm = delay.map { delay in
            Task { [weak self] in
                do {
                    try await clock.sleep(for: delay)
                    self?.post(work)
                } catch {
                    // Cancelled: another alarm was set, or none is wanted.
                }
            }
        }
    }

    /// Says that work has begun whose end will change something. Say so before starting it, so that ``idle()`` is exact.
    public func beginWork() {
        outstanding += 1
    }

    /// Says that work which was announced by ``beginWork()`` has ended.
    public func endWork() {
        outstanding -= 1
        waker.yield()
    }

    /// Returns once nothing is queued, no announced work runs and the screen shows it all; or the loop has ended.
    public func idle() async {
        guard !isIdle else { return }
        await withCheckedContinuation { continuation in
            idleWaiters.append(continuation)
            waker.yield()
        }
    }

    /// Whether nothing is queued, no announced work runs and the screen shows it all.
    var isIdle: Bool {
        ending != nil ? !isRunning : isRunning && queue.isEmpty && outstanding == 0 && !needsDisplay && passing == nil
    }

    private func add(_ item: Item) {
        queue.append(item)
        waker.yield()
    }

    private func end(_ reason: Ending) {
        ending = ending ?? reason
        waker.yield()
    }

    private func takeBatch(_ client: any Client) {
        let batch = queue
        queue = []
        for item in batch where ending == nil {
            switch item {
            case .work(let work): work()
            case .event(.signal(let signal)): end(.signal(signal))
            case .event(.closed): end(.terminalClosed)
            case .event(let event):
                switch event {
                case .resized, .resumed: needsDisplay = true
                default: break
                }
                client.handle(event)
            }
        }
    }

    private func display(_ client: any Client) {
        guard needsDisplay else { return }
        needsDisplay = false
        passing?.cancel()
        passing = nil
        let began = ContinuousClock.now
        lastFrame = began
        var frame = Frame(CellBuffer(size: terminal.size))
        client.draw(into: &frame)
        terminal.draw(frame)
        framesDrawn += 1
        client.drew(in: began.duration(to: .now))
    }

    private func releaseWaitersIfIdle() {
        guard isIdle else { return }
        let waiters = idleWaiters
        idleWaiters = []
        for waiter in waiters {
            waiter.resume()
        }
    }
}

extension EventLoop.Client {
    /// Nobody wants to know.
    public func drew(in duration: Duration) {}
}

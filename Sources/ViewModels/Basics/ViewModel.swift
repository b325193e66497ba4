public import EngineConcepts

/// The model of a screen: actions change its state, and outputs tell the flow what the user wants outside of it.
public protocol ViewModel: AnyObject {
    /// Everything that the screen shows.
    associatedtype State: Equatable
    /// The actions of the user.
    associatedtype Action
    /// The events for the flow; `Never` for a screen that leads nowhere.
    associatedtype Output

    /// The current state. Its `didSet` calls ``stateChanged(from:)``.
    var state: State { get }
    /// The observers of the state and of outputs.
    var callbacks: ViewModelCallbacks<Output> { get }
    /// True while keys have to wait: for the first content of the screen, or for what an earlier action needs. When the wait
    /// ends without a change of the state, ``resumeInput()`` is called.
    var isCatchingUp: Bool { get }

    /// Starts its work. Called once the screen is shown.
    func start()
    /// Ends its work. Called once the screen is closed.
    func stop()
    /// Finds out if the screen can be opened. Called before ``start()``, or without it.
    ///
    /// - Returns: The reason why it would ask to be closed, or `nil` if it can be opened.
    func refusal() async -> Message?
    /// Performs an action.
    func send(_ action: Action)
}

/// The output of a screen that leads nowhere else.
public nonisolated enum ClosingOutput: Equatable, Sendable {
    /// The screen is no longer needed.
    case close
}

extension ViewModel {
    /// Does nothing.
    public func start() {}
    /// Does nothing.
    public func stop() {}
    /// Returns `nil`: most screens can always be opened.
    public func refusal() async -> Message? { nil }

    /// Called after every change of ``state``.
    public var onChange: (() -> Void)? {
        get { callbacks.onChange }
        set { callbacks.onChange = newValue }
    }

    /// Called with every output.
    public var onOutput: ((Output) -> Void)? {
        get { callbacks.onOutput }
        set { callbacks.onOutput = newValue }
    }

    /// True while the view-model loads something that keys wait for: from its creation, if that says so, or from
    /// ``beginLoading(_:)``, until ``endLoading(_:)``. Also true while a change is under way, see ``holdInput(in:until:)``.
    public var isCatchingUp: Bool { !callbacks.loads.isEmpty || callbacks.isChanging }

    /// Lets keys wait.
    func beginLoading(_ part: LoadedPart = .content) { callbacks.loads.insert(part) }

    /// Lets keys wait no longer. Called when the part is there, and also when it could not be read.
    func endLoading(_ part: LoadedPart = .content) { if callbacks.loads.remove(part) != nil { resumeInput() } }

    /// Lets keys wait for a change that was typed on this screen: the next one may be for a row that it moves or removes.
    ///
    /// - Parameter work: Returns when the change is stored, or has failed, and the screen shows it. Never waits for a server.
    func holdInput(in activity: Activity, until work: @escaping @MainActor () async -> Void) {
        callbacks.changeCount += 1
        activity.run { [self] in
            await work()
            callbacks.changeCount -= 1
            if !callbacks.isChanging { resumeInput() }
        }
    }

    /// Lets keys wait until a change that was typed on this screen is stored and `reading` has read what the screen shows.
    func holdInput(for reading: CoalescedTask, until stored: @escaping @MainActor () async -> Void = {}) {
        holdInput(in: reading.activity) {
            await stored()
            await reading.finish()
        }
    }

    /// Has input that waited for this view-model handled. Called when the wait ends, because the state may be as before.
    func resumeInput() { onChange?() }

    /// Calls ``onChange`` if the state is not equal to the former one.
    public func stateChanged(from former: State) { if state != former { onChange?() } }
}

/// A part of a screen that keys wait for while it loads.
nonisolated enum LoadedPart {
    /// The content of the screen.
    case content
    /// The paths that complete a typed one.
    case paths
}

/// The functions that a ``ViewModel`` calls, and the work of its own that keys wait for. Each view-model has its own.
public final class ViewModelCallbacks<Output> {
    fileprivate var onChange: (() -> Void)?
    fileprivate var onOutput: ((Output) -> Void)?
    fileprivate var loads: Set<LoadedPart>
    /// The number of changes that were typed on the screen and are not stored yet, or not shown.
    fileprivate var changeCount = 0

    /// Creates empty callbacks.
    ///
    /// - Parameter isLoading: True if keys wait for the first content of the screen.
    public init(isLoading: Bool = false) { loads = isLoading ? [.content] : [] }

    /// True while keys wait for a change that was typed on the screen.
    public var isChanging: Bool { changeCount > 0 }
}

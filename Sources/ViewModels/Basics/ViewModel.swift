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
    /// ``beginLoading()``, until ``endLoading()``. Also true while a change is under way, see ``holdInput(in:until:)``.
    public var isCatchingUp: Bool { callbacks.holdsInput }

    /// Lets keys wait.
    func beginLoading() { callbacks.isLoading = true }

    /// Lets keys wait no longer. Called when the content is there, and also when it could not be read.
    func endLoading() {
        guard callbacks.isLoading else { return }
        callbacks.isLoading = false
        resumeInput()
    }

    /// Lets keys wait for a change that was typed on this screen, see ``ChangesUnderWay``.
    func holdInput(in activity: Activity, until work: @escaping @MainActor () async -> Void) {
        callbacks.changes.add(in: activity, until: work) { [self] in resumeInput() }
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

/// The functions that a ``ViewModel`` calls, and the work of its own that keys wait for. Each view-model has its own.
public final class ViewModelCallbacks<Output> {
    fileprivate var onChange: (() -> Void)?
    fileprivate var onOutput: ((Output) -> Void)?
    fileprivate(set) var isLoading: Bool
    fileprivate let changes = ChangesUnderWay()

    /// Creates empty callbacks.
    ///
    /// - Parameter isLoading: True if keys wait for the first content of the screen.
    public init(isLoading: Bool = false) { self.isLoading = isLoading }

    /// True while keys wait for a change that was typed on the screen.
    public var isChanging: Bool { !changes.isEmpty }

    /// True while keys wait for the content or for a change of it.
    var holdsInput: Bool { isLoading || isChanging }
}

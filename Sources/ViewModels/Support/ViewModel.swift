/// The model of a screen: actions change its state, and outputs tell the flow what the user wants outside of it.
public protocol ViewModel: AnyObject {
    /// Everything that the screen shows.
    associatedtype State: Equatable
    /// The actions of the user.
    associatedtype Action
    /// The events for the flow; `Never` for a screen that leads nowhere.
    associatedtype Output = Never

    /// The current state.
    var state: State { get }
    /// Called after every change of ``state``.
    var onChange: (() -> Void)? { get set }
    /// Called with every output.
    var onOutput: ((Output) -> Void)? { get set }

    /// Performs an action.
    func send(_ action: Action)
}

extension ViewModel where Output == Never {
    /// Never called.
    public var onOutput: ((Never) -> Void)? {
        get { nil }
        set {}
    }
}

/// The model of a screen: actions change its state, and outputs tell the flow what the user wants outside of it.
public protocol ViewModel: AnyObject {
    /// Everything that the screen shows.
    associatedtype State: Equatable
    /// What the user can do.
    associatedtype Action
    /// What the flow hears; `Never` for a screen that leads nowhere.
    associatedtype Output = Never

    /// What the screen shows.
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

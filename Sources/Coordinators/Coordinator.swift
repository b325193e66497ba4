public import ViewModels

/// Owns one flow with its states, transitions and children. A coordinator makes the view-models and tells the
/// ``Router`` what to show. It neither draws nor reads keys.
public protocol Coordinator: AnyObject {
    /// Starts the flow, at `route` if given.
    func start(at route: Route?)

    /// Called when the flow has ended, so that the parent can release it.
    var onFinish: (() -> Void)? { get set }
}

/// Presents screens. Implemented by the front end and called only by coordinators.
public protocol Router: AnyObject {
    /// Replaces all screens by this one, with its view-model.
    func setRoot(_ screen: ScreenName, _ model: any ViewModel)

    /// Shows a screen with its view-model on top of the others.
    func push(_ screen: ScreenName, _ model: any ViewModel)

    /// Removes the topmost screen; the root stays.
    func pop()

    /// Ends the program and restores the terminal.
    func quit()
}

/// Owns one flow: its states, its transitions, its children. It makes the view-models and tells the ``Router`` what to
/// show; it neither draws nor reads keys.
public protocol Coordinator: AnyObject {
    /// Begins the flow, at a route where one is given.
    func start(at route: Route?)

    /// Told when the flow has ended; the parent then lets go of it.
    var onFinish: (() -> Void)? { get set }
}

/// Presents screens. Implemented by the front-end; only coordinators talk to it.
public protocol Router: AnyObject {
    /// Shows a screen alone, in the place of all others.
    func setRoot(_ screen: Screen)

    /// Shows a screen over the others.
    func push(_ screen: Screen)

    /// Takes the topmost screen away; the root stays.
    func pop()

    /// Ends the program: the terminal is given back after this.
    func quit()
}

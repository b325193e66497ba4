public import ViewModels

/// Presents screens. Implemented by the front end and called only by coordinators.
///
/// A coordinator owns one flow with its states, transitions and children. It makes the view-models and tells the router
/// what to show. It neither draws nor reads keys.
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

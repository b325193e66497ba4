/// The state of the picture viewer.
public nonisolated struct PictureState: Equatable, Sendable {
    /// The content between the bars.
    public enum Body: Equatable, Sendable {
        /// The ticket or the picture is loading.
        case loading(String)
        /// There is nothing to show, with the reason and the remedy.
        case notice(title: String, hint: String?)
        /// The picture.
        case picture(Picture)
    }

    /// The title of the ticket.
    public var title: String
    /// The position among the pictures, in words, or empty if there is none.
    public var position: String
    /// The description of the picture.
    public var caption: String
    /// The content between the bars.
    public var body: Body
}

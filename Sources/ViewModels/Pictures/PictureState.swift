/// The state of the picture viewer.
public nonisolated struct PictureState: Equatable, Sendable {
    /// The title of the ticket.
    public var title: String
    /// The position among the pictures, in words, or empty if there is none.
    public var position: String
    /// The description of the picture.
    public var caption: String
    /// The content between the bars.
    public var body: ScreenBody<Picture>
}

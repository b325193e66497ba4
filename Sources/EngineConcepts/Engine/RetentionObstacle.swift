/// The reason why an engine may not remove tickets now, for example because another process changes the Track.
public struct RetentionObstacle: PresentableError {
    /// The reason, for the screen.
    public let message: Message

    public init(message: Message) {
        self.message = message
    }
}

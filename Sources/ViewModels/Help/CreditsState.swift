/// The state of the credits.
public nonisolated struct CreditsState: Equatable, Sendable {
    /// The projects.
    public let credits = Credit.all
    /// The visible part of the list.
    public var scroll = PageScroll()
}

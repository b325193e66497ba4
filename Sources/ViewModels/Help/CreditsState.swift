/// The state of the credits.
public nonisolated struct CreditsState: Equatable, Sendable {
    /// The title of the screen.
    public var title: String
    /// The text above the list.
    public var introduction: String
    /// The projects.
    public var credits: [CreditRow]
    /// The visible part of the list.
    public var scroll = PageScroll()
}

/// A line of the credits.
public nonisolated struct CreditRow: Equatable, Sendable {
    /// The name of the project.
    public let name: String
    /// Its use in Fiber.
    public let purpose: String
    /// Its licence.
    public let licence: String
}

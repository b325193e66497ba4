/// The amount of text per ticket in the timeline.
public nonisolated enum Density: String, Equatable, Sendable, CaseIterable {
    /// One line.
    case compact
    /// The first lines of the text.
    case regular
    /// Most of the text of a post.
    case roomy

    /// The next density, cyclically.
    public var next: Density { Self.allCases.next(after: self) }
}

/// The screens that show pictures. The raw value is the name in the settings.
public nonisolated enum PictureUse: String, Hashable, Sendable, CaseIterable {
    /// No screen.
    case never
    /// Open tickets.
    case ticket = "item"
    /// Open tickets, and the timeline at its roomy density.
    case timeline
}

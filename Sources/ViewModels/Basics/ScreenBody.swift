/// The content between the bars of a screen, or what is shown in its place.
public nonisolated enum ScreenBody<Content: Equatable & Sendable>: Equatable, Sendable {
    /// Words: the content loads, or there is none.
    case words(String)
    /// There is no content: why, and what to do.
    case notice(title: String, hints: [String])
    /// The content could not be read: what happened, why, and what to do.
    case failure(title: String, hints: [String])
    case content(Content)

    /// The content, or `nil` if something is shown in its place.
    public var content: Content? { if case .content(let content) = self { content } else { nil } }
}

/// Rows, laid out upwards and downwards from the cursor's row.
public nonisolated struct RowsContent<Row: Equatable & Sendable>: Equatable, Sendable {
    /// The rows around the screen, from the top downwards.
    public var rows: [Row]
    /// The index of the current row.
    public var cursor: Int
    /// The screen line on which that row begins, counted from below the top bar.
    public var line: Int

    public var current: Row? { rows.element(at: cursor) }
}

/// The actions of every screen with ``RowsContent``.
public nonisolated protocol RowsAction: Sendable {
    /// Scroll by lines without moving the cursor, as long as its row stays visible; negative is up.
    static func scroll(_ lines: Int) -> Self
    /// Answer the open question with yes.
    static var confirm: Self { get }
}

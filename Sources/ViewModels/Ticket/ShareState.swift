/// The state of the list of forms in which a ticket can be shared.
public nonisolated struct ShareState: Equatable, Sendable {
    /// The title of the screen.
    public var title: String
    /// The forms.
    public let rows = ShareForm.all
    /// The index of the form under the cursor.
    public var cursor = 0
    /// The tickets in the form under the cursor, or `nil` while it is read.
    public var preview: SharePreview?

    /// The form under the cursor.
    public var current: ShareForm { rows[cursor] }
}

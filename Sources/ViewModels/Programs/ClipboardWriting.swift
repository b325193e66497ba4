/// Copies text to the clipboard.
public protocol ClipboardWriting {
    /// Copies `text`.
    func copy(_ text: String)
}

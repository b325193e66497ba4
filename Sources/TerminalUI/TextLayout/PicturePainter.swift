import EngineConcepts
import TerminalKit
import ViewModels

/// The drawing of a picture into its area, or a placeholder.
struct PicturePainter: StyledDrawing {
    let appearance: Appearance
    /// The key that retries, as shown, or empty if none does.
    let retryKey: String

    /// Draws the picture at `point`, or a text of `columns` in its place.
    func draw(_ status: PictureStatus?, at point: Point, columns: Int, in clip: Rect, of buffer: inout CellBuffer) {
        switch status {
        case .shown(let picture):
            if let cells = picture.content as? CellPicture { buffer.put(cells, at: point, in: clip) }
        case .loading, nil:
            let line = TextLine("\(glyphs.media) \(localizer(.pictureLoading))", theme[.faint].withoutBackground)
            buffer.put(glyphs.cut(line, to: columns), at: point, in: clip)
        case .failed(let message): buffer.put(failure(message, columns: columns), at: point, in: clip)
        }
    }

    /// Returns the error message for a picture and the key that retries, in one line.
    func failure(_ message: String, columns: Int) -> TextLine {
        let faint = theme[.faint].withoutBackground
        var retry = TextLine()
        if !retryKey.isEmpty {
            retry.append("  \(retryKey)", theme[.key].withoutBackground)
            if columns >= 40 { retry.append(" \(localizer(.gapRetry))", faint) }
        }
        var line = glyphs.cut(TextLine("\(glyphs.media) \(message)", faint), to: max(1, columns - retry.width))
        line.append(retry)
        return line
    }
}

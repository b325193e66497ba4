import EngineConcepts
import TerminalKit
import ViewModels

/// The drawing of a picture into its area, or a placeholder.
struct PicturePainter: StyledDrawing {
    let appearance: RenderStyle
    /// The key that retries, as shown, or empty if none does.
    let retryKey: String

    /// Draws the picture at `point`, or a text of `columns` in its place.
    func draw(
        _ status: PictureStatus?, at point: Point, columns: Int, in clip: Rect, of buffer: inout CellBuffer
    ) {
        switch status {
        case .shown(let picture):
            if let cells = picture.content as? CellPicture { buffer.put(cells, at: point, in: clip) }
        case .loading, nil:
            let line = TextLine(
                "\(glyphs.media) \(localizer(.pictureLoading))",
                theme[.faint].withoutBackground)
            buffer.put(line.truncated(to: columns, ellipsis: glyphs.ellipsis), at: point, in: clip)
        case .failed(let message):
            buffer.put(failure(message, columns: columns), at: point, in: clip)
        }
    }

    /// Returns the error message for a picture, in one line.
    func failure(_ message: String, columns: Int) -> TextLine {
        let faint = theme[.faint].withoutBackground
        let room = retryKey.isEmpty ? columns : columns - TextWidth.width(of: retryKey) - 2
        var line = TextLine("\(glyphs.media) \(message)", faint)
            .truncated(to: max(1, room), ellipsis: glyphs.ellipsis)
        if !retryKey.isEmpty { line.append("  \(retryKey)", theme[.key].withoutBackground) }
        return line
    }
}

import EngineConcepts
import TerminalKit
import ViewModels

/// Draws a picture into its area, or a placeholder.
struct PicturePainter {
    let appearance: RenderStyle
    /// The key that retries, as shown, or empty if none does.
    let retryKey: String

    /// Draws the picture at `point`, or a text of `columns` by `lines` in its place.
    func draw(
        _ status: PictureStatus?, at point: Point, columns: Int, lines: Int, in clip: Rect, of buffer: inout CellBuffer
    ) {
        switch status {
        case .shown(let picture):
            if let cells = picture.content as? CellPicture { buffer.put(cells, at: point, in: clip) }
        case .loading, nil:
            let line = TextLine(
                "\(appearance.glyphs.media) \(appearance.localizer(.pictureLoading))",
                appearance.theme[.faint].withoutBackground)
            buffer.put(line.truncated(to: columns, ellipsis: appearance.glyphs.ellipsis), at: point, in: clip)
        case .failed(let message):
            for (index, line) in failure(message, columns: columns, lines: lines).enumerated() {
                buffer.put(line, at: Point(x: point.x, y: point.y + index), in: clip)
            }
        }
    }

    /// The error message for a picture, wrapped to at most `lines` lines.
    func failure(_ message: String, columns: Int, lines: Int) -> [TextLine] {
        let sign = TextLine("\(appearance.glyphs.warning) ", appearance.theme[.warning].withoutBackground)
        var margin = TextLine()
        margin.pad(to: sign.width)
        let room = retryKey.isEmpty ? columns : columns - TextWidth.width(of: retryKey) - 2
        var wrapped = TextWrap.lines(
            StyledString(message, base: appearance.theme[.warning].withoutBackground),
            TextWrap.Options(
                width: max(1, room), firstPrefix: sign, restPrefix: margin, maximumLines: max(1, lines),
                ellipsis: appearance.glyphs.ellipsis))
        if !retryKey.isEmpty, !wrapped.isEmpty {
            wrapped[wrapped.count - 1].append("  \(retryKey)", appearance.theme[.key].withoutBackground)
        }
        return wrapped
    }
}

import EngineConcepts
import TerminalKit
import ViewModels

/// Draws a picture into its place, or what stands there instead.
struct PicturePainter {
    let look: Look
    /// The key that tries again, as it is printed; empty where none does.
    let retryKey: String

    /// Draws what there is of the picture at `key`, whose place begins at `point`, with `columns` for words.
    func draw(
        _ status: PictureStatus?, at point: Point, columns: Int, in clip: Rect, of buffer: inout CellBuffer
    ) {
        switch status {
        case .shown(let picture):
            if let cells = picture.content as? CellPicture { buffer.put(cells, at: point, in: clip) }
        case .loading, nil:
            let line = TextLine("\(look.glyphs.media) \(look.wording(.pictureLoading))", look.theme[.faint].ink)
            buffer.put(line.truncated(to: columns, ellipsis: look.glyphs.ellipsis), at: point, in: clip)
        case .failed(let message):
            buffer.put(failure(message, columns: columns), at: point, in: clip)
        }
    }

    /// What stands where a picture could not be got.
    func failure(_ message: String, columns: Int) -> TextLine {
        var line = TextLine("\(look.glyphs.warning) \(message)", look.theme[.warning].ink)
        let room = retryKey.isEmpty ? columns : columns - TextWidth.width(of: retryKey) - 2
        line = line.truncated(to: max(1, room), ellipsis: look.glyphs.ellipsis)
        if !retryKey.isEmpty { line.append("  \(retryKey)", look.theme[.key].ink) }
        return line
    }
}

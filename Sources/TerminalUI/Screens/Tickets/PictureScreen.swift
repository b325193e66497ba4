import EngineConcepts
import TerminalKit
import ViewModels

/// The drawing of the picture viewer: one picture in full size, with its description below.
struct PictureScreen: StyledDrawing {
    let appearance: Appearance
    let hints: [KeyHint]

    /// The areas of the screen.
    struct Parts: Equatable {
        var top: Rect
        var picture: Rect
        var caption: Rect
        var bottom: Rect
    }

    /// Divides an area: three lines for the description, one on low screens.
    static func parts(of area: Rect) -> Parts {
        var rest = area
        let top = rest.cutTop(1)
        let bottom = rest.cutBottom(1)
        let caption = rest.cutBottom(area.height >= 16 ? 3 : 1)
        return Parts(top: top, picture: rest, caption: caption, bottom: bottom)
    }

    func draw(_ state: PictureState, in area: Rect, of buffer: inout CellBuffer) {
        let parts = Self.parts(of: area)
        buffer.fill(area, style: theme[.text])
        bars.top(title: state.title, right: TextLine("\(state.position) ", theme[.barDim]), in: parts.top, of: &buffer)
        if let cells = draw(state.body, in: parts.picture, of: &buffer)?.content as? CellPicture {
            draw(cells, in: parts.picture, of: &buffer)
        }
        drawCaption(state.caption, in: parts.caption, of: &buffer)
        bars.bottom(hints: hints, in: parts.bottom, of: &buffer)
    }

    private func draw(_ picture: CellPicture, in area: Rect, of buffer: inout CellBuffer) {
        let point = Point(
            x: area.x + (area.width - picture.size.width) / 2, y: area.y + (area.height - picture.size.height) / 2)
        buffer.put(picture, at: point, in: area)
    }

    private func drawCaption(_ caption: String, in area: Rect, of buffer: inout CellBuffer) {
        let lines = TextWrap.lines(
            caption, theme[.caption], width: max(1, min(area.width - 2, 100)), maximumLines: area.height,
            ellipsis: glyphs.ellipsis)
        for (index, line) in lines.enumerated() {
            buffer.put(line, at: Point(x: area.x + (area.width - line.width) / 2, y: area.y + index), in: area)
        }
    }
}

import Coordinators
import TerminalKit

/// The areas of the screens.
extension FiberApp {
    /// The width from which timeline and ticket are shown side by side.
    static let splitWidth = 140

    /// The visible screens with their areas, from bottom to top.
    func places(in size: Size) -> [(screen: any ScreenController, area: Rect)] {
        var seen: [any ScreenController] = []
        for screen in screens.reversed() {
            seen.append(screen)
            if !screen.isOverlay { break }
        }
        seen.reverse()
        guard let split = split(size), let base = seen.first,
            let timeline = screens.last(where: { $0 is TimelineController })
        else {
            return seen.map { ($0, size.bounds) }
        }
        return [(timeline, split.left), (base, split.right)] + seen.dropFirst().map { ($0, size.bounds) }
    }

    func layoutScreens(in size: Size) {
        for (screen, area) in places(in: size) { screen.layout(in: area) }
    }

    /// The areas of timeline and ticket, or `nil` if only one of them is visible.
    func split(_ size: Size) -> (left: Rect, right: Rect)? {
        guard size.width >= Self.splitWidth, let base = screens.last(where: { !$0.isOverlay }), base is TicketController
        else {
            return nil
        }
        var rest = size.bounds
        let left = rest.cutLeft(size.width * 11 / 20)
        _ = rest.cutLeft(1)
        return (left, rest)
    }

    func drawSeparator(_ buffer: inout CellBuffer) {
        guard let split = split(buffer.size) else { return }
        for y in split.left.rows {
            buffer.put(
                ui.appearance.glyphs.vertical, at: Point(x: split.left.maxX, y: y), style: ui.appearance.theme[.rule])
        }
    }
}

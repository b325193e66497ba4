import Coordinators
import TerminalKit
import ViewModels

/// The areas of the screens.
extension FiberApp {
    /// The width from which timeline and ticket are shown side by side.
    static let splitWidth = 140
    /// The width from which the source list is shown beside the timeline.
    static let sidebarThreshold = 100

    /// The visible screens with their areas, from bottom to top.
    func places(in size: Size) -> [(screen: any ScreenController, area: Rect)] {
        var seen: [any ScreenController] = []
        for screen in screens.reversed() {
            seen.append(screen)
            if !screen.isOverlay { break }
        }
        seen.reverse()
        guard let base = seen.first else { return [] }
        let overlays = seen.dropFirst().map { (screen: $0, area: size.bounds) }
        let (side, rest) = sidebarPlace(beside: base, in: size)
        let main: [(screen: any ScreenController, area: Rect)]
        if let split = split(rest), let timeline = screens.last(where: { $0 is TimelineController }) {
            main = [(timeline, split.left), (base, split.right)]
        } else if base is SourceListController, side != nil, let timeline = screens.first {
            main = [(timeline, rest)]
        } else {
            main = [(base, rest)]
        }
        // The list comes last if it is the screen with the keys: the topmost one determines the cursor.
        return main + (side.map { [$0] } ?? []) + overlays
    }

    func layoutScreens(in size: Size) {
        let places = places(in: size)
        for screen in screens { (screen as? SourceListController)?.isSidebar = false }
        for (screen, area) in places {
            if area.width < size.width { (screen as? SourceListController)?.isSidebar = true }
            screen.layout(in: area)
        }
    }

    /// The source list beside the timeline with its area, or `nil` if it is not there, and the area of the others.
    private func sidebarPlace(
        beside base: any ScreenController, in size: Size
    ) -> (side: (screen: any ScreenController, area: Rect)?, rest: Rect) {
        let isOpen = base is SourceListController
        var rest = size.bounds
        guard let list = isOpen ? base as? SourceListController : sidebar, screens.first is TimelineController,
            isOpen || isSidebarPinned, size.width >= Self.sidebarThreshold
        else {
            return (nil, rest)
        }
        let width = min(36, max(26, size.width / 4))
        guard
            isOpen || base === screens.first || (base is TicketController && size.width - width - 1 >= Self.splitWidth)
        else {
            return (nil, rest)
        }
        let area = rest.cutLeft(width)
        _ = rest.cutLeft(1)
        return ((list, area), rest)
    }

    private var isSidebarPinned: Bool { coordinator?.timeline?.sourceList.state.isPinned ?? false }

    /// The areas of timeline and ticket, or `nil` if only one of them is visible.
    private func split(_ area: Rect) -> (left: Rect, right: Rect)? {
        guard area.width >= Self.splitWidth, let base = screens.last(where: { !$0.isOverlay }), base is TicketController
        else {
            return nil
        }
        var rest = area
        let left = rest.cutLeft(area.width * 11 / 20)
        _ = rest.cutLeft(1)
        return (left, rest)
    }

    /// Draws a line at the right of every area that does not reach the edge.
    func drawSeparators(_ buffer: inout CellBuffer) {
        for (_, area) in places(in: buffer.size) where area.maxX < buffer.size.width {
            for y in area.rows {
                buffer.put(
                    ui.appearance.glyphs.vertical, at: Point(x: area.maxX, y: y), style: ui.appearance.theme[.rule])
            }
        }
    }
}

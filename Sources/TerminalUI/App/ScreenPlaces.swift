import TerminalKit

/// The areas of the open screens in a terminal of one size.
struct ScreenPlaces {
    /// A screen with its area.
    typealias Place = (screen: any ScreenController, area: Rect)

    /// The width from which timeline and ticket are shown side by side.
    static let splitWidth = 140
    /// The width from which the source list is shown beside the timeline.
    static let sidebarThreshold = 100

    /// The open screens, the topmost last.
    let screens: [any ScreenController]
    /// The source list that stays beside the timeline, or `nil` if there is none.
    let sidebar: SourceListController?

    /// Draws a line at the right of every area that does not reach the edge.
    static func drawSeparators(of places: [Place], _ appearance: RenderStyle, in buffer: inout CellBuffer) {
        for (_, area) in places where area.maxX < buffer.size.width {
            for y in area.rows {
                buffer.put(appearance.glyphs.vertical, at: Point(x: area.maxX, y: y), style: appearance.theme[.rule])
            }
        }
    }

    /// Returns the visible screens with their areas, from bottom to top.
    func places(in size: Size) -> [Place] {
        var seen: [any ScreenController] = []
        for screen in screens.reversed() {
            seen.append(screen)
            if !screen.isOverlay { break }
        }
        seen.reverse()
        guard let base = seen.first else { return [] }
        let overlays = seen.dropFirst().map { (screen: $0, area: size.bounds) }
        let (side, rest) = sidebarPlace(beside: base, in: size)
        let main: [Place]
        if let split = split(rest),
            let timeline = screens.last(where: { $0 is TimelineController || $0 is ThreadController })
        {
            main = [(timeline, split.left), (base, split.right)]
        } else if base is SourceListController, side != nil, let timeline = screens.first {
            main = [(timeline, rest)]
        } else {
            main = [(base, rest)]
        }
        // The list comes last if it is the screen with the keys: the topmost one determines the cursor.
        return main + (side.map { [$0] } ?? []) + overlays
    }

    /// The source list beside the timeline with its area, or `nil` if it is not there, and the area of the others.
    private func sidebarPlace(beside base: any ScreenController, in size: Size) -> (side: Place?, rest: Rect) {
        let isOpen = base is SourceListController
        if let ticket = base as? TicketController, ticket.takesWholeScreen { return (nil, size.bounds) }
        var rest = size.bounds
        guard let list = isOpen ? base as? SourceListController : sidebar, screens.first is TimelineController,
            size.width >= Self.sidebarThreshold
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

    /// The areas of timeline and ticket, or `nil` if only one of them is visible.
    private func split(_ area: Rect) -> (left: Rect, right: Rect)? {
        guard area.width >= Self.splitWidth,
            let ticket = screens.last(where: { !$0.isOverlay }) as? TicketController, !ticket.takesWholeScreen
        else {
            return nil
        }
        var rest = area
        let left = rest.cutLeft(area.width * 11 / 20)
        _ = rest.cutLeft(1)
        return (left, rest)
    }
}

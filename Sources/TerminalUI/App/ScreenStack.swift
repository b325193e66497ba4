import TerminalKit
import ViewModels

/// The open screens and the source list beside the timeline: their order, and their areas in a terminal of one size.
struct ScreenStack {
    typealias VisibleScreen = (screen: any ScreenController, area: Rect)

    /// The width from which timeline and ticket are shown side by side.
    static let splitWidth = 140
    /// The width from which the source list is shown beside the timeline.
    static let minimumWidthWithSidebar = 100

    /// The open screens, the topmost last.
    private(set) var screens: [any ScreenController] = []
    /// The source list while it is pinned beside the timeline. It has no keys: an opened list has a controller of its own.
    private var sidebar: SourceListController?

    /// The screen with the keys, or `nil` before the start.
    var top: (any ScreenController)? { screens.last }

    /// The topmost screen that is not an overlay, or `nil` before the start.
    private var base: (any ScreenController)? { screens.last { !$0.isOverlay } }

    /// Replaces all screens by `root`.
    mutating func setRoot(_ root: any ScreenController, sidebar: SourceListController?) {
        screens = [root]
        self.sidebar = sidebar
    }

    /// Puts a screen on top of the others.
    mutating func push(_ screen: any ScreenController) { screens.append(screen) }

    /// Removes the topmost screen unless it is the only one.
    mutating func pop() { if screens.count > 1 { screens.removeLast() } }

    /// Returns the screen below `screen`, or `nil` if there is none.
    func screen(below screen: any ScreenController) -> (any ScreenController)? {
        screens.firstIndex { $0 === screen }.flatMap { screens.element(at: $0 - 1) }
    }

    /// Lays out the visible screens.
    func layout(in size: Size) {
        for (screen, area) in visibleScreens(in: size) {
            (screen as? SourceListController)?.isSidebar = area.width < size.width
            screen.layout(in: area)
        }
    }

    /// Draws the visible screens, and a line at the right of every area that does not reach the edge. Returns the position of
    /// the cursor, or `nil` for no cursor.
    func draw(in buffer: inout CellBuffer, _ appearance: Appearance) -> Point? {
        guard let base else { return nil }
        var cursor: Point?
        for (screen, area) in visibleScreens(in: buffer.size) {
            // Cells below another screen cannot be clicked.
            if screen.isOverlay { buffer.removeTargets() }
            if screen === base || screen.isOverlay {
                cursor = screen.draw(in: area, of: &buffer)
            } else {
                screen.drawWithoutKeys(in: area, isBesideList: base is SourceListController, of: &buffer)
            }
            guard area.maxX < buffer.size.width else { continue }
            for y in area.rows {
                buffer.put(appearance.glyphs.vertical, at: Point(x: area.maxX, y: y), style: appearance.theme[.rule])
            }
        }
        return cursor
    }

    /// Draws the message if there is one, and returns its area, or `nil` if there is no message or no room for it.
    func draw(_ message: Notice?, in buffer: inout CellBuffer, _ appearance: Appearance) -> Rect? {
        guard let message, buffer.size.height > 3 else { return nil }
        var area = buffer.bounds
        // The message covers the top screen's content, but never the line of hints, or the lines that are typed into or
        // that ask a question. If there is no room above them, the message is only kept in the history.
        if let top {
            // Beside another screen, a question takes more lines.
            let own = visibleScreens(in: buffer.size).last { $0.screen === top }?.area ?? area
            let question = top.question.map { Bars(appearance: appearance).questionHeight($0, in: own) }
            area.cutBottom(max(1, question ?? top.promptHeight(in: own)))
        }
        guard area.height > 1 else { return nil }
        let height = Toast.draw(
            message.text, message.kind == .failure ? .warning : .notice, in: area, of: &buffer,
            theme: appearance.theme, glyphs: appearance.glyphs)
        return area.cutBottom(height)
    }

    /// Returns the visible screens with their areas, from bottom to top.
    func visibleScreens(in size: Size) -> [VisibleScreen] {
        guard let base else { return [] }
        let overlays = screens.reversed().prefix { $0.isOverlay }.reversed().map { (screen: $0, area: size.bounds) }
        let (side, rest) = sidebarArea(beside: base, in: size)
        let main: [VisibleScreen]
        if let split = split(rest),
            let timeline = screens.last(where: { $0 is TimelineController || $0 is OutlineController })
        {
            main = [(timeline, split.left), (base, split.right)]
        } else if base is SourceListController, side != nil, let timeline = screens.first {
            main = [(timeline, rest)]
        } else {
            main = [(base, rest)]
        }
        return main + (side.map { [$0] } ?? []) + overlays
    }

    /// Returns the source list beside the timeline with its area, or `nil` if it is not there, and the area of the others.
    private func sidebarArea(beside base: any ScreenController, in size: Size) -> (side: VisibleScreen?, rest: Rect) {
        let isOpen = base is SourceListController
        if let ticket = base as? TicketController, ticket.takesWholeScreen { return (nil, size.bounds) }
        var rest = size.bounds
        let pinned = sidebar?.model.state.isPinned == true ? sidebar : nil
        guard let list = isOpen ? base as? SourceListController : pinned, screens.first is TimelineController,
            size.width >= Self.minimumWidthWithSidebar
        else { return (nil, rest) }
        let width = min(36, max(26, size.width / 4))
        guard
            isOpen || base === screens.first || (base is TicketController && size.width - width - 1 >= Self.splitWidth)
        else { return (nil, rest) }
        let area = rest.cutLeft(width)
        rest.cutLeft(1)
        return ((list, area), rest)
    }

    /// Returns the areas of timeline and ticket, or `nil` if only one of them is visible.
    private func split(_ area: Rect) -> (left: Rect, right: Rect)? {
        guard area.width >= Self.splitWidth,
            let ticket = screens.last(where: { !$0.isOverlay }) as? TicketController, !ticket.takesWholeScreen
        else { return nil }
        var rest = area
        let left = rest.cutLeft(area.width * 11 / 20)
        rest.cutLeft(1)
        return (left, rest)
    }
}

import Coordinators
import TerminalKit
import ViewModels

/// The areas of the screens.
extension FiberApp {
    /// The visible screens with their areas, from bottom to top.
    func places(in size: Size) -> [ScreenPlaces.Place] {
        let isPinned = coordinator?.timeline?.sourceList.state.isPinned ?? false
        return ScreenPlaces(screens: screens, sidebar: isPinned ? sidebar : nil).places(in: size)
    }

    func layoutScreens(in size: Size) {
        let places = places(in: size)
        for screen in screens { (screen as? SourceListController)?.isSidebar = false }
        for (screen, area) in places {
            if area.width < size.width { (screen as? SourceListController)?.isSidebar = true }
            screen.layout(in: area)
        }
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

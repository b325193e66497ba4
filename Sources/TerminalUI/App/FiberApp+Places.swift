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
}

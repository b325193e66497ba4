import TerminalDriver
import TerminalKit
import ViewModels

/// Mouse events: what is drawn under the pointer decides, then the screen there.
extension FiberApp {
    func handle(_ event: MouseEvent) {
        guard
            let (screen, area) = stack.visibleScreens(in: terminal.size).last(where: { $0.area.contains(event.point) })
        else { return }
        let target = screen === stack.top ? lastFrame?[event.point].style.target : nil
        let isHandled =
            switch event.action {
            case .press(.right): leave()
            case .press(.left): target.map { click($0, on: screen) } ?? false || screen.mouse(event, in: area)
            default: screen.mouse(event, in: area)
            }
        if isHandled { loop.setNeedsDisplay() }
    }

    private func click(_ target: ClickTarget, on screen: any ScreenController) -> Bool {
        switch target {
        case .press(let key): press(key)
        case .row(let index):
            guard let list = screen as? any ListScrolling else { return false }
            if list.cursor == index { press(.named(.enter)) } else { list.scroll(.lines(index - list.cursor)) }
        case .tab(let index):
            guard let tabs = screen as? any TabTurning else { return false }
            tabs.turn(to: index)
        case .link(let number):
            guard let ticket = screen as? TicketController else { return false }
            ticket.send(.follow(number))
        }
        return true
    }
}

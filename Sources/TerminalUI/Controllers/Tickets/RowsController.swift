import TerminalDriver
import TerminalKit
import ViewModels

/// A screen of rows that can be clicked and scrolled by the mouse, with questions that are answered with yes or closed.
protocol RowsController: ScreenController, ActionSending where Action: RowsAction {
    /// Returns the action of a click at a point of the screen's area, or `nil` if it has none.
    func clickAction(at point: Point, in area: Rect) -> Action?
}

extension RowsController {
    func confirm() { send(.confirm) }

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        switch event.action {
        case .wheelDown: send(.scroll(3))
        case .wheelUp: send(.scroll(-3))
        case .press(.left):
            guard let action = clickAction(at: event.point, in: area) else { return false }
            send(action)
        default: return false
        }
        return true
    }
}

import TerminalDriver
import TerminalKit
import ViewModels

extension PageScroll.Movement {
    /// Returns the cursor's movement in a list of which `page` rows are visible.
    func steps(page: Int) -> Int {
        switch self {
        case .lines(let count): count
        case .pages(let count): count * max(1, page)
        case .halfPages(let count): count * max(1, page / 2)
        case .top: -1_000_000
        case .to(let row): row
        case .bottom: 1_000_000
        }
    }

    /// Creates the scrolling for the mouse wheel, or `nil` for other events.
    init?(wheel event: MouseEvent) {
        switch event.action {
        case .wheelDown: self = .lines(3)
        case .wheelUp: self = .lines(-3)
        default: return nil
        }
    }

    /// Creates the scrolling for a mouse event: the wheel anywhere, or a press or drag on the scroll bar `bar`. `nil`
    /// for other events.
    init?(_ event: MouseEvent, on bar: Rect, of scroll: PageScroll) {
        switch event.action {
        case .wheelDown, .wheelUp: self.init(wheel: event)
        case .press(.left), .drag(.left):
            guard bar.columns.contains(event.point.x),
                let drawn = ScrollBar(
                    length: bar.height, offset: scroll.offset, visible: scroll.height, count: scroll.count)
            else { return nil }
            self = .to(drawn.offset(at: event.point.y - bar.y))
        default: return nil
        }
    }
}

/// A screen with a list whose rows can be clicked: a click moves the cursor to a row, and one on the current row is Enter.
protocol ListScrolling: Scrolling {
    /// The index of the row under the cursor.
    var cursor: Int { get }
    /// The number of rows by which a page moves the cursor.
    var rowsPerPage: Int { get }
}

/// A screen with rows that a click chooses at once.
protocol RowChoosing: AnyObject {
    /// Chooses the row with an index.
    func choose(row index: Int)
}

extension ListScrolling where Self: ActionSending, Self.Action: ListAction {
    func scroll(_ movement: PageScroll.Movement) { send(.move(movement.steps(page: rowsPerPage))) }
}

extension ListScrolling where Self: PromptAnswering, Self: TextSearching, Self.Action: ListAction {
    /// Moves the cursor, unless a line is open.
    func scroll(_ movement: PageScroll.Movement) {
        if !isTyping { send(.move(movement.steps(page: rowsPerPage))) }
    }
}

extension Scrolling where Self: ActionSending, Self.Action: ScrollAction {
    func scroll(_ movement: PageScroll.Movement) { send(.scroll(movement)) }
}

/// A screen with tabs that can be clicked.
protocol TabTurning: AnyObject {
    /// Turns to the tab with an index.
    func turn(to tab: Int)
}

/// A screen with a text that is longer than its area, and a scroll bar.
protocol PageScrolling: Scrolling {
    /// The visible part of the text.
    var position: PageScroll { get }
    func scrollBar(of area: Rect) -> Rect
}

extension PageScrolling {
    func scrollBar(of area: Rect) -> Rect { ListDrawing.scrollBar(of: area) }
}

extension ScreenController where Self: Scrolling {
    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        guard let movement = PageScroll.Movement(wheel: event) else { return false }
        scroll(movement)
        return true
    }
}

extension ScreenController where Self: PageScrolling {
    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        guard let movement = PageScroll.Movement(event, on: scrollBar(of: area), of: position) else { return false }
        scroll(movement)
        return true
    }
}

import TerminalKit

/// The drawing of a sheet at the bottom of another screen, with a line that is typed into as its last row.
protocol SheetDrawing: ListBasedDrawing {
    associatedtype State

    /// Returns the number of rows of the sheet.
    func height(of state: State, in area: Rect) -> Int
    /// Draws the sheet. Returns the position of the cursor, or `nil` for no cursor.
    func draw(_ state: State, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point?
}

/// A screen that is a sheet above the one from which it was opened.
protocol SheetController: TextInputController {
    associatedtype Drawing: SheetDrawing

    var state: Drawing.State { get }
    var drawing: Drawing { get }
}

extension SheetController {
    var isOverlay: Bool { true }
    func promptHeight(in area: Rect) -> Int { drawing.height(of: state, in: area) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(state, input: input, in: area, of: &buffer)
    }
}

extension SheetController where Self: PromptAnswering {
    func promptHeight(in area: Rect) -> Int { drawing.height(of: state, in: area) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(state, input: activeLine, in: area, of: &buffer)
    }
}

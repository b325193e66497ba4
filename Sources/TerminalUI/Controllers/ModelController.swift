import TerminalKit
import ViewModels

/// The base of controllers: a view-model and the drawing state of all screens.
///
/// `Model` has no constraint here: at the start, each controller would have its model looked for among all conformances of
/// the program.
class ModelController<Model> {
    let model: Model
    let ui: UIContext

    init(model: Model, ui: UIContext) {
        self.model = model
        self.ui = ui
    }
}

extension ModelController where Model: ViewModel {
    typealias Action = Model.Action

    /// Performs an action of the view-model.
    func send(_ action: Model.Action) {
        model.send(action)
    }
}

extension ModelController where Model: ViewModel, Model.State: ListState {
    /// The index of the row under the cursor.
    var cursor: Int { model.state.cursor }
}

/// The base of controllers of lists, which know how many lines are visible: those below a title, unless they say otherwise.
class ListController<Model>: ModelController<Model> {
    /// The lines of the list that are visible.
    var height = 10

    /// The number of visible rows: each has a line, unless subclasses say otherwise.
    var rowsPerPage: Int { height }

    func layout(in area: Rect) {
        height = ListDrawing.content(of: area).height
    }
}

import Localization
import TerminalKit
import ViewModels

/// The base of controllers: a view-model and the drawing state of all screens.
///
/// `Model` has no constraint here: with one, the start would search all conformances of the program for the model of each
/// controller.
class ModelController<Model> {
    let model: Model
    let ui: UIState

    /// The texts in the user's language.
    var localizer: Localizer { ui.appearance.localizer }

    init(model: Model, ui: UIState) {
        self.model = model
        self.ui = ui
    }
}

extension ModelController where Model: ViewModel {
    typealias Action = Model.Action

    /// The state of the view-model.
    var state: Model.State { model.state }

    /// True while keys wait for the view-model.
    var isCatchingUp: Bool { model.isCatchingUp }

    /// True while keys wait for a change that was typed on the screen.
    var isChanging: Bool { model.callbacks.isChanging }

    /// Performs an action of the view-model.
    func send(_ action: Model.Action) { model.send(action) }
}

extension ModelController where Model: ViewModel, Model.State: ListState {
    /// The index of the row under the cursor.
    var cursor: Int { model.state.cursor }
}

/// The base of controllers of lists: it knows how many lines are visible, by default those below a title.
class ListController<Model>: ModelController<Model> {
    /// The lines between the bars.
    var height = 10

    /// The number of visible rows, by default one for each line between the bars.
    var rowsPerPage: Int { height }

    func layout(in area: Rect) { height = ListDrawing.content(of: area).height }
}

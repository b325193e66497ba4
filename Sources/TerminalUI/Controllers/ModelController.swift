import TerminalKit

/// The base of controllers: a view-model and the drawing state of all screens.
class ModelController<Model> {
    let model: Model
    let ui: UIContext

    init(model: Model, ui: UIContext) {
        self.model = model
        self.ui = ui
    }
}

/// The base of controllers of lists below a title, which know how many lines are visible.
class ListController<Model>: ModelController<Model> {
    /// The lines of the list that are visible.
    var height = 10

    func layout(in area: Rect) {
        height = ListScreens.content(of: area).height
    }
}

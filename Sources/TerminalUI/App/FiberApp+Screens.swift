public import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

extension FiberApp: Router {
    /// Replaces all screens by `screen`.
    public func setRoot(_ screen: Screen) {
        layers = [layer(for: screen)]
        stackChanged()
    }

    /// Shows `screen` on top of the others.
    public func push(_ screen: Screen) {
        layers.append(layer(for: screen))
        stackChanged()
    }

    /// Removes the topmost screen.
    public func pop() {
        if layers.count > 1 { layers.removeLast() }
        stackChanged()
    }

    /// Ends the program.
    public func quit() {
        loop.finish()
    }

    private func stackChanged() {
        matcher.reset()
        placeLayers(in: terminal.size)
        loop.setNeedsDisplay()
    }
}

// MARK: - Layers

extension FiberApp {
    private func layer(for screen: Screen) -> any ScreenController {
        switch screen {
        case .timeline(let model):
            model.onProgress = { [weak self] in self?.loop.setNeedsDisplayForProgress() }
            return observing(
                model,
                TimelineController(model: model, ui: ui) { [weak self] command in
                    self?.openCommandLine("\(command.rawValue) ")
                })
        case .ticket(let model): return observing(model, TicketController(model: model, ui: ui))
        case .links(let model): return observing(model, LinksController(model: model, ui: ui))
        case .pictures(let model): return observing(model, PictureController(model: model, ui: ui))
        case .help(let model): return observing(model, HelpController(model: model, ui: ui))
        case .messages(let model): return observing(model, MessagesController(model: model, ui: ui))
        case .sources(let model): return observing(model, SourcesController(model: model, ui: ui))
        case .settings(let model): return observing(model, SettingsController(model: model, ui: ui))
        case .developer(let model): return observing(model, DeveloperController(model: model, ui: ui))
        case .credits(let model): return observing(model, CreditsController(model: model, ui: ui))
        case .topics(let model): return observing(model, TopicsController(model: model, ui: ui))
        case .filtered(let model): return observing(model, FilteredController(model: model, ui: ui))
        case .rule(let model): return observing(model, RuleController(model: model, ui: ui))
        case .search(let model):
            return observing(model, SearchController(model: model, ui: ui) { [weak self] in self?.press($0) })
        case .onboarding(let model): return observing(model, OnboardingController(model: model, ui: ui))
        case .command(let model):
            let start = commandLineStart
            commandLineStart = ""
            return observing(
                model,
                CommandController(
                    model: model, ui: ui, initial: start,
                    close: { [weak self] in self?.coordinator?.timeline?.back() },
                    run: { [weak self] command, argument in
                        self?.storeCommandHistory()
                        self?.coordinator?.timeline?.back()
                        self?.perform(command, argument: argument)
                    }))
        }
    }

    /// Draws the screen again after every change of the model's state.
    private func observing<Controller: ScreenController>(
        _ model: some ViewModel, _ controller: Controller
    ) -> Controller {
        model.onChange = { [weak self, weak controller] in
            controller?.stateChanged()
            self?.loop.setNeedsDisplay()
        }
        return controller
    }
}

public import Coordinators
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
            model.onProgress = { [weak self] in self?.loop.setNeedsDisplayInPassing() }
            return observing(
                model,
                TimelineController(model: model, stage: stage) { [weak self] command in
                    self?.openCommandLine("\(command.rawValue) ")
                })
        case .ticket(let model): return observing(model, TicketController(model: model, stage: stage))
        case .links(let model): return observing(model, LinksController(model: model, stage: stage))
        case .pictures(let model): return observing(model, PictureController(model: model, stage: stage))
        case .help(let model): return observing(model, HelpController(model: model, stage: stage))
        case .messages(let model): return observing(model, MessagesController(model: model, stage: stage))
        case .sources(let model): return observing(model, SourcesController(model: model, stage: stage))
        case .settings(let model): return observing(model, SettingsController(model: model, stage: stage))
        case .developer(let model): return observing(model, DeveloperController(model: model, stage: stage))
        case .credits(let model): return observing(model, CreditsController(model: model, stage: stage))
        case .topics(let model): return observing(model, TopicsController(model: model, stage: stage))
        case .filtered(let model): return observing(model, FilteredController(model: model, stage: stage))
        case .rule(let model): return observing(model, RuleController(model: model, stage: stage))
        case .search(let model):
            return observing(model, SearchController(model: model, stage: stage) { [weak self] in self?.press($0) })
        case .onboarding(let model): return observing(model, OnboardingController(model: model, stage: stage))
        case .command(let model):
            let start = commandLineStart
            commandLineStart = ""
            return observing(
                model,
                CommandController(
                    model: model, stage: stage, initial: start,
                    close: { [weak self] in self?.coordinator?.timeline?.back() },
                    run: { [weak self] command, argument in
                        self?.keepCommands()
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

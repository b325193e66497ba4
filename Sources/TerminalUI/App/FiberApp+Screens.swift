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
        let redraw: () -> Void = { [weak self] in self?.loop.setNeedsDisplay() }
        switch screen {
        case .timeline(let model):
            model.onChange = redraw
            model.onProgress = { [weak self] in self?.loop.setNeedsDisplayForProgress() }
            return TimelineController(model: model, ui: ui) { [weak self] command in
                self?.openCommandLine("\(command.rawValue) ")
            }
        case .ticket(let model):
            model.onChange = redraw
            return TicketController(model: model, ui: ui)
        case .links(let model):
            model.onChange = redraw
            return LinksController(model: model, ui: ui)
        case .pictures(let model):
            model.onChange = redraw
            return PictureController(model: model, ui: ui)
        case .help(let model):
            model.onChange = redraw
            return HelpController(model: model, ui: ui)
        case .messages(let model):
            model.onChange = redraw
            return MessagesController(model: model, ui: ui)
        case .sources(let model):
            model.onChange = redraw
            return SourcesController(model: model, ui: ui)
        case .settings(let model):
            model.onChange = redraw
            return SettingsController(model: model, ui: ui)
        case .developer(let model):
            model.onChange = redraw
            return DeveloperController(model: model, ui: ui)
        case .credits(let model):
            model.onChange = redraw
            return CreditsController(model: model, ui: ui)
        case .topics(let model):
            model.onChange = redraw
            return TopicsController(model: model, ui: ui)
        case .filtered(let model):
            model.onChange = redraw
            return FilteredController(model: model, ui: ui)
        case .rule(let model):
            model.onChange = redraw
            return RuleController(model: model, ui: ui)
        case .search(let model):
            model.onChange = redraw
            return SearchController(model: model, ui: ui) { [weak self] in self?.press($0) }
        case .onboarding(let model):
            model.onChange = redraw
            return OnboardingController(model: model, ui: ui)
        case .command(let model):
            model.onChange = redraw
            let start = commandLineStart
            commandLineStart = ""
            return CommandController(
                model: model, ui: ui, initial: start,
                close: { [weak self] in self?.coordinator?.timeline?.back() },
                run: { [weak self] command, argument in
                    self?.storeCommandHistory()
                    self?.coordinator?.timeline?.back()
                    self?.perform(command, argument: argument)
                })
        }
    }
}

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
        let redraw: () -> Void = { [weak self] in self?.loop.setNeedsDisplay() }
        switch screen {
        case .timeline(let model):
            model.onChange = redraw
            model.onProgress = { [weak self] in self?.loop.setNeedsDisplayInPassing() }
            return TimelineController(model: model, stage: stage) { [weak self] command in
                self?.openCommandLine("\(command.rawValue) ")
            }
        case .ticket(let model):
            model.onChange = redraw
            return TicketController(model: model, stage: stage)
        case .links(let model):
            model.onChange = redraw
            return LinksController(model: model, stage: stage)
        case .pictures(let model):
            model.onChange = redraw
            return PictureController(model: model, stage: stage)
        case .help(let model):
            model.onChange = redraw
            return HelpController(model: model, stage: stage)
        case .messages(let model):
            model.onChange = redraw
            return MessagesController(model: model, stage: stage)
        case .sources(let model):
            model.onChange = redraw
            return SourcesController(model: model, stage: stage)
        case .settings(let model):
            model.onChange = redraw
            return SettingsController(model: model, stage: stage)
        case .developer(let model):
            model.onChange = redraw
            return DeveloperController(model: model, stage: stage)
        case .credits(let model):
            model.onChange = redraw
            return CreditsController(model: model, stage: stage)
        case .topics(let model):
            model.onChange = redraw
            return TopicsController(model: model, stage: stage)
        case .filtered(let model):
            model.onChange = redraw
            return FilteredController(model: model, stage: stage)
        case .rule(let model):
            model.onChange = redraw
            return RuleController(model: model, stage: stage)
        case .search(let model):
            model.onChange = redraw
            return SearchController(model: model, stage: stage) { [weak self] in self?.press($0) }
        case .onboarding(let model):
            model.onChange = redraw
            return OnboardingController(model: model, stage: stage)
        case .command(let model):
            model.onChange = redraw
            let start = commandLineStart
            commandLineStart = ""
            return CommandController(
                model: model, stage: stage, initial: start,
                close: { [weak self] in self?.coordinator?.timeline?.back() },
                run: { [weak self] command, argument in
                    self?.keepCommands()
                    self?.coordinator?.timeline?.back()
                    self?.perform(command, argument: argument)
                })
        }
    }
}

public import Coordinators
import EngineConcepts
import FiberConfiguration
import Localization
import TerminalDriver
import TerminalKit
public import ViewModels

extension FiberApp: Router {
    /// Replaces all screens by this one.
    public func setRoot(_ screen: ScreenName, _ model: any ViewModel) {
        let list = screen == .timeline ? coordinator?.timeline?.sourceList : nil
        let sidebar = list.map { SourceListController(model: $0, ui: ui, hasKeys: false) }
        stack.setRoot(controller(for: screen, model), sidebar: sidebar)
        if let sidebar { observe(sidebar.model, sidebar) }
        stackChanged()
    }

    /// Shows a screen on top of the others.
    public func push(_ screen: ScreenName, _ model: any ViewModel) {
        session.messages.screenOpened()
        stack.push(controller(for: screen, model))
        stackChanged()
    }

    /// Removes the topmost screen.
    public func pop() {
        // Text for a line that is gone would be commands on the screen below.
        if losesHeldInput { loop.dropHeldInput() }
        stack.pop()
        stackChanged()
    }

    /// Ends the program.
    public func quit() { loop.finish() }

    private func stackChanged() {
        matcher.reset()
        // A click before the next frame hits nothing of the former screen.
        lastFrame = nil
        nameKeys()
        stack.layout(in: terminal.size)
        loop.setNeedsDisplay()
    }
}

extension FiberApp {
    /// The front end as coordinators see it.
    var frontEnd: FrontEnd {
        FrontEnd(
            rowMeasure: ui.timelineLayout, ticketMeasure: ui.ticketLayout, outlineMeasure: ui.outlineLayout,
            screens: screenRows.map(\.descriptor),
            help: { [weak self] in self.map { $0.ui.texts.help(first: $0.topContexts) } ?? [] },
            settings: SettingsFrontEnd(
                themes: { [weak self] in self?.choices.themes.map(\.name) ?? [] },
                failure: { [localizer = session.localizer] value, setting in
                    RowTemplate.error(in: value, of: setting).map { localizer($0) }
                }),
            commands: { [weak self] in self?.typedCommands ?? [] })
    }

    private func controller(for screen: ScreenName, _ model: any ViewModel) -> any ScreenController {
        guard let row = screenRows.first(where: { $0.descriptor.name == screen }),
            let controller = row.controller(model, self)
        else { preconditionFailure("No row of ScreenTable draws \(screen) with a \(type(of: model)).") }
        observe(model, controller)
        return controller
    }

    /// Tells the screen the first state of the model, and each change of it, after which it is drawn again.
    private func observe(_ model: any ViewModel, _ controller: any ScreenController) {
        // Beside the pinned list the timeline has another width, and beside a ticket in the full width there is nothing.
        let arrangement: () -> Bool? = { [weak model] in
            switch model {
            case let list as SourceListViewModel: list.state.isPinned
            case let ticket as TicketViewModel: ticket.isFullWidth
            default: nil
            }
        }
        var formerArrangement = arrangement()
        model.onChange = { [weak self, weak controller] in
            controller?.stateChanged()
            if let self, arrangement() != formerArrangement {
                formerArrangement = arrangement()
                stack.layout(in: terminal.size)
            }
            self?.loop.setNeedsDisplay()
        }
        controller.stateChanged()
    }
}

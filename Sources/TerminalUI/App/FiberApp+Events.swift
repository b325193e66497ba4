import Coordinators
import EngineConcepts
import FiberConfiguration
public import TerminalDriver
public import TerminalKit
import ViewModels

/// Handles input and draws frames for the event loop.
extension FiberApp: EventLoop.Client {
    /// True unless an earlier key opens a screen after reading, waits for rows, or changes a list: the next key may be for that
    /// screen or for the changed list.
    public var acceptsInput: Bool { !session.activity.holdsInput && stack.top?.isCatchingUp != true }

    /// Returns true for Ctrl-C, and for Esc on a screen that it leaves before the screen is loaded. While a change is under
    /// way, Esc is handled at once only if no input waits, since that before it, such as an undo, is meant to be performed.
    public func interrupts(_ key: Key, droppingInput dropsInput: Bool) -> Bool {
        if key == .control("c") { return true }
        guard key == .named(.escape) else { return false }
        return losesHeldInput || !dropsInput && !session.activity.holdsInput && stack.top?.isChanging == true
    }

    /// True while keys wait for the top screen that would be lost with it: text for its line, or a choice from its list.
    var losesHeldInput: Bool { stack.top.map { $0.isCatchingUp && $0.isLeftWhileLoading && !$0.isChanging } ?? false }

    public func handle(_ event: TerminalEvent) {
        responseTimes?.received(event, showsCommit: showsCommits)
        switch event {
        case .key(let key): press(key)
        case .paste(let text): paste(text)
        case .mouse(let event): handle(event)
        case .resized(let size): stack.layout(in: size)
        // The window may have been resized meanwhile.
        case .resumed: stack.layout(in: terminal.size)
        case .attributes: updatePictures()
        case .mode, .signal, .closed: break
        }
    }

    /// Records how long a frame took, and how long the keys and commits it shows had waited for it.
    public func didDraw(in duration: Duration) {
        responseTimes?.drawn(in: duration, showsCommit: showsCommits)
    }

    /// True if the rows of the timeline are those of the commits so far.
    private var showsCommits: Bool { coordinator?.timeline?.timeline.awaitsRows != true }

    /// False until the timeline has its first rows, so that they are the first thing to be seen.
    public var isReadyToDraw: Bool { coordinator?.timeline?.timeline.isOpening != true }

    /// Draws all visible screens, or writes their transcript in linear mode.
    public func draw(into frame: inout Frame) {
        if let narration {
            if let top = stack.top { narration.narrate(top, session.messages.history) }
            return
        }
        frame.buffer.fill(frame.buffer.bounds, style: ui.appearance.theme[.text])
        frame.cursor = stack.draw(in: &frame.buffer, ui.appearance)
        messageArea = stack.draw(session.messages.toast, in: &frame.buffer, ui.appearance)
        PendingKeys(matcher: matcher, appearance: ui.appearance, texts: ui.texts)
            .draw(on: &frame.buffer, above: messageArea?.height ?? 0)
        if ui.appearance.glyphs.isASCII { frame.buffer.replacePunctuation() }
        lastFrame = frame.buffer
    }

    private func paste(_ text: String) {
        loop.setNeedsDisplay()
        // A count before it is not for a key after it.
        matcher.reset()
        if stack.top?.paste(text) != true { pasteAddress(text) }
    }

    /// Follows pasted addresses, whichever screen is open, or shows a message if the text is not an address. The onboarding
    /// takes only the first one.
    private func pasteAddress(_ text: String) {
        let addresses = AddressList.pasted(text)
        // Only rejects what cannot be an address, such as a word. Discovery decides about the rest.
        guard let address = addresses.first,
            address.prefix(while: { !$0.isWhitespace }).dropFirst().contains(where: { ".:@".contains($0) })
        else {
            return session.messages.show(.pasteNoAddress)
        }
        if coordinator?.openOnboarding(with: .address(address)) == true {
            if addresses.count > 1 { session.messages.show(.pasteLeftOut, .number(addresses.count - 1)) }
            return
        }
        if let reason = services.sources.fixedReason { return session.messages.show(reason) }
        flow?.open(.sources)
        _ = stack.top?.paste(addresses.joined(separator: " "))
    }

    func press(_ key: Key) {
        guard let top = stack.top else { return }
        loop.setNeedsDisplay()
        // A search or a sign-in changes the contexts of its screen.
        nameKeys()
        // The command may show a message of its own.
        session.messages.userReadOn()
        let isInterrupt = isInterrupt(key, on: top)
        if isInterrupt || key == .named(.escape) { narration?.goBack() }
        // Ctrl-C takes back a post that waits to be sent, and closes what is open. Elsewhere it ends the program.
        if isInterrupt, !isEntering(on: top) && session.outgoing.takeBackNewest() || leave() { return }
        if let typing = top.typing { return type(key, on: typing) }
        // A question names the key that answers it. Enter and the letter for yes, which people press elsewhere, do too.
        if top.isAsking, !matcher.hasBegun, key == .named(.enter) || ui.confirms(key) { return top.confirm() }
        let hadBegun = matcher.hasBegun
        if let (binding, count) = matcher.press(key, in: top.contexts.map(\.rawValue), of: choices.keymap) {
            perform(binding.name, count: count)
        } else if key.typed != nil, !hadBegun, !matcher.hasBegun {
            session.messages.show(.keyUnused, .text(key.label(ui.appearance.glyphs)))
        }
    }

    /// Types a key into the line of a screen, or performs the command that it has there. Esc also dismisses the error of the
    /// answer that was entered there.
    private func type(_ key: Key, on screen: any TextTyping) {
        let contexts = screen.commandsWhileTyping.map(\.rawValue)
        if case .command(let binding) = choices.keymap.match([key], in: contexts) {
            return perform(binding.name)
        }
        if key == .named(.enter) {
            lastAnswer = (ObjectIdentifier(screen), session.messages.history.last?.id ?? 0)
        } else if key == .named(.escape), let lastAnswer, lastAnswer.screen == ObjectIdentifier(screen) {
            session.messages.dismissFailure(after: lastAnswer.message)
            self.lastAnswer = nil
        }
        _ = screen.type(key)
    }

    /// Returns true for Ctrl-C unless the user's keys give it, or keys that begin with it, another command on the screen.
    private func isInterrupt(_ key: Key, on screen: any ScreenController) -> Bool {
        guard key == .control("c") else { return false }
        let contexts = screen.typing?.commandsWhileTyping ?? screen.contexts
        return switch choices.keymap.match([key], in: contexts.map(\.rawValue)) {
        case .command(let binding): binding.command == Command.quit.rawValue
        case .prefix: false
        case .none: true
        }
    }

    /// Returns true while text, an answer or more keys of a command are expected on a screen.
    private func isEntering(on screen: any ScreenController) -> Bool {
        screen.typing != nil || screen.isAsking || matcher.hasBegun
    }

    /// Goes back as Esc does, but does not end the program: drops a count and the keys of an unfinished sequence, closes a
    /// line, a question, a search or a screen, cancels loading that the user started, and returns from a part of the timeline
    /// to all of it. Returns false if there is nothing to go back from.
    func leave() -> Bool {
        guard let top = stack.top else { return false }
        if isEntering(on: top) {
            press(.named(.escape))
        } else if let timeline = top as? TimelineController {
            return timeline.stepBack()
        } else if case .command(let binding) = choices.keymap.match(
            [.named(.escape)], in: top.contexts.map(\.rawValue))
        {
            perform(binding.name)
        } else {
            flow?.back()
        }
        return true
    }
}

/// Mouse events: what is drawn under the pointer decides, then the screen there.
extension FiberApp {
    func handle(_ event: MouseEvent) {
        if event.action == .press(.left), messageArea?.contains(event.point) == true {
            return session.messages.dismissToast()
        }
        guard
            let (screen, area) = stack.visibleScreens(in: terminal.size).last(where: { $0.area.contains(event.point) })
        else { return }
        let target = screen === stack.top ? lastFrame?[event.point].style.target : nil
        let isHandled =
            switch event.action {
            case .press(.right): leave()
            case .press(.left): target.map { click($0, on: screen) } ?? false || screen.mouse(event, in: area)
            default: screen.mouse(event, in: area)
            }
        if isHandled { loop.setNeedsDisplay() }
    }

    private func click(_ target: ClickTarget, on screen: any ScreenController) -> Bool {
        // Beside a prompt, a click would enter what is typed there.
        let isAnswering = (screen as? any PromptAnswering)?.prompt != nil
        switch target {
        case .press(let key): press(key)
        case .row(let index):
            if isAnswering { return false }
            if let screen = screen as? any RowChoosing {
                screen.choose(row: index)
            } else if let list = screen as? any ListScrolling {
                if list.cursor == index { press(.named(.enter)) } else { list.scroll(.lines(index - list.cursor)) }
            } else {
                return false
            }
        case .tab(let index):
            guard !isAnswering, let tabs = screen as? any TabTurning else { return false }
            tabs.turn(to: index)
        case .link(let number):
            guard let ticket = screen as? TicketController else { return false }
            ticket.send(.follow(number))
        }
        return true
    }
}

import Coordinators
import EngineConcepts
import TerminalKit
import ViewModels

extension FiberApp: EventLoop.Client {
    /// Takes an event.
    public func handle(_ event: TerminalEvent) {
        watchdog?.wake()
        switch event {
        case .key(let key):
            if instrumentation != nil, waiting.key == nil { waiting.key = .now }
            press(key)
        case .paste(let text):
            if layers.last?.paste(text) != true { pasteAddress(text) }
        case .mouse(let event):
            guard let (layer, area) = places(in: terminal.size).last(where: { $0.area.contains(event.point) }) else {
                return
            }
            if layer.mouse(event, in: area) { loop.setNeedsDisplay() }
        case .resized(let size): placeLayers(in: size)
        case .resumed: loop.setNeedsDisplay()
        case .attributes: learnPictures()
        case .mode, .signal, .closed: break
        }
    }

    /// Takes note of what a frame took, and of how long what it shows had waited for it.
    public func drew(in duration: Duration) {
        guard let instrumentation else { return }
        instrumentation.record(FrameDrawn(duration: duration))
        if let key = waiting.key { instrumentation.record(KeyAnswered(duration: key.duration(to: .now))) }
        waiting.key = nil
        // With nothing under way any more, all of it is on the screen.
        if let commit = waiting.commit, services.activity.isIdle {
            instrumentation.record(CommitShown(duration: commit.duration(to: .now)))
            waiting.commit = nil
        }
    }

    /// Draws what is seen.
    public func draw(into frame: inout Frame) {
        if let write {
            guard let top = layers.last else { return }
            let text = narrator.narrate(top.reading, services.messages.history)
            if !text.isEmpty { write(text) }
            return
        }
        frame.buffer.fill(frame.buffer.bounds, style: stage.look.theme[.text])
        for (layer, area) in places(in: frame.buffer.size) {
            frame.cursor = layer.draw(in: area, of: &frame.buffer)
        }
        drawSeparator(&frame.buffer)
        PendingKeys(matcher: matcher, continuations: continuations, look: stage.look, texts: stage.texts)
            .draw(on: &frame.buffer)
        drawToast(&frame.buffer)
        if stage.look.glyphs.isASCII { frame.buffer.replacePunctuation() }
    }

    /// What may follow the keys that wait for more.
    private var continuations: [Binding] {
        guard !matcher.pending.isEmpty, let top = layers.last,
            case .prefix(let rows) = choices.keymap.match(matcher.pending, in: top.contexts.map(\.rawValue))
        else { return [] }
        return rows
    }

    private func drawToast(_ buffer: inout CellBuffer) {
        guard let toast = services.messages.toast, buffer.size.height > 3 else { return }
        var area = buffer.bounds
        // Over the bar, which says the same a moment later; a row may be the one that is read. What is typed, chosen or
        // answered by stays, and the message with it where it finds no room above: the history keeps it.
        if let top = layers.last { _ = area.cutBottom(top.foot(in: area)) }
        guard area.height > 1 else { return }
        Toast.draw(
            toast.text, toast.kind == .problem ? .warning : .notice, in: area, of: &buffer, theme: stage.look.theme,
            glyphs: stage.look.glyphs)
    }

    func press(_ key: Key) {
        guard let top = layers.last else { return }
        loop.setNeedsDisplay()
        if top.isTyping {
            if !top.type(key), key == .control("c") { coordinator?.close() }
            return
        }
        switch matcher.press(key, in: top.contexts.map(\.rawValue), of: choices.keymap) {
        case .command(let binding, let count):
            if let command = Command(rawValue: binding.command) { perform(command, count: count) }
        case .pending, .counting, .unbound, .cancelled: break
        }
    }
}

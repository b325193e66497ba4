public import TerminalKit

/// A terminal: shows frames and delivers events. ``NcursesTerminal`` is a real one, ``TestTerminal`` one in memory.
public protocol Terminal: AnyObject {
    /// The current size in columns and rows.
    var size: Size { get }
    /// The capabilities; known after the start.
    var capabilities: TerminalCapabilities { get }

    /// Takes over the terminal and starts delivering events, on the main actor.
    func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws
    /// Shows a frame. Only the differences from the previous frame are sent.
    func draw(_ frame: Frame)
    /// Marks the screen as unknown after other output, so that the next frame is sent completely.
    func invalidate()
    /// Restores the terminal, stops the process like the shell's suspend key, and takes over the terminal when it is
    /// continued. Delivers ``TerminalEvent/resumed`` then.
    func suspend()
    /// Restores the terminal for another program. Until ``takeBack()`` nothing is drawn, no key is read, and the signals
    /// of keys are left to that program.
    func lend()
    /// Takes over the terminal again after ``lend()``. Delivers ``TerminalEvent/resumed``.
    func takeBack()
    func ring()
    /// Copies text to the clipboard of the user's machine if the terminal supports it.
    func copy(_ text: String)

    /// Sends a terminal notification, without control characters.
    func notify(_ form: TerminalNotification, title: String, text: String)
    /// Restores the terminal. Further calls do nothing.
    func end()
}

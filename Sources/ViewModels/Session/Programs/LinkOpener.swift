import EngineConcepts
import Localization
import WebText

/// Opens links in the browser and copies them, and shows what became of it.
public final class LinkOpener {
    private let browser: any BrowserOpening
    private let copyText: (String) -> Void
    private let messages: MessageCenter
    private let activity: Activity
    private let programs: ProgramLauncher

    init(
        browser: any BrowserOpening, copyText: @escaping (String) -> Void, messages: MessageCenter, activity: Activity,
        programs: ProgramLauncher
    ) {
        self.browser = browser
        self.copyText = copyText
        self.messages = messages
        self.activity = activity
        self.programs = programs
    }

    /// Opens a link in the browser if ``LinkPolicy`` allows it. A browser that needs the terminal gets it.
    ///
    /// - Parameters:
    ///   - inBackground: True for a browser that does not need the terminal.
    ///   - isPlayable: True for a sound or a video, which the chosen player gets, if there is one.
    /// - Returns: False after a message if there is no link that may be opened.
    @discardableResult
    func open(_ link: String?, inBackground: Bool = false, isPlayable: Bool = false) -> Bool {
        guard let link else {
            messages.show(.noLink)
            return false
        }
        guard LinkPolicy.allows(link) else {
            messages.failure(.linkRefused, .text(link))
            return false
        }
        let player = isPlayable ? browser.player : nil
        let plays = inBackground ? player == .ownWindow : player != nil
        if !inBackground, plays ? player == .terminal : browser.needsTerminal(for: link) {
            programs.lendTerminal { [browser] in
                try await plays ? browser.play(link) : browser.open(link)
                return nil
            }
            return true
        }
        // A graphical browser may run as long as its window is open.
        activity.runProgram { [browser, messages] in
            await messages.showingErrors {
                if plays {
                    try await browser.play(link)
                } else {
                    try await inBackground ? browser.openInBackground(link) : browser.open(link)
                }
                messages.show(.opened, .text(DisplayAddress.hostAndPath(of: link)))
            }
        }
        return true
    }

    /// Copies a link.
    func copy(_ link: String?) {
        guard let link else { return messages.show(.nothingToCopy) }
        copyText(link)
        messages.show(.copied, .text(DisplayAddress.hostAndPath(of: link)))
    }

    /// Copies a ticket in a form that is text.
    func copy(_ text: String, as form: ShareForm) {
        copyText(text)
        messages.show(form.copied(text))
    }
}

import WebText

/// Opens links in the browser and copies them, and shows what became of it.
public final class LinkOpener {
    private let browser: any BrowserOpening
    private let clipboard: (any ClipboardWriting)?
    private let messages: MessageCenter
    private let activity: Activity

    init(
        browser: any BrowserOpening, clipboard: (any ClipboardWriting)?, messages: MessageCenter, activity: Activity
    ) {
        self.browser = browser
        self.clipboard = clipboard
        self.messages = messages
        self.activity = activity
    }

    /// Opens a link in the browser if ``LinkPolicy`` allows it.
    func open(_ link: String?) {
        guard let link else { return messages.note(.noLink) }
        guard LinkPolicy.allows(link) else { return messages.problem(.linkRefused, .words(link)) }
        activity.run { [browser, messages] in
            do {
                try await browser.open(link)
                messages.note(.opened, .words(DisplayAddress.place(of: link)))
            } catch {
                messages.problem(error)
            }
        }
    }

    /// Copies a link.
    func copy(_ link: String?) {
        guard let link, let clipboard else { return messages.note(.nothingToCopy) }
        do {
            try clipboard.copy(link)
            messages.note(.copied, .words(DisplayAddress.place(of: link)))
        } catch {
            messages.problem(error)
        }
    }
}

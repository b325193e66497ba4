import EngineConcepts
import Localization
import WebText

/// Opens links in the browser and copies them, and shows what became of it.
public struct LinkOpener {
    let browser: any BrowserOpening
    let copyText: (String) -> Void
    let messages: MessageCenter
    let activity: Activity
    let programs: ProgramLauncher
    let time: any TimeSource

    /// The longest run of a browser whose end says that it has opened a link. One that runs longer has shown its window.
    private static let maximumRun = Duration.seconds(10)

    /// Opens a link in the browser if ``LinkPolicy`` allows it. A browser that needs the terminal gets it.
    ///
    /// - Parameters:
    ///   - inBackground: True for a browser that does not need the terminal.
    ///   - isPlayable: True for a sound or a video, which the chosen player gets, if there is one.
    ///   - onFailure: Called if the program does not start or fails.
    /// - Returns: False after a message if there is no link that may be opened, or no program for it.
    @discardableResult
    func open(
        _ link: String?, inBackground: Bool = false, isPlayable: Bool = false, onFailure: @escaping () -> Void = {}
    ) -> Bool {
        guard let link else {
            messages.show(.noLink)
            return false
        }
        guard LinkPolicy.allows(link) else {
            messages.failure(.linkRefused, .text(link))
            return false
        }
        do {
            run(
                try program(for: link, inBackground: inBackground, isPlayable: isPlayable), for: link,
                onFailure: onFailure)
            return true
        } catch {
            messages.failure(error)
            return false
        }
    }

    private func program(for link: String, inBackground: Bool, isPlayable: Bool) throws -> BrowserChoice.Program {
        let choice = browser.choice
        if isPlayable, let player = choice.player(for: link), !(inBackground && player.needsTerminal) { return player }
        return try inBackground ? choice.backgroundProgram(for: link) : choice.program(for: link)
    }

    private func run(_ program: BrowserChoice.Program, for link: String, onFailure: @escaping () -> Void) {
        let open: @MainActor () async throws -> Void = { [browser] in
            do {
                try await browser.run(program, for: link)
            } catch {
                onFailure()
                throw error
            }
        }
        guard !program.needsTerminal else { return programs.lendTerminal(open) }
        // A graphical browser may run as long as its window is open.
        activity.runProgram { [messages, time] in
            let start = time.now()
            await messages.showingErrors {
                try await open()
                guard time.now().since(start) <= Self.maximumRun else { return }
                messages.show(.opened, .text(DisplayAddress.hostAndPath(of: link)))
            }
        }
    }

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

import TerminalKit
import ViewModels

/// The output of linear mode: writes the transcript of the top screen instead of drawing the screens.
final class Narration {
    private var narrator = Narrator()
    private let write: (String) -> Void

    /// - Parameter write: Receives the text, which is never taken back.
    init(_ write: @escaping (String) -> Void) { self.write = write }

    /// Notes a key that closes or cancels something.
    func goBack() { narrator.goBack() }

    /// Writes what has changed on a screen, and new messages.
    func narrate(_ screen: any ScreenController, _ messages: [Notice]) {
        var transcript = screen.transcript
        let keys = (screen.typing?.promptHints ?? []).map { "\($0.name): \($0.text)" }
        if !keys.isEmpty { transcript.once.append(keys.joined(separator: ", ")) }
        let text = narrator.narrate(transcript, messages)
        if !text.isEmpty { write(text) }
    }
}

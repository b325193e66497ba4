import EngineConcepts
import Localization
import TerminalKit
import ViewModels

extension Transcript {
    /// What an open ticket says: all of it at once, as the screen sets it.
    ///
    /// - Parameter layout: Sets the text; `width` is how long its lines may be.
    init(_ state: TicketState, title: String, layout: TicketLayout, width: Int, wording: Localizer) {
        place = Place(name: title)
        switch state.body {
        case .loading: break
        case .failure(let title, let cause): notices = [title, cause].compactMap(\.self)
        case .content(let content):
            let page = layout.laidOut(content, width: width, raw: state.showsRaw)
            var lines = page.lines.map(\.text)
            // Signs and numbers, in words.
            if let facts = page.facts {
                lines[facts] = content.facts.map { $0.said(in: wording) }.joined(separator: ", ")
            }
            item = Item(
                id: "\(content.key.id) \(state.showsRaw) \(content.warning ?? "") \(content.text.plainText)",
                // Lines that only part others say nothing.
                lines: lines.filter { line in line.contains { $0.isLetter || $0.isNumber } },
                standing: content.marks.said(in: wording) + content.reactions.map { $0.said(in: wording) })
        }
    }
}

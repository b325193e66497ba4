import EngineConcepts
import Localization
import TerminalKit
import ViewModels

extension Transcript {
    /// Creates the transcript of the whole text of an open ticket, with the line breaks of the screen.
    ///
    /// - Parameter layout: Lays out the text; `width` is the maximum length of its lines.
    init(
        _ state: TicketState, title: String, layout: TicketLayout, width: Int, input: InputLine? = nil,
        localizer: Localizer
    ) {
        location = Location(name: title, details: state.position ?? "")
        line = input.map { Line(prompt: "/", $0) }
        switch state.body {
        case .words: break
        case .notice(let title, let hints), .failure(let title, let hints): notices = [title] + hints
        case .content(let content):
            let page = layout.laidOut(content, width: width, raw: state.showsRaw)
            var lines = page.lines.map(\.text)
            // Symbols and numbers, in words.
            if let facts = page.facts {
                lines[facts] = content.facts.map { $0.text(in: localizer) }.joined(separator: ", ")
            }
            // Addresses whole, which the screen cuts at its width.
            if let first = page.firstLink {
                for (index, link) in content.links.enumerated() {
                    lines[first + index] = "[\(link.number)] \(link.url)"
                }
            }
            item = Item(
                id: "\(content.id) \(state.showsRaw) \(content.warning ?? "") \(content.text.plainText)",
                // Leaves out lines that are only separators.
                lines: lines.filter { line in line.contains { $0.isLetter || $0.isNumber } },
                states: content.marks.said(in: localizer) + content.reactions.map { $0.said(in: localizer) })
            if let hints = state.linkHints { notices = said(hints, of: content) }
            // The raw form has no matches.
            if let find = state.find, !state.showsRaw {
                let line = find.current.map { layout.line(of: $0, in: content, width: width) }
                let position = localizer(.findCount, .number(find.index + 1), .number(find.matches.count))
                notices = [line.map { "\(position): \(page.lines[$0].text)" } ?? localizer(.findNothing)]
            }
        }
    }

    /// Returns the letters of the visible links, with their texts.
    private func said(_ hints: LinkHints, of content: TicketContent) -> [String] {
        hints.labels.sorted { $0.key < $1.key }
            .compactMap { number, label in
                (content.link(number)?.text ?? content.jump(number)?.text).map { "\(label): \($0)" }
            }
    }
}

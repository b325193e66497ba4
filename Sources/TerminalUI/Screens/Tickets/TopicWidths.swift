import Localization
import TerminalKit
import ViewModels

/// The widths of the view and the topics in the top bar, with which a ``TopicLayout`` is chosen.
struct TopicWidths {
    let topics: [Topic]
    /// The width of the view's name and of its unread count.
    let view: Int
    /// The width of the combination of the chosen topics, or 0 if there is none.
    let combination: Int
    /// True if a number is before the first topic.
    let isViewCounted: Bool

    init(of header: TimelineState.Header, localizer: Localizer, glyphs: Glyphs) {
        topics = header.topics.map { Topic($0, localizer: localizer) }
        isViewCounted = header.allUnread != nil
        view = 2 + TextLine(header.view).width + (header.allUnread.map { localizer.shortened($0).utf8.count } ?? 0)
        combination = header.combination.map { TextLine(TopicLayout.suffix(for: $0, glyphs: glyphs)).width } ?? 0
    }

    /// The widths of a topic's parts.
    struct Topic {
        let isChosen: Bool
        /// The width of the topic's digit and the space behind it, or 0 without one.
        let digit: Int
        let name: Int
        let count: Int

        init(_ topic: TimelineState.Topic, localizer: Localizer) {
            isChosen = topic.isChosen
            digit = topic.digit.map { String($0).utf8.count + 1 } ?? 0
            name = TextLine(topic.name).width
            count = topic.unread.map { localizer.shortened($0).utf8.count } ?? 0
        }

        func width(as form: TopicLayout.Form) -> Int {
            let spaces = form.isTight ? (digit > 0 ? 1 : 2) : 3
            let padding = spaces + digit + (form.isCounted ? count : 0)
            return switch form.name {
            case .whole: padding + name
            case .cut(let columns): padding + min(name, columns)
            case .digit: digit + 2
            case .none: 0
            }
        }
    }
}

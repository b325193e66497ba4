import Localization
import TerminalKit
import ViewModels

/// Fits the topics into the top bar. Topics that are not chosen are shortened first, step by step: their names are
/// cut, then replaced from the end by digit and count, then lose their counts, then their digits. The totals always
/// stay.
struct TopicFit {
    /// How much of a topic's name is shown.
    enum Name: Equatable {
        case whole
        /// The first columns of the name.
        case cut(Int)
        /// Only the digit, with the count after a dot.
        case digit
        case none
    }

    /// How a topic is shown.
    struct Form: Equatable {
        var name: Name
        var isCounted: Bool
    }

    /// The form of each topic, in order.
    let forms: [Form]

    /// The number of topics with at least a part of their name.
    var named: Int { forms.count { $0.name != .digit && $0.name != .none } }

    /// True if all names are complete.
    var isWhole: Bool { forms.allSatisfy { $0.name == .whole } }

    /// The width that names are cut to.
    private(set) var columns = 0

    /// A step from everything to almost nothing.
    private struct Step {
        /// The maximum width of the names of topics that are not chosen, or `nil` for no limit.
        var columns: Int?
        /// The number of topics that are not chosen but named.
        var named = Int.max
        var hasDigits = true
        var countsAll = true
        var countsChosen = true
    }

    /// Fits the topics of a header into `room` columns.
    init(of header: TimelineState.Header, in room: Int, localizer: Localizer) {
        let topics = header.topics.map { Measured($0, localizer) }
        let beside =
            2 + TextLine(header.view).width
            + (header.allUnread.map { 1 + RowBuilder.count($0, in: localizer).utf8.count } ?? 0)
            + (header.combination.map { 1 + TextLine($0).width } ?? 0)
        let steps = Self.steps(hiding: topics.count { !$0.isChosen })
        let step = steps.first { beside + Self.width(of: topics, $0) <= room } ?? steps[steps.endIndex - 1]
        forms = Self.forms(of: topics, step)
        columns = step.columns ?? 0
    }

    /// The widths of a topic's parts.
    private struct Measured {
        let isChosen: Bool
        let hasDigit: Bool
        let name: Int
        let count: Int

        init(_ topic: TimelineState.Topic, _ localizer: Localizer) {
            isChosen = topic.isChosen
            hasDigit = topic.digit != nil
            name = TextLine(topic.name).width
            // A chosen topic has a background, so its count needs a separating space.
            count = topic.unread.map { RowBuilder.count($0, in: localizer).utf8.count + (topic.isChosen ? 1 : 0) } ?? 0
        }

        func width(as form: Form) -> Int {
            let padding = 3 + (hasDigit ? 2 : 0) + (form.isCounted ? count : 0)
            return switch form.name {
            case .whole: padding + name
            case .cut(let columns): padding + min(name, columns)
            case .digit: hasDigit ? 4 + (form.isCounted ? 1 + count : 0) : 0
            case .none: 0
            }
        }
    }

    private static func steps(hiding count: Int) -> [Step] {
        let cuts = [Step()] + (4...20).reversed().map { Step(columns: $0) }
        let named = (0..<count).reversed().map { Step(columns: 4, named: $0) }
        let bare = [(true, true), (true, false), (false, true), (false, false)]
            .map { Step(named: 0, hasDigits: $0, countsAll: false, countsChosen: $1) }
        return cuts + named + bare
    }

    private static func forms(of topics: [Measured], _ step: Step) -> [Form] {
        var named = 0
        return topics.map { topic in
            guard !topic.isChosen else { return Form(name: .whole, isCounted: step.countsChosen) }
            named += 1
            if named > step.named {
                return Form(name: step.hasDigits ? .digit : .none, isCounted: step.countsAll && topic.count > 0)
            }
            return Form(name: step.columns.map(Name.cut) ?? .whole, isCounted: step.countsAll)
        }
    }

    private static func width(of topics: [Measured], _ step: Step) -> Int {
        zip(topics, forms(of: topics, step)).reduce(0) { $0 + $1.0.width(as: $1.1) }
    }
}

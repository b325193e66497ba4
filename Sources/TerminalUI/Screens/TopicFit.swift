import TerminalKit
import ViewModels

/// How much the top bar says of each topic where there is room for so much. What is not chosen gives way first, and step by
/// step: its names are cut, then one after the other goes from the end, so that a digit and a count are left, then the
/// counts, and at last the digits. How much there is in all stays.
struct TopicFit {
    /// What is said of a topic's name.
    enum Name: Equatable {
        case whole
        /// As much as takes so many columns.
        case cut(Int)
        /// None, but its digit, with the count behind a dot.
        case digit
        case none
    }

    /// What is said of a topic.
    struct Form: Equatable {
        var name: Name
        var isCounted: Bool
    }

    /// For each topic, in order.
    let forms: [Form]

    /// How many topics are named, at least in part.
    var named: Int { forms.count { $0.name != .digit && $0.name != .none } }

    /// Whether all of them have their whole names.
    var isWhole: Bool { forms.allSatisfy { $0.name == .whole } }

    /// How many columns the names that are cut take.
    private(set) var columns = 0

    /// A step on the way from everything to little.
    private struct Step {
        /// How many columns the names of topics that are not chosen take at most; nil for all that they need.
        var columns: Int?
        /// How many of them have names.
        var named = Int.max
        var hasDigits = true
        var countsAll = true
        var countsChosen = true
    }

    /// Fits the topics of a bar into `room` columns.
    init(of header: TimelineState.Header, in room: Int) {
        let topics = header.topics.map { Measured($0) }
        let beside =
            2 + TextLine(header.view).width + (header.allUnread.map { 1 + RowBuilder.count($0).utf8.count } ?? 0)
            + (header.combination.map { 1 + TextLine($0).width } ?? 0)
        let steps = Self.steps(hiding: topics.count { !$0.isChosen })
        let step = steps.first { beside + Self.width(of: topics, $0) <= room } ?? steps[steps.endIndex - 1]
        forms = Self.forms(of: topics, step)
        columns = step.columns ?? 0
    }

    /// A topic by what it takes.
    private struct Measured {
        let isChosen: Bool
        let hasDigit: Bool
        let name: Int
        let count: Int

        init(_ topic: TimelineState.Topic) {
            isChosen = topic.isChosen
            hasDigit = topic.digit != nil
            name = TextLine(topic.name).width
            // A chosen one is a plate, and stands apart from its count.
            count = topic.unread.map { RowBuilder.count($0).utf8.count + (topic.isChosen ? 1 : 0) } ?? 0
        }

        func width(as form: Form) -> Int {
            let plate = 3 + (hasDigit ? 2 : 0) + (form.isCounted ? count : 0)
            return switch form.name {
            case .whole: plate + name
            case .cut(let columns): plate + min(name, columns)
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

import EngineConcepts
import TerminalKit

/// The layout of the topics in the top bar: how much of each topic is shown if there is no room for everything, as in
/// ` All 194   1 Formula One 46   2 Tennis 12   3 World 9 `.
///
/// The layout takes the first of these steps with which the topics fit:
///
/// 1. Everything is shown.
/// 2. The names of topics that are not chosen are cut, to 20 columns at most, then to fewer, down to 6.
/// 3. The same without the unread counts of those topics, whole names first.
/// 4. Topics that are not chosen are left out from the end, and their number is shown instead: ` +2`. They are not cut to fewer
///    than 6 columns first, because a few readable names say more than many beginnings.
/// 5. Only the chosen topics are shown, without counts, and their names are cut in the same way.
/// 6. Chosen topics are left out from the end.
///
/// If only one of several chosen topics would have room, their combination (`all of these` or `any of these`) is left out, and
/// the chosen topics without room are shown by their digits.
struct TopicLayout {
    /// The shown part of a topic's name.
    enum Name: Equatable {
        case whole
        /// The first columns of the name.
        case cut(Int)
        /// Only the digit of the topic.
        case digit
        case none
    }

    /// The form of a topic in the bar.
    struct Form: Equatable {
        var name: Name
        var isCounted: Bool
        /// True if the topic has as few spaces as possible around it.
        var isTight = false
    }

    /// The form of each topic, in order.
    let forms: [Form]

    /// True if there is room for the combination of the chosen topics.
    let showsCombination: Bool

    /// The number of topics with at least a part of their name, or their digit.
    var namedCount: Int { forms.count { $0.name != .none } }

    /// The number of topics that are left out.
    var hidden: Int { forms.count - namedCount }

    /// True if all names are complete and all topics have their counts.
    var isWhole: Bool { forms.allSatisfy { $0 == Form(name: .whole, isCounted: true) } }

    /// Returns true if `other` shows more topics, or as many with names, their combination, counts or longer names.
    func showsLess(than other: TopicLayout) -> Bool { rank.lexicographicallyPrecedes(other.rank) }

    /// The amount that is shown, the most important number first.
    private var rank: [Int] {
        [
            namedCount, forms.count { $0.name != .none && $0.name != .digit }, showsCombination ? 1 : 0,
            step.countsOthers ? 1 : 0, step.chosenColumns ?? .max, step.otherColumns ?? .max,
        ]
    }

    private let step: Step

    /// Fits topics into `room` columns.
    init(_ widths: TopicWidths, in room: Int) {
        let topics = widths.topics
        let chosen = topics.count { $0.isChosen }
        var step = Self.step(for: widths, in: room - widths.combination)
        showsCombination = min(chosen, step.chosenCount) >= min(2, chosen)
        if !showsCombination {
            step = Self.step(for: widths, in: room)
            if step.chosenCount < chosen {
                let digits = (0..<chosen).reversed()
                    .map { Step.chosen(columns: Step.minimumColumns, count: $0, showsDigits: true) }
                step = digits.first { Self.fits(widths, $0, in: room) } ?? step
            }
        }
        self.step = step
        forms = Self.forms(of: topics, step)
    }

    /// Returns the number of topics that are left out, as it is shown.
    static func summary(of hidden: Int) -> String { " +\(hidden)" }

    /// Returns the combination of the chosen topics as it is shown after the last topic.
    static func suffix(for combination: String, glyphs: Glyphs) -> String { "  \(glyphs.dot) \(combination)" }

    // MARK: Steps

    /// One step of those that ``TopicLayout`` lists: the limits that it sets.
    private struct Step {
        /// The maximum width of the names of topics that are not chosen, or `nil` for no limit.
        var otherColumns: Int?
        /// The number of topics that are not chosen but named.
        var otherCount = Int.max
        /// True if topics that are not chosen have their unread counts.
        var countsOthers = true
        /// True if chosen topics have their unread counts.
        var countsChosen = true
        /// The maximum width of the names of chosen topics, or `nil` for no limit.
        var chosenColumns: Int?
        /// The number of chosen topics that are named.
        var chosenCount = Int.max
        /// True if the other chosen topics are shown by their digits.
        var showsDigits = false

        /// True if topics that are not chosen have as few spaces as possible around them.
        var isTight: Bool { !countsOthers && otherColumns == Step.minimumColumns }

        /// The columns to which names are cut before topics are left out.
        static let minimumColumns = 6

        /// Returns a step that leaves out all topics but the first `count` that are chosen, and the counts.
        static func chosen(columns: Int? = nil, count: Int = .max, showsDigits: Bool = false) -> Step {
            Step(
                otherColumns: minimumColumns, otherCount: 0, countsOthers: false, countsChosen: false,
                chosenColumns: columns, chosenCount: count, showsDigits: showsDigits)
        }
    }

    /// Returns all steps but the last. In each of the lists every step is at most as wide as the one before, so that the first
    /// that fits can be found by halving.
    private static func steps(for topics: [TopicWidths.Topic]) -> [[Step]] {
        let chosen = topics.count { $0.isChosen }
        let columns = (Step.minimumColumns...20).reversed()
        let cuts = [Step()] + columns.map { Step(otherColumns: $0) }
        let uncounted = [Step(countsOthers: false)] + columns.map { Step(otherColumns: $0, countsOthers: false) }
        let fewer = (0..<topics.count - chosen).reversed()
            .map { Step(otherColumns: Step.minimumColumns, otherCount: $0, countsOthers: false) }
        let cutChosen = [Step.chosen()] + columns.map { Step.chosen(columns: $0) }
        let fewerChosen = (1..<max(2, chosen)).reversed().map { Step.chosen(columns: Step.minimumColumns, count: $0) }
        return [cuts, uncounted, fewer, cutChosen, fewerChosen]
    }

    /// Returns the first step that fits into `room` columns, or the last of all.
    private static func step(for widths: TopicWidths, in room: Int) -> Step {
        for list in steps(for: widths.topics) {
            let first = list.partitioningIndex { fits(widths, $0, in: room) }
            if first < list.endIndex { return list[first] }
        }
        return .chosen(columns: Step.minimumColumns, count: 1)
    }

    private static func fits(_ widths: TopicWidths, _ step: Step, in room: Int) -> Bool {
        widths.view + width(of: widths, step) <= room
    }

    // MARK: Forms

    private static func forms(of topics: [TopicWidths.Topic], _ step: Step) -> [Form] {
        var before = Before()
        return topics.map { form(of: $0, &before, step) }
    }

    /// The numbers of topics before the next one.
    private struct Before {
        var chosen = 0
        var others = 0
    }

    private static func form(of topic: TopicWidths.Topic, _ before: inout Before, _ step: Step) -> Form {
        guard topic.isChosen else {
            before.others += 1
            guard before.others <= step.otherCount else { return Form(name: .none, isCounted: false) }
            return Form(
                name: step.otherColumns.map(Name.cut) ?? .whole, isCounted: step.countsOthers, isTight: step.isTight)
        }
        before.chosen += 1
        guard before.chosen <= step.chosenCount else {
            return Form(name: step.showsDigits && topic.digit > 0 ? .digit : .none, isCounted: false)
        }
        return Form(name: step.chosenColumns.map(Name.cut) ?? .whole, isCounted: step.countsChosen)
    }

    /// Returns the width of all topics. Makes no list of forms: each frame measures several steps.
    private static func width(of widths: TopicWidths, _ step: Step) -> Int {
        var before = Before()
        var (hidden, width) = (0, 0)
        var isBehindCount = widths.isViewCounted
        for topic in widths.topics {
            let form = form(of: topic, &before, step)
            guard form.name != .none else {
                hidden += 1
                continue
            }
            width += topic.width(as: form)
            // Another space separates the count from the digit.
            if form.isTight, topic.digit > 0, isBehindCount { width += 1 }
            isBehindCount = form.isCounted && topic.count > 0
        }
        return hidden > 0 ? width + summary(of: hidden).utf8.count : width
    }
}

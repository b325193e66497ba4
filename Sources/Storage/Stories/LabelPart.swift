/// The parts in which `label_place` holds the members of a label: apart by whether a rule hides them, and by whether the
/// label is theirs or lent. Lent is it to who leads a story, by those that stand folded under it: where stories are folded,
/// its row stands for them too.
enum LabelPart: Int64, CaseIterable {
    /// Those that no rule hides.
    case shown = 0
    /// Those that one does.
    case hidden = 1
    /// Those to which the label is lent and that no rule hides.
    case lentShown = 2
    /// Those to which the label is lent and that one does.
    case lentHidden = 3

    /// The part of those to whom a label is lent.
    static func lent(isHidden: Bool) -> LabelPart { isHidden ? .lentHidden : .lentShown }

    /// The least part of those that are lent.
    static let firstLent = lentShown

    var isHidden: Bool { self == .hidden || self == .lentHidden }

    var isLent: Bool { rawValue >= LabelPart.firstLent.rawValue }
}

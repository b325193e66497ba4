/// A part of a label's members in `label_place`: hidden or not, and having the label or being lent it. A story's lead is
/// lent the labels of the members folded under it, because its row shows them too.
enum LabelPart: Int64, CaseIterable {
    case shown = 0
    case hidden = 1
    case lentShown = 2
    case lentHidden = 3

    static func lent(isHidden: Bool) -> LabelPart { isHidden ? .lentHidden : .lentShown }

    /// The first of the lent parts.
    static let firstLent = lentShown

    /// The label that every hidden ticket has.
    static let hiddenLabel: Int64 = 0

    var isHidden: Bool { self == .hidden || self == .lentHidden }

    var isLent: Bool { rawValue >= LabelPart.firstLent.rawValue }
}

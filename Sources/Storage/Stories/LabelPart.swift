/// The parts in which `label_place` holds the members of a label.
enum LabelPart: Int64, CaseIterable {
    /// Those that no rule hides.
    case shown = 0
    /// Those that one does.
    case hidden = 1
    /// Those that do not have the label and under which one stands folded that has: where stories are folded, their row
    /// stands for that one.
    case lent = 2
}

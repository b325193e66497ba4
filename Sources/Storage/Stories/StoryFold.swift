import EngineConcepts

/// The rules that fold the members of a story into one row. They depend on the members alone, so they can be applied again
/// at any time:
///
/// - a hidden member has a row of its own;
/// - of the other members in the Track the first to arrive leads, and the rest are folded under it, unless the user
///   unfolded the story;
/// - members of one row are read together.
///
/// The stored parts tell which member's mark is newer, so a rule that comes and goes leaves marks as they were.
enum StoryFold {
    /// A member's part in the row of its story, as ``StoryMemberRow`` stores it.
    struct Part: Equatable {
        /// The row ID of the lead of its row, which may be itself, or `nil` if it has a row of its own.
        var lead: Int64?
        var isDuplicate = false
        var isRead = false
        var isHidden = false
        /// Its own labels.
        var labels = LabelSet.empty
        /// The labels that a lead takes from the folded members.
        var lent = LabelSet.empty
    }

    /// Returns the parts of `members`, both in the order of arrival.
    static func parts(of members: [StoryMemberRow]) -> [Part] {
        var parts = members.map { member in
            Part(isRead: member.row.marks.isRead, isHidden: member.row.isHidden, labels: member.row.labels)
        }
        let present = members.indices.filter { members[$0].row.isInTrack }
        for index in present.dropFirst() {
            parts[index].isDuplicate = true
        }
        let shown = present.filter { !members[$0].row.isHidden }
        guard let lead = shown.first, !present.contains(where: { members[$0].row.marks.isStoryUnfolded }) else {
            return parts
        }
        guard shown.count > 1 || members[lead].storedPart.lead != nil else { return parts }
        let isRead = isRead(shown.map { members[$0] }, beside: present.map { members[$0] })
        for index in shown {
            parts[index].isRead = isRead
        }
        guard shown.count > 1 else { return parts }
        for index in shown {
            parts[index].lead = members[lead].row.rowID
        }
        let lent = Set(shown.flatMap { members[$0].row.labels.numbers }).subtracting(members[lead].row.labels.numbers)
        parts[lead].lent = LabelSet(lent)
        return parts
    }

    /// Returns true if a row is read: by the members marked since the last time, or else if any is read. Marking a
    /// member may hide it, so members that were in the row until now count.
    private static func isRead(_ shown: [StoryMemberRow], beside present: [StoryMemberRow]) -> Bool {
        let marked = present.filter { member in
            member.storedPart.lead != nil && member.storedPart.isRead != member.row.marks.isRead
        }
        return (marked.isEmpty ? shown : marked).contains(where: \.row.marks.isRead)
    }
}

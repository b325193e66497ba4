/// The rules that fold the members of a story into one row. They depend on the members alone, so they can be applied again
/// at any time:
///
/// - a hidden member has a row of its own;
/// - of the other members in the Track the first to arrive leads, and the rest are folded under it, unless the reader
///   unfolded the story;
/// - members of one row are read together.
///
/// The previous result decides which member's mark is newer, so a rule that comes and goes leaves marks as they were.
struct Fold {
    /// A member of the story.
    struct Member {
        let rowID: Int64
        let isInTrack: Bool
        let isHidden: Bool
        /// True if this ticket has the mark of an unfolded story.
        let isStoryUnfolded: Bool
        let isRead: Bool
        let labels: LabelSet
        /// The previous result.
        let before: Part
    }

    /// The result for a member.
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
    static func parts(of members: [Member]) -> [Part] {
        var parts = members.map { Part(isRead: $0.isRead, isHidden: $0.isHidden, labels: $0.labels) }
        let present = members.indices.filter { members[$0].isInTrack }
        for index in present.dropFirst() {
            parts[index].isDuplicate = true
        }
        let row = present.filter { !members[$0].isHidden }
        guard let lead = row.first, !present.contains(where: { members[$0].isStoryUnfolded }) else { return parts }
        guard row.count > 1 || members[lead].before.lead != nil else { return parts }
        let isRead = isRead(row.map { members[$0] }, beside: present.map { members[$0] })
        for index in row {
            parts[index].isRead = isRead
        }
        guard row.count > 1 else { return parts }
        for index in row {
            parts[index].lead = members[lead].rowID
        }
        let lent = Set(row.flatMap { members[$0].labels.numbers }).subtracting(members[lead].labels.numbers)
        parts[lead].lent = LabelSet(lent)
        return parts
    }

    /// Returns true if a row is read: by the members marked since the last time, or else if any is read. Marking a
    /// member may hide it, so members that were in the row until now count.
    private static func isRead(_ row: [Member], beside present: [Member]) -> Bool {
        let marked = present.filter { member in
            member.before.lead != nil && member.before.isRead != member.isRead
        }
        return (marked.isEmpty ? row : marked).contains(where: \.isRead)
    }
}

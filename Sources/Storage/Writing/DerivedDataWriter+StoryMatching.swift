import GRDB
import Queries

/// The matching of tickets with stories. It marks stories with new, changed and leaving members as changed; they are then
/// folded.
extension DerivedDataWriter {
    /// The maximum number of new tickets that a commit matches itself. If there are more, all of them are queued.
    private static let maximumImmediateMatches = 300

    /// Matches tickets that arrived or whose content changed, or queues them.
    mutating func matchArrivals(_ rowIDs: [Int64]) throws {
        guard !rowIDs.isEmpty else { return }
        let state = try StoryState(in: db)
        guard state.isEnabled else { return }
        if rowIDs.count <= Self.maximumImmediateMatches, state.isCurrent {
            try match(rowIDs, prepared: PreparedStoryTraits())
        } else {
            try StoryState.enqueue(rowIDs, in: db)
        }
    }

    /// Matches a batch of queued tickets, within a transaction of its own, and removes them from the queue.
    static func match(
        _ batch: StoryBatch, prepared: PreparedStoryTraits, by labels: LabelWriter
    ) throws -> StoryProgress {
        let db = labels.db
        let state = try StoryState(in: db)
        guard state.isEnabled, state.isCurrent else {
            return StoryProgress(isComplete: !state.isEnabled, hasChanged: true)
        }
        try StoryState.dequeue(batch.queuedRowIDs, in: db)
        if let cursorStep = batch.cursorStep {
            try db.run("UPDATE story_state SET cursor = ? WHERE cursor = ?", cursorStep.end, cursorStep.start)
        }
        var derivedData = try DerivedDataWriter(by: labels)
        try derivedData.match(batch.rowIDs, prepared: prepared)
        let hasChanged = !derivedData.changedStories.isEmpty
        try derivedData.finish()
        return StoryProgress(isComplete: try StoryState.isComplete(in: db), hasChanged: hasChanged)
    }

    /// Matches tickets in the order of `rowIDs`, which is the order of their arrival.
    private mutating func match(_ rowIDs: [Int64], prepared: PreparedStoryTraits) throws {
        var matcher = StoryMatcher(prepared: prepared, people: labels.resolver.people, by: labels.contents)
        for rowID in rowIDs {
            guard let traits = try matcher.traits(of: rowID) else { continue }
            try matcher.addKeys(of: rowID, traits)
            let known = try StoryMemberRow.story(of: rowID, in: db)
            guard let story = try known ?? matcher.join(rowID, traits) else { continue }
            changedStories.insert(story)
            if known != nil, try !matcher.belongs(rowID, traits, to: story) {
                leavingMembers.insert(rowID)
                // It may belong to another story once it has left this one.
                try StoryState.enqueue([rowID], in: db)
            } else {
                changedStories.formUnion(try matcher.mergeStories(into: story, of: rowID, traits))
            }
        }
    }
}

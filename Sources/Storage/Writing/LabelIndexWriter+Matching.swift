internal import GRDB
internal import Queries

/// The matching of tickets to stories.
extension LabelIndexWriter {
    /// The number of new tickets that a commit matches itself; of more, all wait.
    private static let immediateLimit = 300

    /// Matches tickets that arrived or whose content changed, or lets them wait.
    mutating func addArrivals(_ rowIDs: [Int64], by labels: LabelWriter) throws {
        guard !rowIDs.isEmpty else { return }
        let state = try StoryState(in: db)
        guard state.isFoldingEnabled else { return }
        if rowIDs.count <= Self.immediateLimit, state.isCurrent {
            try match(rowIDs, by: labels)
        } else {
            try StoryState.enqueue(rowIDs, in: db)
        }
    }

    /// Matches tickets with other members of their stories. The order of `rowIDs` is the order of arrival.
    mutating func match(_ rowIDs: [Int64], prepared: PreparedTraits = PreparedTraits(), by labels: LabelWriter) throws {
        var matching = try StoryMatching(
            prepared: prepared, authors: labels.authors, people: labels.people, in: db)
        for rowID in rowIDs {
            guard let traits = try matching.traits(of: rowID) else { continue }
            if let story = try stories.story(of: rowID) {
                touched.insert(story)
                guard try !matching.stillBelongs(story, rowID, traits) else {
                    touched.formUnion(try matching.takeOver(into: story, of: rowID, traits))
                    continue
                }
                leaving.insert(rowID)
                // It may belong to another story once it has left this one.
                try StoryState.enqueue([rowID], in: db)
            } else if let story = try matching.join(rowID, traits) {
                stories.begin()
                touched.insert(story)
                touched.formUnion(try matching.takeOver(into: story, of: rowID, traits))
            }
        }
        try matching.finish()
    }
}

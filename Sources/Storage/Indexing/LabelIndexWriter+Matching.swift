internal import GRDB
internal import Queries

/// The matching of tickets to stories.
extension LabelIndexWriter {
    /// The number of new tickets that a commit matches itself; of more, all wait.
    private static let immediateLimit = 300

    /// Matches tickets that arrived or whose content changed, or lets them wait.
    mutating func addArrivals(_ numbers: [Int64], by labels: LabelWriting) throws {
        guard !numbers.isEmpty else { return }
        let state = try StoryState(in: db)
        guard state.folds else { return }
        if numbers.count <= Self.immediateLimit, state.isCurrent {
            try match(numbers, by: labels)
        } else {
            for number in numbers { try StoryState.enqueue(number, in: db) }
        }
    }

    /// Matches tickets with other members of their stories. The order of `numbers` is the order of arrival.
    mutating func match(_ numbers: [Int64], prepared: PreparedTraits = PreparedTraits(), by labels: LabelWriting) throws
    {
        var matching = try StoryMatching(prepared: prepared, authors: labels.authors, in: db)
        for number in numbers {
            guard let traits = try matching.traits(of: number) else { continue }
            if let story = try stories.story(of: number) {
                touched.insert(story)
                guard try !matching.stillBelongs(story, number, traits) else { continue }
                leaving.insert(number)
                // It may belong to another story once it has left this one.
                try StoryState.enqueue(number, in: db)
            } else if let story = try matching.join(number, traits) {
                stories.begin()
                touched.insert(story)
            }
        }
        try matching.finish()
    }
}

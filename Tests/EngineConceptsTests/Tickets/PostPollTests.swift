import EngineConcepts
import Testing

@Suite("Polls")
struct PostPollTests {
    private func shares(_ votes: [Int?], voters: Int? = nil) -> [Int?] {
        let poll = PostPoll(votes.map { PostPoll.Option("A", votes: $0) }, voters: voters)
        return poll.options.indices.map { poll.share(of: $0) }
    }

    @Test("The share of an option is that of the people, or of all votes if the people are unknown")
    func shares() {
        #expect(shares([3, 1]) == [75, 25])
        #expect(shares([3, 2], voters: 4) == [75, 50])
        #expect(shares([nil, nil], voters: 4) == [nil, nil])
        #expect(shares([0, 0]) == [0, 0])
    }

    @Test(
        "Any numbers of votes and people give shares from 0 to 100 percent and bars of one length",
        arguments: [Int.max, .max - 1, .max / 100, .max / 100 + 1, 138_350_580_552_821_637, -1, .min])
    func extremes(number: Int) {
        for voters in [nil, number, 0, 1] {
            let options = [number, .max, 1, .min].map { PostPoll.Option("A", votes: $0) }
            let poll = PostPoll(options, voters: voters)
            for index in options.indices {
                #expect(poll.share(of: index).map { (0...100).contains($0) } ?? false)
                #expect(poll.line(of: index).count { "▰▱".contains($0) } == 5)
            }
        }
    }
}

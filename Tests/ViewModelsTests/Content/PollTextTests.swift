import EngineConcepts
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Polls in words")
struct PollTextTests {
    private let now = Timestamp(seconds: 1_795_262_400)

    private func words(_ poll: PostPoll) -> String {
        PollText(texts: TimeTexts(zone: FixedZone(), localizer: .english)).text(of: poll, at: now)
    }

    @Test("A poll says how many people voted, when it closes, and whether the user voted")
    func open() {
        let poll = PostPoll(
            [.init("Soft", votes: 1)], voters: 1, votes: 1, own: [0], closes: now.advanced(by: .seconds(3600)))
        #expect(words(poll) == "1 person voted · you voted · closes 13:00")
    }

    @Test("With several answers, votes and people differ")
    func several() {
        let poll = PostPoll([.init("Soft", votes: 7)], voters: 9, votes: 12, allowsSeveral: true)
        #expect(words(poll) == "9 people voted · 12 votes · several answers can be chosen")
    }

    @Test("A closed poll says since when, also if the server has not said so yet")
    func closed() {
        let end = now.advanced(by: .seconds(-3600))
        #expect(words(PostPoll([.init("Soft")], voters: 3, closes: end)) == "3 people voted · closed 11:00")
        #expect(words(PostPoll([.init("Soft")], votes: 3, isClosed: true)) == "3 votes · closed")
    }
}

import EngineConcepts
import Testing

@testable import Suppliers

@Suite("The end of a walk down the pages of a feed")
struct WalkEndTests {
    private let day = Duration.seconds(86_400)

    /// Returns a page behind others with these numbers of items.
    private func page(_ addressing: FeedPageLocation.Addressing, behind counts: [Int] = [10, 10]) -> FeedPageLocation {
        var page = FeedPageLocation(addressing: addressing, number: counts.count + 1, walkStart: 0, previousRead: 0)
        page.pagesAbove = counts.map { PageMark(of: Set((0..<$0).map(String.init)), pinnedCount: 0) }
        return page
    }

    private func end(
        at page: FeedPageLocation, _ obstacle: WalkEnd.Obstacle, isGuess: Bool = false, isOlderKnown: Bool = false,
        isAhead: Bool = false
    ) -> WalkEnd {
        WalkEnd(at: page, obstacle, isGuess: isGuess, isOlderKnown: isOlderKnown, isAhead: isAhead)
    }

    @Test("A guessed number without a page shows for sure that the site has none now")
    func guess() {
        let missing = end(at: page(.numbered), .missing(status: 404), isGuess: true)
        #expect(missing.conclusion == .noNumberedPages && missing.period == nil)
        let repeated = end(at: page(.numbered), .repeated, isGuess: true)
        #expect(repeated.conclusion == .lastPage && repeated.period == nil)
        let empty = end(at: page(.numbered), .empty, isGuess: true)
        #expect(empty.conclusion == .lastPage && empty.period == day)
    }

    @Test("Behind a page that is shorter than those above, the feed has nothing for sure")
    func behindShorterPage() {
        let last = page(.numbered, behind: [10, 10, 4])
        for obstacle in [WalkEnd.Obstacle.missing(status: 404), .empty] {
            let end = end(at: last, obstacle, isOlderKnown: true)
            #expect(end.conclusion == .beginningOfFeed && end.period == nil)
        }
        let repeated = end(at: last, .repeated)
        #expect(repeated.conclusion == .lastPage && repeated.period == nil)
    }

    @Test(
        "Behind a full page, a number without a page may be a failure: the end counts after a day",
        arguments: [true, false])
    func behindFullPage(isOlderKnown: Bool) {
        for obstacle in [WalkEnd.Obstacle.missing(status: 404), .empty] {
            let end = end(at: page(.numbered), obstacle, isOlderKnown: isOlderKnown)
            #expect(end.conclusion == (isOlderKnown ? .pageGone : .beginningOfFeed) && end.period == day)
        }
        let repeated = end(at: page(.numbered), .repeated, isOlderKnown: isOlderKnown)
        #expect(repeated.conclusion == .lastPage && repeated.period == day)
    }

    @Test("Pages that are all dated ahead end at once, since they are soon read again")
    func ahead() {
        let end = end(at: page(.numbered), .missing(status: 404), isAhead: true)
        #expect(end.conclusion == .retentionLimit && end.period == nil)
    }

    @Test("A linked page is gone if it is missing for a week, and the last one if it is empty or repeated for a day")
    func link() {
        for addressing in [FeedPageLocation.Addressing.linked("https://a.example/2"), .archive("https://a.example/2")] {
            let missing = end(at: page(addressing), .missing(status: 410))
            #expect(missing.conclusion == .pageGone && missing.period == day * 7)
            for obstacle in [WalkEnd.Obstacle.empty, .repeated] {
                let end = end(at: page(addressing, behind: [10, 10, 4]), obstacle)
                #expect(end.conclusion == .lastPage && end.period == day)
            }
        }
    }
}

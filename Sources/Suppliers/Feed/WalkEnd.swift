import EngineConcepts

/// The end of a walk at a page that leads no further: what follows from it, and how certain it is.
///
/// A site with a failure answers any page with "not found", an empty feed or another page. An end that nothing else shows only
/// counts if several walks have come to it over a while.
struct WalkEnd: Equatable {
    /// The answer that a walk gets instead of a further page.
    enum Obstacle: Equatable {
        /// There is no such page, says this status.
        case missing(status: Int)
        /// The page has no items.
        case empty
        /// The page is one above, answered in the place of this one.
        case repeated

        /// Returns the defect of the page.
        func defect(of page: FeedPageLocation) -> PageDefect {
            switch self {
            case .missing(let status): .missing(isNumbered: page.addressing == .numbered, status: status)
            case .empty: .empty
            case .repeated: .repeated
            }
        }
    }

    /// The meaning of the end.
    enum Conclusion {
        /// The feed has nothing older.
        case beginningOfFeed
        /// The feed keeps nothing older.
        case retentionLimit
        /// The feed keeps nothing older, since this page stands for no further one.
        case lastPage
        /// The site has no numbered pages, or none yet.
        case noNumberedPages
        /// There was a page. It may exist again on a later request.
        case pageGone
    }

    let conclusion: Conclusion
    /// The period over which walks must have ended so, or `nil` if the end is certain.
    let period: Duration?

    /// The period for which a missing page that the feed links to is expected to come back.
    private static let missingPagePeriod = Duration.seconds(7 * 86_400)

    /// Determines what follows from `obstacle` in the place of `page`.
    ///
    /// - Parameters:
    ///   - isGuess: True if the site was not seen to have numbered pages.
    ///   - isOlderKnown: True if something older was claimed before, so there was a page.
    ///   - isAhead: True if all pages so far are dated ahead. They claim nothing before the walk ends, and are soon read again.
    init(
        at page: FeedPageLocation, _ obstacle: Obstacle, isGuess: Bool, isOlderKnown: Bool, isAhead: Bool
    ) {
        let isNumbered = page.addressing == .numbered
        // WordPress fills every page but the last, so there is nothing behind a shorter one.
        let isBehindLast = isNumbered && page.followsShorterPage
        (conclusion, period) =
            switch obstacle {
            case .missing where isGuess: (.noNumberedPages, nil)
            case .missing where !isNumbered: (.pageGone, Self.missingPagePeriod)
            case .empty where isGuess || !isNumbered: (.lastPage, UnprovenEnd.tolerance)
            case .repeated: (.lastPage, isGuess || isBehindLast ? nil : UnprovenEnd.tolerance)
            case .missing, .empty:
                if isBehindLast {
                    (.beginningOfFeed, nil)
                } else if isAhead {
                    (.retentionLimit, nil)
                } else {
                    (isOlderKnown ? .pageGone : .beginningOfFeed, UnprovenEnd.tolerance)
                }
            }
    }
}

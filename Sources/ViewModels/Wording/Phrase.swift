/// Every text of the screens that a person reads, by what it says. The words themselves are in a ``Wording``.
public nonisolated enum Phrase: String, CaseIterable, Sendable {
    // The timeline.
    case viewAll
    case viewUnread
    case viewStarred
    case viewSource
    case newAbove
    case unreadOf
    case unreadOfShort
    case showWarned
    case completeSince
    case complete
    case missingAtTop
    case emptyTimeline
    case emptyTimelineHint
    case emptyUnread
    case emptyStarred
    case emptySource
    case emptyViewHint
    case failureTitle
    case failureHint
    case loading
    case lateBadge
    case editedBadge
    case assumedTimeBadge
    case datedBadge
    case warningFolded

    // Gaps.
    case gapSize
    case gapOlder
    case gapNothingLoaded
    case gapPartial
    case gapPartialOpen
    case gapMore
    case gapFill
    case gapRetry
    case gapLoad
    case gapFromBelow
    case gapAll
    case gapStops
    case gapCannotFill
    case gapFilling
    case gapQueued
    case gapCancelling
    case causeNotAsked
    case causeSlow
    case causeFailed
    case causeRateLimited
    case causeRateLimitedUntil
    case causeNotAuthorised
    case causeAgedOut
    case causeTooDense
    case causeOutOfReach

    // Facts of a ticket.
    case factPoints
    case readingTime
    case edited

    // What happened, as messages.
    case markedAllRead
    case undone
    case nothingToUndo
    case nothingToMark
    case confirmMarkAll
    case confirmMarkBelow
    case opened
    case noLink
    case linkRefused
    case noSuchLink
    case noFurther
    case refreshQueued
    case refreshNothingNew
    case refreshBrought
    case refreshBroughtLate
    case refreshTroubles
    case fillBrought
    case fillBroughtNothing
    case fillFailed
    case fillCancelled
    case notAGap
    case readFailed
    case writeFailed
    case engineFailed
    case copied
    case nothingToCopy
    case jumpNotUnderstood

    // The other screens.
    case ticketGone
    case ticketNoText
    case ticketLinks
    case ticketDiscussion
    case ticketMedia
    case ticketRaw
    case ticketNoRaw
    case ticketNoNeighbour
    case linksTitle
    case linksEmpty
    case helpTitle
    case helpNothingFound
    case messagesTitle
    case messagesEmpty
    case mediaImage
    case mediaVideo
    case mediaAudio
    case mediaFile
    case noDescription

    // Sources.
    case sourcesTitle
    case sourcesAttention
    case sourcesEmpty
    case sourcesEmptyHint
    case sourceAddress
    case sourceSeveral
    case sourceWhich
    case sourceNoSuchChoice
    case sourceAdding
    case sourceAdded
    case sourceRemoved
    case sourceRestored
    case sourcePaused
    case sourceResumed
    case sourceRename
    case sourceRenamed
    case sourceWell
    case sourceNeverAsked
    case sourceSlow
    case sourceFailed
    case sourceIsPaused
    case sourceNotLoadedBelow
    case sourceUnchangeable
    case columnSource
    case columnTopic
    case columnLast
    case columnCoverage

    // The command line and settings.
    case commandUnknown
    case commandPrompt
    case settingsTitle
    case settingTheme
    case settingDensity
    case settingTimes
}

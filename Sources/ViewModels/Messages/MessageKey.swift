/// The keys of the texts of the screens that the code names. Those of commands and errors are keys of a ``Message``.
/// The texts themselves are in the catalogues, see ``Localizer``.
public nonisolated enum MessageKey: String, CaseIterable, Sendable {
    // The timeline.
    case viewAll, viewUnread, viewStarred, viewLater, viewSource, newAbove, unreadOf, unreadShort, showWarned,
        completeSince, complete, missingAtTop, pausedByCrashes, sourcesBehind, sourcesBehindAlone, sourceCount,
        emptyTimeline, emptyTimelineHint, refreshingSources, emptyUnread, emptyStarred, emptyLater, emptyConditions,
        emptySource, emptyViewHint, failureTitle, failureHint, loading, lateBadge, alsoOn, editedBadge,
        assumedTimeBadge, datedBadge, warningFolded

    // Topics.
    case emptyTopics, emptySourceInTopics, unionOf, intersectionOf, topicNoSuchKey, topicsTitle, topicsPrompt,
        topicsAll, topicsCreate, topicsOnlyThis, topicsThisToo, topicsPin, topicsPinned, topicsRename, topicsRemove,
        topicsEmpty, topicAll, topicIsAll, topicIsNew, topicNew, emptyIntersection, topicAdded, topicAddedUndone,
        topicChanged, topicChangedUndone, topicRenamed, topicRemoved, topicRemovedUndone, topicPinned, topicUnpinned,
        topicCount, labelsUnavailable, topicsOrRulesDisabled, topicsOrRulesDisabledListed

    // The content filter.
    case filterShort, filterHidden, filterOff, filterOffHides, filterOffHidesHint, muffledBadge, quotedName,
        hiddenBadge, filterNeedsRules, filterOffForSearch, filteredTitle, filteredSummary, filteredSummaryOff,
        filteredItems, filteredRules, filteredNothing, filteredNothingHint, filteredBySource, filteredElsewhere,
        filteredMore, filterIsOn, filterIsOff, unhidden, unhiddenUndone, notATicket

    // Stories.
    case storySingle, storyOthersHidden, storiesNotFolded, storyUnfolded, storyFolded, storyUndone, ticketAlsoOn

    // Rules.
    case rulesTitle, rulesEmpty, rulesEmptyHint, ruleTickets, ruleEnded, ruleNew, ruleChange, ruleEmpty, ruleAdded,
        ruleAddedUndone, ruleChanged, ruleUnchanged, ruleChangedUndone, ruleRemoved, ruleRemovedUndone, ruleEnabled,
        ruleEnabledUndone, ruleIsOff, ruleDisabled, ruleDisabledUndone, ruleOffTopic, ruleOffTopicFixed,
        ruleOffTopicName, ruleQuestion, ruleSource, ruleTitleWord, ruleWord, ruleAuthor, ruleSite, ruleTag, ruleBoosts,
        ruleBoostsOf, ruleReplies, ruleWarnings, ruleDuplicates, ruleLanguage, ruleNotInTopic, ruleAll, rulePrompt,
        ruleNamePrompt, nameTaken, nameOfView, trialDone, trialSoFar, trialFinding, scopeEverywhere, scopeTopic,
        scopeSource, termAlways, termDay, termWeek, termUntil

    // Search.
    case searchTitle, searchPrompt, searchHint, searchNothing, searchFound, searchSoFar, searchMore, searchHidden,
        searchSaveName, searchNameMissing, searchIn, searchEverywhere, searchWrapped, itemInGap, byTime, byRank

    // Hints of the screens for rules and search.
    case hintBack, hintAccept, hintCancel, searchKeyGo, searchKeyOpen, searchKeySave, searchKeyEverywhere,
        searchKeyOrder, ruleKeyKeep, ruleKeyChoose, ruleEdit, ruleEnable, ruleDisable, ruleKeyEffect, ruleKeyScope,
        ruleKeyTerm, ruleKeyName

    // Work in progress, the connection and notifications.
    case marking, labelling, uploading, offline, fileHasErrors, fileErrors, fileErrorsAlone, refreshOffline,
        refreshStillLoading, notifyOne, notifyMany, doNotDisturbOn, doNotDisturbOff

    // Ages and days.
    case ageNow, ageAhead, timeToday, timeTomorrow, dayToday, dayYesterday, dayEarlier, dayLater, dayHeading,
        dayHeadingWithYear

    // The sample rows that preview a theme.
    case previewStart, previewTyres, previewEmphasis, previewBehind, previewWarning, previewFound, previewGap,
        previewHealthy, previewSlow, previewFailed

    // Gaps.
    case gapSize, gapOlder, gapNothingLoaded, gapOfUnloaded, gapPartial, gapPartialOpen, gapMore, gapFill, gapRetry,
        gapFromBelow, gapAll, gapStops, gapCannotFill, gapWaiting, gapDismissed, gapDismissedUndone,
        sourceGapsDismissed, sourceGapsDismissedUndone, gapsShownAgain, gapsShownAgainUndone, sourceGapsShownUndone,
        gapsNotDismissed, sourcesLongFailing, sourcesGone, sourcesLongFailingGaps, sourcesFailedLogged,
        sourcesFailedPartly, causeSeveral, gapFilling, gapQueued, gapCancelling, gapAwaited, causeNotRequested,
        causeSlow, causeFailed, causeRateLimited, causeRateLimitedUntil, causeNotAuthorised, causeNextAttempt,
        causeLogin, causeUntil, causeAgedOut, causeAgedOutCount, causeTooDense, causeOutOfReach

    // Facts of a ticket.
    case factPoints, readingTime, edited

    // The list of accounts.
    case accountsTitle, accountsEmpty, accountsEmptyHint, accountsUnavailable, accountsServerPrompt,
        accountsAnswerPrompt, accountsAnswerWrong, accountsAsking, accountsAgree, accountsElsewhere,
        accountsMakePassword, accountsTypePassword, accountsPasswordPrompt, accountsAdded, accountsAddedFirst,
        accountsCancelled, accountsSignedIn, accountsSignInAgain, accountsWorks, accountsFollowed,
        accountsRemoveQuestion, accountsRemoved, accountsSources

    // The compose screen.
    case composeNew, composeReply, composeQuote, composePlaceholder, composeNoAccount, composeUnsupported,
        composeOneAccount, composeTextOnly, composeUsualAudience, composeUsualLanguage, composeWarningPrompt,
        composeLanguagePrompt, composeLanguageWrong, composeFilePrompt, composeDescriptionPrompt, composeNoDescription,
        composeUploaded, composeNoMedia, composeMediaFull, composeUndescribed, composeEmpty, composeTooLong,
        composeSending, composeSent, composeRefused, composeKept, composeDiscarded, composeRestored, composeOthers,
        composeOtherDrafts, composeNeedsAccount, composePosts, composeThread, composeObstacle, composePublicOnly,
        composeWarningsOnly, composePollsUnsupported, composeMediumKind, composeDescriptionLong, composeNameUnknown,
        composeNameTranslated, composeNotLookedUp, draftRefused, composeHeld, composeTakenBack, composeSchedulePrompt,
        composeScheduledAt, composeScheduled, composeSchedulesUnsupported, composeTimeWrong, composeTooSoon,
        draftScheduled, draftsCancelled, draftsScheduledFixed, unsentWaiting, unsentRunning, unsentRetrying,
        unsentUncertain, unsentExpired, unsentResent, unsentCancelled, unsentBusy, unsentNothing, unsentReminder,
        unsentNotConfirmed, unsentNotSent, unsentLookFirst, composeNotAttached, composeAbandoned, composeLookingUp,
        composeNotSent, composeChanged, draftsPublished, draftsCancelledElsewhere, draftsCancelledMedia

    // Results, shown as messages.
    case markedAllRead, undoneMark, undoneMarks, markOfReading, markOfStar, markOfLater, nothingToUndo, nothingToMark,
        confirmMarkAll, confirmMarkBelow, confirmMarkAbove, nothingAbove, opened, noLink, noEnclosure, linkRefused,
        noSuchLink, refreshedAlready,
        noFurther, cursorAtTop, cursorAtBottom, refreshQueued, refreshNothingNew, refreshBrought, refreshBroughtLate,
        refreshTrouble, refreshTroubles, signInAgain, fillBrought, fillBroughtNothing, fillLoadedNothing,
        fillLoadedNothingYet, fillGapIsOlder, fillFailed, fillCancelled, notAGap, readFailed, writeFailed,
        fillUnavailable, copied, nothingToCopy, jumpNotUnderstood, themeUnknown, argumentUnknown, argumentUnknownOfNone,
        sourceUnknown, sourceUnknownOfNone, topicUnknown, topicUnknownOfNone, argumentNotTaken, dateNow, dateToday,
        dateYesterday, settingsNextStart, crashed, crashesUnreadable, upgraded, refreshesAgain, keyTaken, keyUnused,
        colorsFewer, colorsRefused, configurationBroken, configurationMore, configurationFixed, libraryFixed,
        reactionUnsupported, actionRefused, actionUncertain, actionRetrying, actionExpired, streamEnded, nothingPending

    // The other screens.
    case ticketGone, ticketNoText, ticketLinks, ticketDiscussion, composeEdit, actsTitle, actsTitleOn, actsNone,
        actsNoneHint, actsUnsupported, actsVoted, actsChoose, actsSent, actsConfirm, confirmLetter, actsReportPrompt,
        actVote, actBoostToFollowers, actBoostUnlisted, actPin, actUnpin, actEdit, actRedraft, actDelete, actReport,
        pollVoters, pollVotes, pollSeveral, pollVoted, pollCloses, pollClosed, pollClosedAt, draftsTitle, draftsEmpty,
        draftReply, draftQuote, threadTitle, threadTitleOn, outlinePosts, outlineUnread, threadLoading,
        outlineNotLoaded, outlineEmpty, threadGapAbove, threadGapBelow, threadGapReplies, threadGapRefused,
        threadGapSome, threadNoReplies, outlineMarkAll, threadReplies, threadRepliesUnread, threadLevel, saidOpened,
        saidFolded, threadNone, profileNone, profileOpen, threadOpen, ticketMedia, ticketRaw, ticketStored,
        ticketEarlierVersions, ticketNoRaw, ticketNoNeighbour, ticketNoUnread, settingFullWidth, ticketPosition,
        findCount, findNothing, noJumpBack, noLinksVisible, noLongCode, hintPrompt, linksTitle, linksEmpty, helpTitle,
        helpNothingFound, messagesTitle, messagesEmpty, noDescription, pictureLoading, picturePosition, pictureNone,
        pictureOutside, pictureRetry, pictureOff, pictureNoSource, pictureCovered

    // The source list.
    case sourceListTitle, sourceListUnread, sourceListNoUnread, sourceListNoOtherUnread, sourceListNoSources,
        sourceListPaused, sourceListClosed, sourceListWithheld, sidebarNarrow

    // Sources.
    case sourcesTitle, sourcesAttention, sourcesEmpty, sourcesEmptyHint, sourceAddress, sourceSeveral, sourceWhich,
        sourceNoSuchChoice, sourceAdding, sourceAdded, sourceAddedUndone, sourceRemoved, importUndone, sourceRestored,
        openUnavailable, screenNotHere, sourceEndsProgram, sourceHasCrashed, sourcePaused, sourceResumed, sourceRename,
        sourceRenamed, sourceTopics, sourceUser, sourcePassword, sourceUserWrong, sourceLoggingIn, sourceLoggedIn,
        sourceLoginNotUndoable, sourceLoggedOut, sourceLoginNone, sourceTopicsSet, sourceTopicsCleared,
        sourceTopicsNew, sourceUndoes, sourceListPath,
        listSkipped, listWarnings, sourcesNothingFound, sourceNewAddress, sourceAddressSet, sourceAddressUndone,
        sourceInterval, sourceIntervalWrong, sourceIntervalSet, sourceIntervalUsual, sourceIsFiltered,
        sourceIsUnfiltered, sourceEvery, sourceNotFiltered, sourceLoginHere, sourcePresented, presentedByKind,
        sourceAsBefore, sourceMoved, sourceHasMovedTo, sourceOrderAsBefore, sourceRefreshedAgo, sourceNext, sourceDue,
        sourceNeverRefreshed, sourceSlow, sourceFailed, sourceIsPaused, sourceIsOff,
        sourceOutdated, sourceNotLoadedBefore,
        sourceGapsHidden, sourceGapsShown, columnSource, columnUnread, columnTopic, columnLast, columnNext,
        columnCoverage, coverageLegend

    // The onboarding.
    case onboardingTitle, onboardingIntroduction, onboardingShort, onboardingAddress, onboardingAddressRemark,
        onboardingList, onboardingListRemark, onboardingListPath, onboardingReadingList, onboardingEmptyList,
        onboardingSample, onboardingSampleRemark, onboardingContinue, onboardingLook, onboardingBack, onboardingSignIn,
        onboardingSignInRemark, onboardingCancel, onboardingBanner, onboardingAccountBanner, onboardingOwnSources,
        demoBanner

    // The command line and settings.
    case commandUnknown, commandAmbiguous, commandElsewhere, pasteNoAddress, pasteLeftOut, commandPrompt, commandRun,
        commandComplete, commandHistory

    // Settings: titles, tables and values.
    case settingsTitle, settingsNothingFound, settingOneRow, settingRowEach, settingNever, settingNoLimit, settingOn,
        settingOff, settingPerformance, settingOwn, settingSystem, settingBrowser, settingIsDefault, settingIsOfFile,
        settingIsChosen, settingIsChosenOverDefault, settingIsLater, settingNotTaken, settingTakesNumber,
        settingTakesWords, settingChanged, settingNotChosen

    // The developer section and the credits.
    case developerTitle, developerLog, developerStatistics, developerRequests, developerSpans, developerNothing,
        developerNoMatch, developerNoLevel, developerLogPart, developerTime, developerLevel, developerEvent,
        developerDetails, developerCount, developerWorst, developerSent, developerFailed, developerNew,
        developerUnknown, developerStart, developerTrack, developerTickets, developerUnread, developerExtent,
        developerSources, developerProcess, developerMemory, developerSince, developerFills, developerFillsOpen,
        developerFillsOpenOf, developerFillsEnded, developerFillsEndedOf, developerNetwork, developerRequestsOf,
        developerPhaseName, developerPhaseConnect, developerPhaseTLS, developerPhaseFirstByte, developerItems,
        developerItemsOf, performanceLimited, performanceRequestsLeft, performanceTickets, reportNone,
        reportWritten, creditsTitle, creditsIntroduction

    // Other programs.
    case programDone, programExited, programExitedSaying, programKilled, pressAnyKey, pipeUsage, pipeNoShell, saved,
        copiedAs, copiedLong, copyNeedsText, cardDrawing, cardFirstSeen, macroStopped, macroNoCommand, editNoFile

    // The forms in which a ticket can be shared.
    case shareTitle, shareTitleOf, shareTitleSeveral

    // Notes on authors.
    case notePrompt, noteHint, noteWritten, noteRemoved, noteRestored, noteUnchanged, noteNoAuthor, notesUnavailable,
        saidNote

    // People.
    case personPrompt, personHint, personLinked, personUnlinked, personUnchanged, personUndone, personProved,
        personLinkOffer, profileFollowed, profileRequested, profileNotFollowed, profileFollowsBack, profileMuted,
        profileBlocked, profileFollowers, profileNoSource, profileNotLoaded, profilePart, actsSentAs, actsNoAccount,
        actsUndoWaits, actsOwn, actsNotUndoable, actsUndone, profileOwn, profileNotRead, profileReadOffer,
        profileReadOnce, profileFollowSource

    // Linear mode: words for symbols.
    case saidOn, saidRead, saidUnread, saidStarred, saidLater, saidLiked, saidNotLiked, saidBoosted, saidNotBoosted,
        saidBookmarked, saidNotBookmarked, saidBoosts, saidLikes, saidReplies, saidMedia, ticketTitle, commandTitle
}

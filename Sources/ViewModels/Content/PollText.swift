import EngineConcepts
import Localization

/// The state of a poll in words: `9 people voted · several answers can be chosen · you voted · closes Thu 26 Nov, 11:45`.
nonisolated struct PollText {
    let texts: TimeTexts

    private var localizer: Localizer { texts.localizer }

    /// Returns the sentence.
    func text(of poll: PostPoll, at now: Timestamp) -> String {
        var parts: [String] = []
        if let voters = poll.voters { parts.append(localizer(.pollVoters, .number(voters))) }
        // A person who may choose one answer has one vote.
        if let votes = poll.votes, poll.allowsSeveral || poll.voters == nil {
            parts.append(localizer(.pollVotes, .number(votes)))
        }
        if poll.allowsSeveral, !poll.isClosed { parts.append(localizer(.pollSeveral)) }
        if !poll.own.isEmpty { parts.append(localizer(.pollVoted)) }
        switch (poll.isClosed || poll.closes.map { $0 <= now } ?? false, poll.closes) {
        case (true, let time?): parts.append(localizer(.pollClosedAt, .text(texts.moment(time, at: now))))
        case (true, nil): parts.append(localizer(.pollClosed))
        case (false, let time?): parts.append(localizer(.pollCloses, .text(texts.moment(time, at: now))))
        case (false, nil): break
        }
        return parts.joined(separator: " · ")
    }

    /// Returns a text with what the presentation says below it: a sentence about what is not shown, and the state of the poll.
    func added(to text: StyledText, of presentation: Presentation, at now: Timestamp) -> StyledText {
        var text = text
        if let notice = presentation.notice { text.blocks.append(StyledText.Block(text: localizer(notice))) }
        if let poll = presentation.poll { text.blocks.append(StyledText.Block(text: self.text(of: poll, at: now))) }
        return text
    }
}

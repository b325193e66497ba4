/// The meaning of a piece of a screen. Screens name roles; a ``Theme`` gives their styles.
public enum Role: String, Hashable, Sendable, CaseIterable {
    // Text.
    /// Body text, with the screen's background.
    case text
    /// Secondary text: ages, source names.
    case dim
    /// Faint text: handles, hints.
    case faint
    /// A ticket's title and other strong words.
    case title
    /// A heading inside a text.
    case heading
    /// An author.
    case byline
    /// The mark of a verified author.
    case verified
    case link
    /// A hashtag.
    case tag
    case mention, code
    /// Quoted text.
    case quote
    case emphasis
    /// Strongly emphasised text.
    case strong
    /// Struck out text.
    case struck
    /// The caption of a picture.
    case caption
    /// A search match.
    case match

    // States.
    /// The mark of unread items.
    case unread
    /// The selected row; mostly a background.
    case selection
    /// The bar at the selected row's edge.
    case selectionMark
    /// A star or the user's like.
    case star
    case boost
    /// A score.
    case points
    case contentWarning
    /// Muffled by a rule.
    case muffled
    /// Success: done, filter on, covered.
    case ok
    case warning, error
    /// New arrivals: "37 new".
    case fresh

    // Chrome.
    /// The program's own colour.
    case accent
    /// The program's name at the left of the top bar.
    case plate
    /// Top and bottom bars.
    case bar
    /// Secondary text in a bar.
    case barDim
    /// Faint text in a bar.
    case barFaint
    /// A key in a hint.
    case key
    /// The selected tab or topic.
    case tabActive
    /// Another tab or topic.
    case tab
    /// Lines and frames.
    case rule
    /// A gap's frame and glyphs.
    case gap
    /// Strong words in a gap.
    case gapTitle
    /// A gap's box; mostly a background.
    case gapBackground
    case gaugeFull
    /// The empty part of a progress bar.
    case gaugeEmpty
    case modal
    /// The frame of a dialog.
    case modalFrame
    case input
    /// The placeholder of an input line.
    case placeholder
    case scrollThumb
    /// The track of a scroll bar.
    case scrollTrack
    /// A transient message.
    case toast

    // Kinds of sources. Further kinds use one of these, or another role.
    case kindFeed, kindMastodon, kindBluesky, kindHackerNews, kindLobsters
    /// The output of a command.
    case kindCommand
    case kindFile
    /// Any other kind.
    case kindOther
}

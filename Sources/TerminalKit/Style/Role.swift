/// What a piece of a screen means. A ``Theme`` says how it looks; screens name roles only.
public enum Role: String, Hashable, Sendable, CaseIterable {
    // Text.
    /// Running text; its background is the screen's.
    case text
    /// What is read second: ages, source names.
    case dim
    /// What is there to be found, not to be read: handles, hints.
    case faint
    /// A ticket's title and other words of weight.
    case title
    /// A heading inside a text.
    case heading
    /// Who speaks.
    case byline
    /// The tick of a verified author.
    case verified
    /// Leads to a URL.
    case link
    /// A hashtag.
    case tag
    /// Somebody's name in a text.
    case mention
    /// Code.
    case code
    /// Quoted text.
    case quote
    /// Stressed text.
    case emphasis
    /// Text stressed more.
    case strong
    /// Struck out text.
    case struck
    /// The words under a picture.
    case caption
    /// What matched a search.
    case match

    // States.
    /// Marks what has not been read.
    case unread
    /// The selected row; mostly a background.
    case selection
    /// The bar at the selected row's edge.
    case selectionMark
    /// A star, a like that is ours.
    case star
    /// A passed-on post.
    case boost
    /// A score.
    case points
    /// A content warning.
    case contentWarning
    /// What a rule muffled.
    case muffled
    /// Good: done, filter on, covered.
    case ok
    /// Needs attention.
    case warning
    /// Failed.
    case error
    /// What just arrived: "37 new".
    case fresh

    // Furniture.
    /// The program's own colour.
    case accent
    /// The name plate at the left of the top bar.
    case plate
    /// Top and bottom bars.
    case bar
    /// What is read second in a bar.
    case barDim
    /// What is there to be found in a bar.
    case barFaint
    /// A key in a hint.
    case key
    /// The chosen tab or topic.
    case tabActive
    /// Another tab or topic.
    case tab
    /// Lines and frames.
    case rule
    /// A gap's frame and glyphs.
    case gap
    /// A gap's words of weight.
    case gapTitle
    /// A gap's box; mostly a background.
    case gapBackground
    /// The full part of a gauge.
    case gaugeFull
    /// The empty part of a gauge.
    case gaugeEmpty
    /// A box over the screen.
    case modal
    /// The frame of a box over the screen.
    case modalFrame
    /// A line where something is typed.
    case input
    /// What an empty input line suggests.
    case placeholder
    /// The moving part of a scroll bar.
    case scrollThumb
    /// The rest of a scroll bar.
    case scrollTrack
    /// A passing message.
    case toast

    // Kinds of sources.
    /// Feeds.
    case kindFeed
    /// Mastodon.
    case kindMastodon
    /// Bluesky.
    case kindBluesky
    /// Hacker News.
    case kindHackerNews
    /// Lobsters.
    case kindLobsters
    /// The output of a command.
    case kindCommand
    /// Files.
    case kindFile
    /// Any other kind.
    case kindOther
}

import TerminalKit

/// The content of a screen as text, for screen readers and Braille displays: one statement after another, without
/// positions and colours.
nonisolated struct Transcript: Equatable {
    /// The screen, or the part of the timeline. Read out when ``name`` changes.
    struct Location: Equatable {
        var name: String
        /// Details such as counts, or empty if there are none or they are not known yet. Read out once, as soon as they are
        /// known.
        var details = ""
        /// True if the details are not repeated on a return from another location.
        var readsDetailsOnce = false
    }

    /// The item under the cursor.
    struct Item: Equatable {
        /// Its identity: another item, or another content of the same item, is read out in full.
        var id: String
        /// Its lines. May hold text that changes constantly, such as its age.
        var lines: [String]
        /// Its states, such as read or starred. A change of these is read out alone.
        var states: [String] = []
    }

    /// A line that is typed into.
    struct Line: Equatable {
        var prompt: String
        /// The text typed so far.
        var text: String
    }

    /// The location on the screen.
    var location: Location
    /// The item under the cursor, or `nil` for none.
    var item: Item?
    /// Further notices; each is read out when it appears.
    var notices: [String] = []
    /// Further notices that are read out only once and not on a return to the location.
    var once: [String] = []
    /// The line that is typed into, or `nil` for none.
    var line: Line?
}

nonisolated extension Transcript.Line {
    /// Creates the line that is typed into `input`. A secret is not read out.
    init(prompt: String, _ input: InputLine) { self.init(prompt: prompt, text: input.shownText) }
}

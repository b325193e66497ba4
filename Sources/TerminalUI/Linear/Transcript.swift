/// What a screen says in words, for those who hear it or feel it rather than see it: one thing after another, without a
/// place on a screen and without colours.
nonisolated struct Transcript: Equatable {
    /// Which screen, or which part of the timeline. Said when ``name`` changes.
    struct Place: Equatable {
        /// What it is called.
        var name: String
        /// What is to be known when one comes there, such as counts. Said once, when it is known.
        var details: String?
        /// Whether that is not said again when one comes back from somewhere else.
        var isKnownLater = false
    }

    /// What the cursor is on.
    struct Item: Equatable {
        /// What it is: another item, or another content of the same one, is said anew.
        var id: String
        /// What it says, line by line. May hold what changes all the time, such as how long ago it was.
        var lines: [String]
        /// How it stands: read, starred. A change is said alone.
        var standing: [String] = []
    }

    /// A line in which one types.
    struct Line: Equatable {
        /// What is asked for.
        var prompt: String
        /// What was typed.
        var text: String
    }

    /// Where the reader is.
    var place: Place
    /// What the cursor is on; nil for nothing.
    var item: Item?
    /// What is to be known beside it; each is said when it comes up.
    var notices: [String] = []
    /// What is to be known beside it, and is no news when one comes back to it.
    var once: [String] = []
    /// What is typed, if anything is.
    var line: Line?
}

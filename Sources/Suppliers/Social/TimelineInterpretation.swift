/// An interpretation of the short form of a timeline's address, in which the account is last and may be left out.
struct TimelineInterpretation<Timeline> {
    let timeline: Timeline
    /// The text that means the account; empty if it is left out.
    let account: String

    /// Returns the interpretations of `text`. Handles, names of lists and searched words may contain the sign that
    /// stands before the account, so each sign makes an interpretation, and the whole text the last one.
    static func all(of text: String, _ parse: (Substring) -> Timeline?) -> [TimelineInterpretation] {
        var splits = text.indices.filter { text[$0] == "@" }
            .map { (timeline: text[..<$0], account: String(text[text.index(after: $0)...])) }
        splits.append((text[...], ""))
        return splits.compactMap { split in
            parse(split.timeline).map { TimelineInterpretation(timeline: $0, account: split.account) }
        }
    }
}

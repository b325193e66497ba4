extension TextLine {
    /// Returns a progress bar of `columns` columns. A started one shows at least one full column, and only a finished one all.
    public static func gauge(_ done: Int, of total: Int, columns: Int, theme: Theme, glyphs: Glyphs) -> TextLine {
        let total = max(1, total)
        let done = min(max(0, done), total)
        var full = columns * done / total
        if done > 0, columns > 1 { full = max(1, full) }
        return TextLine([
            TextRun(String(repeating: glyphs.gaugeFull, count: full), theme[.gaugeFull]),
            TextRun(String(repeating: glyphs.gaugeEmpty, count: max(0, columns - full)), theme[.gaugeEmpty]),
        ])
    }
}

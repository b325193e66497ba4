extension Glyphs {
    /// Returns a line cut to `columns`, with the ellipsis at its end if it was cut.
    public func cut(_ line: TextLine, to columns: Int) -> TextLine { line.truncated(to: columns, ellipsis: ellipsis) }

    /// Returns a text cut to `columns`, with the ellipsis at its end if it was cut.
    public func cut(_ text: String, to columns: Int) -> String {
        TextWidth.truncated(text, to: columns, ellipsis: ellipsis)
    }
}

/// The reason why a page ended.
public enum FetchEnd: String, Hashable, Sendable {
    /// The source has more; `next` continues there.
    case more
    /// The page reached the requested bound.
    case reachedBound
    /// The source's history begins here; nothing is older.
    case trueEnd
    /// The source keeps no older items, though there may have been some. The page claims nothing below its last item: the
    /// engine decides, by what was read before, if items between have aged out.
    case retentionLimit
    /// The source announced older items, but they no longer exist; `next` points to where they were.
    case gone
    /// The source does not page further back.
    case depthLimit
    /// The source does not say.
    case unknown
}

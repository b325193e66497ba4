/// The direction in which a stream is read.
public enum ReadDirection: String, Hashable, Sendable {
    /// From newer to older.
    case older
    /// From older to newer, starting with the adjacent item. Only for suppliers with ``SupplierTraits/pagesNewer``.
    case newer
}

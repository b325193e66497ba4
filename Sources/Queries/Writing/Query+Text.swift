extension Query: CustomStringConvertible {
    /// The query as written, in its shortest form.
    public var description: String { QueryPrinter.print(self) }
}

extension Query: CustomStringConvertible, Codable {
    /// The query as written, in its shortest form.
    public var description: String { QueryPrinter.print(self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Decodes the text. Throws the words of a ``QueryError`` if it is no query.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = try Query(parsing: container.decode(String.self))
        } catch let error as QueryError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }
}

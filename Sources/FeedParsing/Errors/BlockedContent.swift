/// Content that is left out because it could use unbounded memory or read other documents.
public enum BlockedContent: Hashable, Sendable {
    /// Entities that refer to other entities, or are too many or too long. The first one is on this line.
    case excessiveEntities(line: Int)
    /// An entity that refers to another document. The first one is on this line.
    case externalEntity(line: Int)
    /// The number of texts that are longer or more deeply nested than the renderer shows.
    case oversizedTexts(Int)
}

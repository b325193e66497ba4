/// The bound from which a gap is filled.
public enum GapBound: String, Hashable, Sendable {
    /// From the newer bound downwards.
    case newer
    /// From the older bound upwards.
    case older
}

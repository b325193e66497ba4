/// The side from which a gap is filled.
public enum GapSide: String, Hashable, Sendable {
    /// From the newer bound downwards.
    case newer
    /// From the older bound upwards.
    case older
}

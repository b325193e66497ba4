/// The reason for a refresh.
public enum RefreshOccasion: String, Hashable, Sendable {
    /// The user asked for it and is waiting.
    case manual
    /// A scheduled check. A source that is not due yet need not be asked: the supplier reports that nothing has
    /// changed, and items that appeared meanwhile arrive later. A source that failed is asked less often.
    case routine
    /// Something has changed outside, such as a followed file. Like ``routine``, but a source that failed is asked at once.
    case change
}

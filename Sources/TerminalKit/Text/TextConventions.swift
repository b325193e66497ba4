internal import Synchronization

/// What the terminal at hand makes of text, where terminals differ. There is one for the process, as there is one
/// terminal: it is set before the first frame, and every measuring of text reads it.
public struct TextConventions: Hashable, Sendable {
    /// Whether characters whose width Unicode calls ambiguous take two columns: in some terminals of East Asia.
    public var widensAmbiguous: Bool
    /// Whether Fiber puts text from right to left in order; false where the terminal does that by itself.
    public var ordersText: Bool

    /// Makes conventions; without arguments those of nearly every terminal.
    public init(widensAmbiguous: Bool = false, ordersText: Bool = true) {
        self.widensAmbiguous = widensAmbiguous
        self.ordersText = ordersText
    }

    private static let bits = Atomic<UInt8>(2)

    /// Those that hold. A load of one byte.
    public static var current: TextConventions {
        get {
            let bits = bits.load(ordering: .relaxed)
            return TextConventions(widensAmbiguous: bits & 1 != 0, ordersText: bits & 2 != 0)
        }
        set {
            bits.store((newValue.widensAmbiguous ? 1 : 0) | (newValue.ordersText ? 2 : 0), ordering: .relaxed)
        }
    }
}

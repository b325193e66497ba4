import Synchronization

/// The terminal's treatment of text where terminals differ: one value per process, set before the first frame.
public struct TextConventions: Hashable, Sendable {
    /// True if characters of ambiguous width take two columns, as in some East Asian terminals.
    public var widensAmbiguous: Bool
    /// True if Fiber orders right-to-left text; false if the terminal does.
    public var ordersText: Bool

    /// Creates conventions; by default those of nearly every terminal.
    public init(widensAmbiguous: Bool = false, ordersText: Bool = true) {
        self.widensAmbiguous = widensAmbiguous
        self.ordersText = ordersText
    }

    private static let bits = Atomic<UInt8>(2)

    /// The current conventions; a load of one byte.
    public static var current: TextConventions {
        get {
            let bits = bits.load(ordering: .relaxed)
            return TextConventions(widensAmbiguous: bits & 1 != 0, ordersText: bits & 2 != 0)
        }
        set { bits.store((newValue.widensAmbiguous ? 1 : 0) | (newValue.ordersText ? 2 : 0), ordering: .relaxed) }
    }
}

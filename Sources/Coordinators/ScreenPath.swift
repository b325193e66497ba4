/// The open screens of a flow, topmost last. A screen opens only where its descriptor allows it.
public nonisolated struct ScreenPath: Sendable {
    /// The open screens, the root first. Empty before the start and after the end.
    public private(set) var screens: [ScreenDescriptor] = []

    /// The topmost screen, or `nil` if none is open.
    public var top: ScreenDescriptor? { screens.last }

    /// Returns true if the screen may open above the topmost one.
    public func allows(_ next: ScreenDescriptor) -> Bool {
        guard let top else { return next.placement == .above([]) }
        return switch next.placement {
        case .anywhere: top.keyboard == .commands && top.name != next.name
        case .above(let names): names.contains(top.name)
        }
    }

    /// Opens a screen. Returns false and changes nothing if it may not open above the topmost one.
    public mutating func open(_ next: ScreenDescriptor) -> Bool {
        guard allows(next) else { return false }
        screens.append(next)
        return true
    }

    /// Closes the topmost screen. The root stays.
    ///
    /// - Returns: False if only the root is open.
    public mutating func close() -> Bool {
        guard screens.count > 1 else { return false }
        screens.removeLast()
        return true
    }

    /// Closes all screens.
    public mutating func finish() {
        screens = []
    }
}

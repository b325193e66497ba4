import Localization

/// The view of everything, which screens list before the topics.
public nonisolated enum BuiltInView {
    /// Returns true if some language calls the view by this name, in whatever case.
    public static func isNamed(_ name: String) -> Bool {
        Localizer.all.contains { $0(.viewAll).lowercased() == name.lowercased() }
    }
}

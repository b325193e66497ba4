import FiberConfiguration
import TerminalUI
import ViewModels

/// The user's own row layouts.
struct ReaderLayouts {
    /// The valid layouts. A density without one uses the default.
    let templates: [Density: RowTemplate]
    /// Faults in the other layouts.
    let complaints: [ConfigurationError]

    /// Reads the layouts from the configuration.
    init(_ configuration: ConfigurationFile) {
        var templates: [Density: RowTemplate] = [:]
        var complaints: [ConfigurationError] = []
        for density in Density.allCases {
            let name = "rows.\(density.rawValue)"
            let lines = configuration.words(name)
            guard !lines.isEmpty else { continue }
            do {
                templates[density] = try RowTemplate(lines)
            } catch {
                complaints.append(
                    ConfigurationError(
                        .value, file: configuration.path, at: configuration.position(of: name), "\(name), \(error)",
                        advice: "Mend the template, or take it out."))
            }
        }
        self.templates = templates
        self.complaints = complaints
    }
}

import FiberConfiguration
import TerminalUI
import ViewModels

/// The reader's own layouts of tickets' rows.
struct ReaderLayouts {
    /// The layouts that can be used; Fiber's own holds for a density without one.
    let templates: [Density: RowTemplate]
    /// What is wrong with the others.
    let complaints: [ConfigurationError]

    /// Reads what the configuration says.
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

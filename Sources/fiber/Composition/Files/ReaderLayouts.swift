import EngineConcepts
import FiberConfiguration
import TerminalUI
import ViewModels

/// The user's own row layouts.
struct ReaderLayouts {
    /// The valid layouts. A density without one uses the default.
    let templates: [Density: RowTemplate]
    /// Faults in the other layouts.
    let errors: [ConfigurationError]

    /// Reads the layouts from the configuration.
    init(_ configuration: ConfigurationFile) {
        var templates: [Density: RowTemplate] = [:]
        var errors: [ConfigurationError] = []
        for density in Density.allCases {
            let name = "rows.\(density.rawValue)"
            let lines = configuration.words(name)
            guard !lines.isEmpty else { continue }
            do throws(RowTemplateError) {
                templates[density] = try RowTemplate(lines)
            } catch {
                errors.append(
                    ConfigurationError(
                        .value, file: configuration.path, at: configuration.position(of: name), error.message(in: name),
                        advice: Message("fixOrRemoveTemplate")))
            }
        }
        self.templates = templates
        self.errors = errors
    }
}

extension RowTemplateError {
    /// Returns the problem with its place in the template of a setting.
    fileprivate func message(in setting: String) -> Message {
        Message(
            "templateAt",
            [
                "setting": .text(setting), "line": .number(line), "column": .number(column),
                "problem": .message(problem),
            ])
    }
}

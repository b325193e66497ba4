import Application
import EngineConcepts
import FiberConfiguration
import TerminalUI
import ViewModels

/// The user's own row layouts.
struct ConfiguredRowLayouts {
    /// The valid layouts. A density without one uses the default.
    let templates: [Density: RowTemplate]
    /// Errors in the other layouts, with the names of their settings.
    private let failures: [(setting: String, error: RowTemplateError)]

    /// Reads the layouts from the settings.
    init(_ settings: Settings) {
        var templates: [Density: RowTemplate] = [:]
        var failures: [(setting: String, error: RowTemplateError)] = []
        for density in Density.allCases {
            let name = "rows.\(density.rawValue)"
            let lines = settings.words(name)
            guard !lines.isEmpty else { continue }
            do throws(RowTemplateError) {
                templates[density] = try RowTemplate(lines)
            } catch {
                failures.append((name, error))
            }
        }
        self.templates = templates
        self.failures = failures
    }

    /// Returns the failures as errors of the file, whose settings these are.
    func errors(in file: ConfigurationFile) -> [ConfigurationError] {
        failures.map { name, error in
            ConfigurationError(
                .value, file: file.path, at: file.position(of: name), error.message(in: name),
                advice: Message("fixOrRemoveTemplate"))
        }
    }
}

extension RowTemplateError {
    /// Returns the failure with its place in the template of a setting.
    fileprivate func message(in setting: String) -> Message {
        Message(
            "templateAt",
            [
                "setting": .text(setting), "line": .number(line), "column": .number(column),
                "problem": .message(failure),
            ])
    }
}

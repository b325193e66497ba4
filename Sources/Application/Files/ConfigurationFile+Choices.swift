import EngineConcepts
package import FiberConfiguration
package import Storage
import ViewModels

extension ConfigurationFile {
    /// Returns the settings in force: the file's under the choices made on screens, for parts that have no screen.
    package func settings(chosenIn store: TrackDatabase) async throws -> Settings {
        guard let text = try await store.setting(Preferences.Name.settings.rawValue) else { return settings }
        do {
            var choices = try SettingChoices(text: text)
            choices.follow(settings)
            return settings.with(choices.values)
        } catch {
            // The stored choices are invalid; the screen reports it when it reads them.
            return settings
        }
    }
}

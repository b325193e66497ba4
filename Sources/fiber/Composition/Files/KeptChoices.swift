import EngineConcepts
import FiberConfiguration
import Storage
import ViewModels

extension ConfigurationFile {
    /// Returns the settings with the choices made on screens, for parts that are created before there is a screen.
    func chosen(in store: TrackDatabase) async throws -> ConfigurationFile {
        guard let text = try await store.setting(Preferences.Name.settings.rawValue) else { return self }
        do {
            var choices = try SettingChoices(text: text)
            choices.follow(self)
            return with(choices.values)
        } catch {
            // The stored choices are invalid; the screen reports it when it reads them.
            return self
        }
    }
}

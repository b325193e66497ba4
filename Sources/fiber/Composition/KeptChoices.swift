import FiberConfiguration
import Storage
import ViewModels

extension ConfigurationFile {
    /// The settings with what was chosen of them on the screen in earlier sittings, as `store` keeps it: for what is made once,
    /// before there is a screen.
    func chosen(in store: TrackDatabase) async throws -> ConfigurationFile {
        do {
            guard let text = try await store.setting(Preferences.Name.settings.rawValue) else { return self }
            var choices = try SettingChoices(text: text)
            choices.follow(self)
            return with(choices.values)
        } catch let error as StorageError {
            throw CommandFailure(error)
        } catch {
            // What is kept there makes no sense: the screen says so when it comes to read it.
            return self
        }
    }
}

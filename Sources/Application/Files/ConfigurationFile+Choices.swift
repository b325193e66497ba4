package import EngineConcepts
package import FiberConfiguration
package import Storage
import ViewModels

extension ConfigurationFile {
    /// Returns the settings in force: the file's under the choices made on screens, for parts that have no screen.
    package func settings(chosenIn store: TrackDatabase) async throws -> Settings {
        settings(underAny: try await Self.choices(in: store))
    }

    /// Returns the settings in force before the store at `path` is opened: the file's alone if the choices cannot be read now.
    package func settings(chosenInClosedStoreAt path: String) -> Settings {
        settings(underAny: ClosedStore(path: path).setting(Preferences.Name.settings.rawValue))
    }

    /// Returns the retention at `now`: by the file at `path` as it is now, under the choices made on screens. Throws if the
    /// file, a line of it about retention or the choices cannot be read: the defaults could remove what the user keeps.
    package static func retention(
        at path: String, chosenIn store: TrackDatabase, now: Timestamp
    ) async throws -> Retention {
        let file = try ConfigurationFile(path: path)
        if let fault = file.fault(in: "retention") { throw fault }
        guard let text = try await choices(in: store) else { return file.settings.retention(at: now) }
        do {
            return try file.settings(under: text).retention(at: now)
        } catch {
            throw ConfigurationError(
                .value, file: store.path, Message("choicesUnreadable"), advice: Message("chooseAgain"),
                cause: String(describing: error))
        }
    }

    private static func choices(in store: TrackDatabase) async throws -> String? {
        try await store.setting(Preferences.Name.settings.rawValue)
    }

    /// - Parameter text: The stored choices, or `nil` if there are none.
    private func settings(underAny text: String?) -> Settings {
        guard let text else { return settings }
        do {
            return try settings(under: text)
        } catch {
            // The stored choices are invalid; the screen reports it when it reads them.
            return settings
        }
    }

    private func settings(under text: String) throws -> Settings {
        var choices = try SettingChoices(text: text)
        choices.follow(settings)
        return settings.with(choices.values)
    }
}

extension Settings {
    /// Returns the retention that the settings demand at `now`.
    fileprivate func retention(at now: Timestamp) -> Retention {
        func time(_ setting: String) -> Timestamp? {
            let days = number(setting)
            return days > 0 ? now.advanced(by: .seconds(-days * 86_400)) : nil
        }
        let items = number("retention.read-items")
        return Retention(
            oldest: time("retention.read-days"), newestOfEach: items > 0 ? items : nil,
            oldestBesideTrack: time("retention.thread-days"))
    }
}

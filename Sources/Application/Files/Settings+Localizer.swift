package import FiberConfiguration
import Foundation
package import Localization

extension Settings {
    /// The language of commands and screens.
    package var localizer: Localizer { localizer(in: ProcessInfo.processInfo.environment) }

    /// Returns the language of commands and screens in an environment.
    package func localizer(in environment: [String: String]) -> Localizer {
        .named(choice("appearance.language"), environment: environment)
    }
}

package import FiberConfiguration
import Foundation
package import Localization

extension Settings {
    /// The language of commands and screens.
    package var localizer: Localizer {
        .named(choice("appearance.language"), environment: ProcessInfo.processInfo.environment)
    }
}

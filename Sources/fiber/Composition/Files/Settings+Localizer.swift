import FiberConfiguration
import Foundation
import Localization

extension Settings {
    /// The language of commands and screens.
    var localizer: Localizer {
        .named(choice("appearance.language"), environment: ProcessInfo.processInfo.environment)
    }
}

import EngineConcepts
import FiberConfiguration
import TerminalKit

extension ConfigurationError {
    /// Returns an error in a file, with advice on the name if that is the reason.
    static func unknown(
        _ name: UnknownName?, file: String, at position: TOMLPosition?, _ failure: Message
    ) -> ConfigurationError {
        .unknown(name?.name ?? "", among: name?.known ?? [], file: file, at: position, failure)
    }
}

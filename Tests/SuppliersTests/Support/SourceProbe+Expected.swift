import EngineConcepts
import Suppliers

/// A probe that found several sources instead of one.
private struct UnexpectedProbe: Error {
    let probe: SourceProbe
}

extension SourceProbe {
    /// Returns the source that was found. Throws a choice among several.
    func onlySource() throws -> SourceDescription {
        guard case .source(let source, _, _) = self else { throw UnexpectedProbe(probe: self) }
        return source
    }
}

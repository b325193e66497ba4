package import EngineConcepts
import Sample
import Suppliers

extension SourceKinds {
    /// The kinds of source in Fiber: those of the catalogue, and those of the sample.
    package static let known = SourceKinds(SourceCatalog.standard.kinds + SampleTimeline.kinds)
}

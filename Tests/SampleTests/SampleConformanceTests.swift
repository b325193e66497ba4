import EngineConcepts
import SupplierConformance
import Suppliers
import Testing

@Suite("The sample's suppliers in the conformance suite")
struct SampleConformanceTests {
    @Test("The sample's suppliers keep the supplier contract")
    func conformance() async throws {
        for (index, supplier) in answeringSample().enumerated() {
            let violations = await ConformanceSuite.observe(now: sampleStart) { answeringSample()[index] }
            #expect(violations == [], "\(supplier.name)")
        }
    }
}

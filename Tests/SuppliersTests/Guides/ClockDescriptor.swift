import EngineConcepts
import Suppliers

extension SupplierKind {
    static let clock: SupplierKind = "clock"
}

/// Clocks, which add an item every hour.
struct ClockDescriptor: SourceDescriptor {
    let kind = SourceKind(
        id: .clock, name: "clock", glyph: SourceKind.Glyph("◷", ascii: "o"), colorRole: "tag",
        addressPrefixes: ["clock:"],
        addressForms: [
            SourceKind.AddressForm("clock:DATE", help: .verbatim("an item every hour, from midnight of that day"))
        ],
        example: "clock:2026-11-01")

    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier {
        let date = source.address.dropFirst("clock:".count)
        guard let start = Timestamp(rfc3339: "\(date)T00:00:00Z") else {
            throw SupplierError(
                .unsupported, .verbatim("“\(source.address)” names no day. Write it as clock:2026-11-01."))
        }
        return ClockSupplier(id: source.id, name: source.name ?? "Clock since \(date)", start: start)
    }
}

import EngineConcepts
import Sample
import Suppliers
import TerminalKit
import Testing

@testable import TerminalUI

@Suite("Kinds of source on the screen")
struct SourceKindTests {
    private nonisolated static let known = SourceCatalog.standard.kinds + SampleTimeline.kinds

    @Test("Each kind has a glyph of one column, also in ASCII, and the colour of a role", arguments: known)
    func look(kind: SourceKind) {
        #expect(TextWidth.width(of: kind.glyph.unicode) == 1)
        #expect(kind.glyph.ascii.utf8.count == 1)
        #expect(Role(notation: kind.colorRole) != nil)
    }

    @Test("No two kinds share an ID or a name, and only those with accounts the beginning of an address")
    func names() {
        let names = Self.known.flatMap { Set([$0.name, $0.id.rawValue] + $0.otherNames) }
        #expect(Set(names).count == names.count)
        let withAccounts = Set(AccountCatalog.standard.descriptors.map(\.kind.rawValue))
        for (index, kind) in Self.known.enumerated() {
            for other in Self.known.dropFirst(index + 1) {
                let shared = Set(kind.addressPrefixes).intersection(other.addressPrefixes)
                // The account decides between these.
                #expect(shared.isEmpty || withAccounts.isSuperset(of: [kind.id.rawValue, other.id.rawValue]))
                #expect(!shared.contains("\(kind.name):"))
            }
        }
    }

    @Test("A row shows the glyph and the colour of its kind, and those of other sources for an unknown kind")
    func rows() {
        let kind = SourceKind(id: "clock", name: "clock", glyph: SourceKind.Glyph("◷", ascii: "o"), colorRole: "tag")
        let unicode = Appearance(kinds: SourceKinds([kind])).kind("clock")
        #expect(unicode == ("◷", .tag))
        let ascii = Appearance(glyphs: .ascii, kinds: SourceKinds([kind])).kind("clock")
        #expect(ascii == ("o", .tag))
        let unknown = Appearance(kinds: SourceKinds([kind])).kind("bell")
        #expect(unknown == (Glyphs.unicode.kindOther, .kindOther))
    }
}

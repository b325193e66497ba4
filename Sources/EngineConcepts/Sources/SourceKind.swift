/// A kind of source as people see it: its names, its symbol and the forms of its addresses. Screens, help and queries read
/// this description.
public struct SourceKind: Hashable, Sendable, Identifiable {
    /// A symbol of one column.
    public struct Glyph: Hashable, Sendable {
        /// The symbol on terminals with Unicode.
        public let unicode: String
        /// The symbol on other terminals.
        public let ascii: String

        public init(_ unicode: String, ascii: String) {
            self.unicode = unicode
            self.ascii = ascii
        }
    }

    /// Addresses of one form, with their meaning.
    public struct AddressForm: Hashable, Sendable {
        /// The patterns, with placeholders in capitals: `file:PATH`.
        public let patterns: [String]
        /// The meaning, or `nil` if the patterns need no explanation.
        public let help: Message?

        public init(_ patterns: String..., help: Message? = nil) {
            self.patterns = patterns
            self.help = help
        }
    }

    /// The access that a source has to this machine.
    public enum LocalAccess: Hashable, Sendable {
        case runsCommands
        case readsFiles
    }

    /// The identity of the kind, and the part of its sources' IDs before the colon.
    public let id: SupplierKind
    /// The name in queries, as in `kind:hn`, in lower case.
    public let name: String
    /// The name as people read it.
    public let title: Message
    /// Further names in queries, in lower case.
    public let otherNames: [String]
    public let glyph: Glyph
    /// The name of the role that gives the colour in themes, such as `kind-feed`.
    public let colorRole: String
    /// The prefixes of its addresses, with the colon, in lower case.
    public let addressPrefixes: [String]
    /// The forms of its addresses, in the order of help.
    public let addressForms: [AddressForm]
    /// An address for hints, or `nil` if hints do not mention the kind.
    public let example: String?
    /// The access of its sources to this machine, or `nil` if they have none.
    public let localAccess: LocalAccess?
    /// True if authors are named by their accounts at one service: a name means the same person in all sources of the kind.
    public let authorsAreAccounts: Bool

    /// - Parameter title: The name as people read it, or `nil` for that in queries.
    public init(
        id: SupplierKind, name: String, title: Message? = nil, otherNames: [String] = [], glyph: Glyph,
        colorRole: String, addressPrefixes: [String] = [], addressForms: [AddressForm] = [], example: String? = nil,
        localAccess: LocalAccess? = nil, authorsAreAccounts: Bool = false
    ) {
        self.id = id
        self.name = name
        self.title = title ?? .verbatim(name)
        self.otherNames = otherNames
        self.glyph = glyph
        self.colorRole = colorRole
        self.addressPrefixes = addressPrefixes
        self.addressForms = addressForms
        self.example = example
        self.localAccess = localAccess
        self.authorsAreAccounts = authorsAreAccounts
    }

    /// Returns true if `address` is of this kind: it has one of the prefixes, whatever the case of its ASCII letters.
    public func includes(_ address: String) -> Bool {
        addressPrefixes.contains { prefix in
            address.utf8.starts(with: prefix.utf8) { byte, expected in
                ((0x41...0x5a).contains(byte) ? byte | 0x20 : byte) == expected
            }
        }
    }
}

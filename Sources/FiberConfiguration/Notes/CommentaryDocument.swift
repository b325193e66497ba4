public import EngineConcepts
import Foundation
import TOMLKit
import WebText

/// The notes in a list from outside, in TOML, JSON or CSV. Everything is cleaned and bounded, whatever the list says.
public struct CommentaryDocument: Equatable, Sendable {
    /// The largest list in bytes.
    public static let maximumBytes = 2 << 20
    /// The most notes of a list; further ones are ignored.
    static let maximumNotes = 20_000

    /// A note as a list gives it.
    public struct Entry: Hashable, Sendable {
        /// The text of the author's key.
        public var author: String
        public var note: AuthorNote
    }

    public private(set) var entries: [Entry] = []
    /// The number of entries that are no notes, or too many.
    public private(set) var ignored = 0

    /// The form of a list.
    private enum Form {
        case toml
        case json
        case csv
    }

    /// Parses a list.
    ///
    /// - Parameters:
    ///   - type: The declared media type, or `nil` if there is none.
    ///   - name: The address or path, whose ending tells the form if the type does not.
    public init(_ bytes: [UInt8], type: String?, name: String) throws(SupplierError) {
        guard bytes.count <= Self.maximumBytes else {
            throw SupplierError(.limitExceeded, Message("commentaryTooLong", ["limit": .bytes(Self.maximumBytes)]))
        }
        let bytes = bytes.withoutByteOrderMark
        switch Self.form(of: bytes, type: type, name: name) {
        case .toml: try readTOML(bytes)
        case .json: try readJSON(bytes)
        case .csv: readCSV(bytes)
        }
        guard !entries.isEmpty || ignored == 0 else {
            throw SupplierError(.malformed, Message("commentaryHasNoNotes"))
        }
    }

    private static func form(of bytes: ArraySlice<UInt8>, type: String?, name: String) -> Form {
        let path = name.prefix { $0 != "?" && $0 != "#" }.lowercased()
        let type = type?.prefix { $0 != ";" }.lowercased() ?? ""
        if type.hasSuffix("json") || path.hasSuffix(".json") { return .json }
        if type.hasSuffix("toml") || path.hasSuffix(".toml") { return .toml }
        if type.hasSuffix("csv") || path.hasSuffix(".csv") || path.hasSuffix(".tsv") { return .csv }
        let text = bytes.drop { $0 <= .space }
        guard let first = text.first else { return .csv }
        switch first {
        case .leftBrace: return .json
        case .leftBracket: return text.dropFirst().first { $0 > .space } == .leftBracket ? .toml : .json
        case .numberSign: return .toml
        default: return text.prefix { $0 != .lineFeed }.contains(.equalsSign) ? .toml : .csv
        }
    }

    /// Adds a note if it is one.
    private mutating func add(author: String?, note: String?, label: String?) {
        guard entries.count < Self.maximumNotes, let author, author.utf8.count <= AuthorKey.maximumLength else {
            ignored += 1
            return
        }
        let key = TextSanitizer.line(author)
        let label = label.map(TextSanitizer.line)
            .flatMap { LabelName.isUsable($0) && $0.count <= AuthorNote.maximumLabelLength ? $0 : nil }
        let text = Self.cut(note ?? "")
        guard !key.isEmpty, !text.isEmpty || label != nil else {
            ignored += 1
            return
        }
        entries.append(Entry(author: key, note: AuthorNote(text: text, label: label)))
    }

    /// Returns the start of a text on one line. Cleaning costs no more for a text that is far too long.
    private static func cut(_ text: String) -> String {
        let line = TextSanitizer.line(String(text.prefix(4 * AuthorNote.maximumLength)))
        guard line.count > AuthorNote.maximumLength else { return line }
        return line.prefix(AuthorNote.maximumLength - 1) + "…"
    }

    // MARK: Forms

    private mutating func readTOML(_ bytes: ArraySlice<UInt8>) throws(SupplierError) {
        // The parser would take a zero for the end.
        guard !bytes.contains(0) else { throw Self.malformed("TOML") }
        let table: TOMLTable
        do {
            table = try TOMLTable.parsed(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw Self.malformed("TOML", cause: TextSanitizer.line("\(error)"))
        }
        for value in table[TableKind.note.rawValue]?.array ?? TOMLArray() {
            let entry = value.table
            add(author: entry?["author"]?.string, note: entry?["note"]?.string, label: entry?["label"]?.string)
        }
    }

    private mutating func readJSON(_ bytes: ArraySlice<UInt8>) throws(SupplierError) {
        let decoded: JSONNotes
        do {
            decoded = try JSONDecoder().decode(JSONNotes.self, from: Data(bytes))
        } catch {
            throw Self.malformed("JSON", cause: TextSanitizer.line(String("\(error)".prefix(1000))))
        }
        for entry in decoded.entries { add(author: entry.author, note: entry.note, label: entry.label) }
    }

    private mutating func readCSV(_ bytes: ArraySlice<UInt8>) {
        var reader = CSVReader(bytes)
        guard let first = reader.next() else { return }
        let names = first.map { TextSanitizer.line($0).lowercased() }
        let hasNames = names.contains("author")
        func column(_ name: String, else index: Int) -> Int? { hasNames ? names.firstIndex(of: name) : index }
        let (author, note, label) = (column("author", else: 0), column("note", else: 1), column("label", else: 2))
        var row = hasNames ? reader.next() : first
        while let cells = row {
            func cell(_ index: Int?) -> String? { index.flatMap { cells.indices.contains($0) ? cells[$0] : nil } }
            if cells != [""] { add(author: cell(author), note: cell(note), label: cell(label)) }
            row = reader.next()
        }
    }

    private static func malformed(_ form: String, cause: String? = nil) -> SupplierError {
        SupplierError(.malformed, Message("commentaryMalformed", ["form": .text(form)]), cause: cause)
    }
}

/// The notes of a list in JSON: an array of objects, or an object with such an array as `notes`.
private struct JSONNotes: Decodable {
    let entries: [Entry]

    private enum Key: String, CodingKey {
        case notes
    }

    init(from decoder: any Decoder) throws {
        do {
            entries = try decoder.container(keyedBy: Key.self).decode([Entry].self, forKey: .notes)
        } catch DecodingError.typeMismatch {
            entries = try decoder.singleValueContainer().decode([Entry].self)
        }
    }

    /// An entry of the document. If a value of its members is not text, it has no author, and so is ignored.
    struct Entry: Decodable {
        private(set) var author: String?
        private(set) var note: String?
        private(set) var label: String?

        private enum Key: String, CodingKey {
            case author, note, label
        }

        init(from decoder: any Decoder) throws {
            do {
                let members = try decoder.container(keyedBy: Key.self)
                author = try members.decodeIfPresent(String.self, forKey: .author)
                note = try members.decodeIfPresent(String.self, forKey: .note)
                label = try members.decodeIfPresent(String.self, forKey: .label)
            } catch {
                // One wrong entry does not make the others wrong: it counts as ignored.
                author = nil
            }
        }
    }
}

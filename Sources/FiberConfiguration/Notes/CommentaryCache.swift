public import EngineConcepts
import Foundation
import WebText

/// The last content of a list, and the result of the last request for it.
public struct CommentaryRecord: Codable, Equatable, Sendable {
    /// The version of the files of ``CommentaryCache``.
    fileprivate static let currentVersion = 1

    fileprivate private(set) var version = Self.currentVersion
    /// The requested address.
    public let address: String
    /// The validators of the last complete response.
    public var entityTag: String?
    public var lastModified: String?
    /// The time of the last request, or `nil` before the first.
    public var checked: Timestamp?
    /// The time when the content last changed, or `nil` before the first.
    public var changed: Timestamp?
    /// The time of the next request, or `nil` if it is due.
    public var due: Timestamp?
    /// The number of consecutive failures.
    public var failures = 0
    /// The reason of the last failure, or `nil` if the last request succeeded.
    public var failure: Message?
    /// True if the list is permanently gone (410), so that it is not requested again.
    public var isGone = false
    /// The number of entries that were ignored.
    public var ignored = 0
    public var entries: [CommentaryDocument.Entry] = []

    /// All but the entries, which have lines of their own.
    private enum CodingKeys: CodingKey {
        case version, address, entityTag, lastModified, checked, changed, due, failures, failure, isGone, ignored
    }

    public init(address: String) { self.address = address }
}

/// The lists on disk, a file for each: a line of JSON about the list, and a line for each note, which is read many times
/// faster than JSON.
public struct CommentaryCache: Sendable {
    private let directory: String

    /// Creates a cache in `directory`, which need not exist.
    public init(directory: String) { self.directory = directory }

    /// Returns the file of the list at `address`.
    public func path(of address: String) -> String {
        "\(directory)/\(String(StableHash.fnv1a(address.utf8), radix: 16)).notes"
    }

    /// Returns the record of the list at `address`; an empty one if there is none, or if it cannot be read: it is then
    /// requested again.
    public func record(of address: String) -> CommentaryRecord {
        let empty = CommentaryRecord(address: address)
        guard let contents = FileManager.default.contents(atPath: path(of: address)) else { return empty }
        let lines = String(decoding: contents, as: UTF8.self).utf8
            .split(separator: .lineFeed, omittingEmptySubsequences: true)
        guard let first = lines.first else { return empty }
        var record: CommentaryRecord
        do {
            record = try JSONDecoder().decode(CommentaryRecord.self, from: Data(first))
        } catch {
            return empty
        }
        guard record.version == CommentaryRecord.currentVersion, record.address == address else { return empty }
        record.entries = lines.dropFirst()
            .compactMap { line in
                let cells = line.split(separator: .tab, maxSplits: 2, omittingEmptySubsequences: false)
                    .map { String(Substring($0)) }
                guard cells.count == 3 else { return nil }
                return CommentaryDocument.Entry(
                    author: cells[0], note: AuthorNote(text: cells[2], label: cells[1].isEmpty ? nil : cells[1]))
            }
        return record
    }

    public func store(_ record: CommentaryRecord) throws(ConfigurationError) {
        let path = path(of: record.address)
        let line: Data
        do {
            line = try JSONEncoder().encode(record)
        } catch {
            throw .unwritable(path, because: error)
        }
        var text = String(decoding: line, as: UTF8.self) + "\n"
        for entry in record.entries { text += "\(entry.author)\t\(entry.note.label ?? "")\t\(entry.note.text)\n" }
        try AtomicFile.write(text, to: path)
    }

    /// Removes the record of the list at `address`, if there is one.
    public func remove(_ address: String) throws(ConfigurationError) {
        let path = path(of: address)
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw .unwritable(path, because: error)
        }
    }
}

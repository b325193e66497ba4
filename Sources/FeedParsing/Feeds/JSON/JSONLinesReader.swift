package import EngineConcepts
import WebText

/// Parses JSON Lines: one object per line, with the members that `fiber timeline --json` prints. Other members are
/// allowed; an object that has neither a title nor a text, not even an empty one, is shown as it is. A line that is not an
/// object is reported and skipped.
package struct JSONLinesReader {
    /// The result.
    package struct Lines: Sendable {
        /// The items, in the order of the lines.
        package var items: [SourceItem] = []
        /// The numbers of the lines that could not be read.
        package var unreadableLines: [Int] = []
        /// The number of lines skipped at the beginning because of the limit.
        package var omitted = 0
        /// The number of bytes read, up to the end of the last complete line.
        package var byteCount = 0
        /// The number of lines read.
        package var lineCount = 0

        /// Returns a message about the lines of `subject` that were not read, or `nil` if all were.
        package func warning(about subject: Message.Argument) -> Message? {
            let omission =
                omitted == 0
                ? nil
                : Message(
                    "linesLeftOut",
                    [
                        "subject": subject, "total": .number(lineCount), "read": .number(lineCount - omitted),
                        "omitted": .number(omitted),
                    ])
            return .sentences([unreadableLineWarning(on: subject), omission].compactMap(\.self))
        }

        /// Returns a message about the lines of `subject` that could not be read, or `nil` if all could.
        func unreadableLineWarning(on subject: Message.Argument) -> Message? {
            guard let first = unreadableLines.first else { return nil }
            let lines = Message.Argument.list(unreadableLines.dropFirst().prefix(4).map { .number($0) })
            let line = Message.Argument.number(first)
            return switch unreadableLines.count {
            case 1: Message("lineUnreadable", ["subject": subject, "line": line])
            case 2...5: Message("linesUnreadable", ["subject": subject, "line": line, "lines": lines])
            default:
                Message(
                    "manyLinesUnreadable",
                    ["subject": subject, "line": line, "lines": lines, "count": .number(unreadableLines.count - 5)])
            }
        }
    }

    /// Returns true if a document that begins like this is JSON Lines: its first line is an object that is not a
    /// feed. An empty document is not.
    package static func recognises(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = bytes.withoutByteOrderMark
        guard let start = bytes.firstIndex(where: { !$0.isASCIIWhitespace }) else { return true }
        guard bytes[start] == .leftBrace else { return false }
        let line = bytes[start...].prefix { $0 != .lineFeed }
        return (try? JSONMembers(foreign: Array(line))).map { !JSONFeedReader.isFeed($0) } ?? false
    }

    /// Parses `bytes`.
    ///
    /// - Parameters:
    ///   - first: The number of the first line.
    ///   - maximumItems: The maximum number of lines; of more lines the last ones are read, since new lines are
    ///     appended.
    ///   - isWhole: True if the bytes are complete. Otherwise an incomplete last line is left for the next call.
    ///   - isGrowing: True if lines are appended as they are written, so that without times the last one is the newest.
    ///   - takesText: True to make an item of a line that is not an object, instead of reporting it.
    package static func read(
        _ bytes: [UInt8], from first: Int = 1, isWhole: Bool, isGrowing: Bool = false, takesText: Bool = false,
        maximumItems: Int
    ) -> Lines {
        var lines = Lines()
        let endsInLine = isWhole && bytes.last.map { $0 != .lineFeed } ?? false
        lines.omitted = max(0, bytes.count(where: { $0 == .lineFeed }) + (endsInLine ? 1 : 0) - maximumItems)
        var number = first
        var start = first == 1 ? bytes.withoutByteOrderMark.startIndex : bytes.startIndex
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(of: .lineFeed)
            let line = bytes[start..<(end ?? bytes.endIndex)]
            let isLast = end == nil
            if number - first >= lines.omitted, line.contains(where: { !$0.isASCIIWhitespace }) {
                do {
                    if let item = try item(line, at: number) { lines.items.append(item) }
                } catch {
                    if isLast, !isWhole { break }
                    if takesText {
                        lines.items.append(text(line, at: number))
                    } else {
                        lines.unreadableLines.append(number)
                    }
                }
            }
            number += 1
            start = end.map { $0 + 1 } ?? bytes.endIndex
            lines.byteCount = start
        }
        lines.lineCount = number - first
        let times = lines.items.lazy.compactMap(\.orderTime)
        let isAscending = if let first = times.first, let last = times.last { first <= last } else { isGrowing }
        if isAscending {
            // Appended lines are newer than those before them.
            for index in lines.items.indices { lines.items[index].nativeOrder.negate() }
        }
        return lines
    }

    /// Returns true if one of the complete lines after the first is an object of its own, so that a first line that is
    /// not JSON does not begin a document.
    package static func hasLaterObject(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).dropLast().dropFirst()
        return lines.lazy.filter { $0.first { !$0.isASCIIWhitespace } == .leftBrace }.prefix(100)
            .contains { (try? JSONMembers(foreign: Array($0))) != nil }
    }

    /// Returns the item of a line of plain text. Equal lines are different items.
    private static func text(_ line: ArraySlice<UInt8>, at number: Int) -> SourceItem {
        let text = TextSanitizer.line(String(decoding: line, as: UTF8.self))
        return SourceItem(
            id: "line:\(number)", orderTime: nil, nativeOrder: Int64(number), body: TicketBody(text: .plain(text)))
    }

    private static func item(_ line: ArraySlice<UInt8>, at number: Int) throws -> SourceItem? {
        let record = try JSONMembers(foreign: Array(line))
        let type = record.line("type")
        guard type == nil || type == "ticket" else { return nil }
        let raw = TextSanitizer.line(String(decoding: line, as: UTF8.self))
        let digest = DocumentDigest(of: line)
        let title = record.line("title")
        let url = record.line("url")
        let hasTexts = title != nil || type != nil || ["title", "text", "html"].contains { record.text($0) != nil }
        let text = record.lines("text") ?? (hasTexts ? "" : raw)
        var fields: [String: String] = [:]
        fields[SourceLayer.commentsField] = record.line("commentsURL").flatMap { WebAddress.isAbsolute($0) ? $0 : nil }
        return SourceItem(
            id: record.line("id") ?? url ?? "line:" + String(UInt64(bitPattern: digest.value), radix: 36),
            orderTime: time("time", of: record), shownTime: time("shownTime", of: record),
            editTime: time("editTime", of: record), nativeOrder: Int64(number),
            body: TicketBody(
                title: title, text: record.lines("html").map { .html($0, base: url) } ?? .plain(text),
                author: record.line("author").map { Author(id: $0, name: $0) },
                link: url.flatMap { WebAddress.isAbsolute($0) ? $0 : nil },
                media: (record.objects("enclosures") + record.objects("images")).compactMap(media),
                counts: Counts(
                    replies: record.count("replies"), boosts: record.count("boosts"), likes: record.count("likes"),
                    points: record.count("score")),
                language: record.line("language"), tags: record.texts("topics")),
            source: SourceLayer(fields: fields, raw: raw))
    }

    private static func time(_ name: String, of record: JSONMembers) -> Timestamp? {
        record.line(name).flatMap(FeedDate.parse)
    }

    /// Returns the medium of a member of `enclosures` or `images`.
    private static func media(_ file: JSONMembers) -> Media? {
        guard let url = file.line("url"), WebAddress.isWeb(url) else { return nil }
        let type = file.line("type")
        return Media(
            url: url, kind: MediaKinds.kind(type: type, url: url), type: type, byteCount: file.number("length"),
            width: file.count("width"), height: file.count("height"), seconds: file.count("seconds"),
            alternativeText: file.line("description"))
    }
}

import EngineConcepts
import FeedParsing
import WebText

/// A supplier of a local file: a feed, or JSON Lines. Parses only appended lines. Hashes earlier ones to detect a
/// replaced file.
struct LocalFileSupplier: Supplier {
    let id: SupplierID
    let name: String
    let presenter: any Presenter
    private let path: String
    private let maximumItems: Int

    init(id: SupplierID, name: String?, path: String, maximumItems: Int) {
        self.maximumItems = maximumItems
        self.id = id
        self.name = name ?? path
        self.path = path
        presenter = DocumentPresenter(source: self.name)
    }

    var kind: SupplierKind { .file }

    /// A window on the file's current content.
    var traits: SupplierTraits {
        SupplierTraits(shape: .window, pagesOlder: false, maximumPageItems: 1000)
    }

    /// Returns the content of the file, or the part that was appended.
    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .readsNewestOnly(name) }
        return try await read(request)
    }

    @concurrent
    private func read(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let memory = FileMemory(request.memory)
        let file = try LocalFile(path)
        if let memory, memory.stamp == file.stamp { return FetchAnswer(isUnchanged: true) }
        if let memory, memory.lineBytes > 0 {
            let digest = try file.digest(ofFirst: memory.lineBytes)
            if digest.value == memory.digest { return try addition(to: memory, digest, in: file, request) }
        }
        return try whole(file, request)
    }

    /// Reads the whole file. A file of lines read for the first time is complete. One that was replaced, such as a
    /// rotated log, may have lost unread lines.
    private func whole(_ file: borrowing LocalFile, _ request: FetchRequest) throws(SupplierError) -> FetchAnswer {
        let bytes = try file.read(from: 0)
        guard JSONLinesReader.recognises(bytes) else {
            var answer = try FetchAnswer(
                reading: bytes, of: .message(Message("file", ["path": .text(path)])), maximumItems: maximumItems,
                at: request.now)
            answer.memory = FileMemory(stamp: file.stamp).text
            return answer
        }
        if let known = FileMemory(request.memory), known.isOfEmptyLog {
            return try addition(to: known, DocumentDigest(), in: file, request)
        }
        let lines = JSONLinesReader.read(bytes, isWhole: false, isGrowing: true, maximumItems: maximumItems)
        var answer = FetchAnswer(lines, of: .text(path), at: request.now)
        if request.memory == nil, lines.omitted == 0 {
            answer.claimAll(until: request.now)
        } else if lines.items.isEmpty {
            // A log that was started again is empty, whatever it has lost.
            answer.claims = []
        }
        var memory = self.memory(of: lines, in: bytes, after: nil, DocumentDigest(), stamp: file.stamp)
        if answer.end != .trueEnd { memory.completeDownTo = answer.claims.first?.timeframe.end ?? request.now }
        answer.memory = memory.text
        return answer
    }

    /// Reads the lines appended since the last read. All lines before were delivered then, except those that were lost or left
    /// out.
    private func addition(
        to memory: FileMemory, _ digest: DocumentDigest, in file: borrowing LocalFile, _ request: FetchRequest
    ) throws(SupplierError) -> FetchAnswer {
        let bytes = try file.read(from: memory.lineBytes)
        let lines = JSONLinesReader.read(
            bytes, from: memory.lines.adding(saturating: 1), isWhole: false, isGrowing: true,
            maximumItems: maximumItems)
        var answer = FetchAnswer(lines, of: .text(path), at: request.now)
        var next = self.memory(of: lines, in: bytes, after: memory, digest, stamp: file.stamp)
        if lines.omitted > 0 {
            if lines.items.isEmpty { answer.claims = [] }
            next.completeDownTo = answer.claims.first?.timeframe.end ?? request.now
        } else if let bottom = memory.completeDownTo {
            answer.claims = [Claim](from: request.now, downTo: bottom)
            next.completeDownTo = bottom
        } else {
            answer.claimAll(until: request.now)
        }
        answer.memory = next.text
        return answer
    }

    /// Returns the memory after `lines`, with which `bytes` begin.
    ///
    /// - Parameter digest: The hash of the lines before them.
    private func memory(
        of lines: JSONLinesReader.Lines, in bytes: [UInt8], after previous: FileMemory?, _ digest: DocumentDigest,
        stamp: String
    ) -> FileMemory {
        var digest = digest
        digest.combine(bytes[..<lines.byteCount])
        var memory = FileMemory(stamp: stamp)
        memory.lineBytes = (previous?.lineBytes ?? 0).adding(saturating: lines.byteCount)
        memory.lines = (previous?.lines ?? 0).adding(saturating: lines.lineCount)
        memory.digest = digest.value
        return memory
    }
}

/// The state of a file between requests.
private struct FileMemory {
    /// The identity of the file's state.
    var stamp: String
    /// The end of the lines that were read, in bytes, if the file has lines.
    var lineBytes = 0
    /// The number of these lines.
    var lines = 0
    /// A hash of those bytes: distinguishes an appended log from a changed or replaced one.
    var digest: Int64 = 0
    /// The time down to which all lines were delivered, or `nil` if none were lost or left out.
    var completeDownTo: Timestamp?

    /// True if the file had no complete line and was no document.
    var isOfEmptyLog: Bool { lineBytes == 0 && digest == DocumentDigest().value }
}

extension FileMemory {
    /// Parses the output of ``text``. Returns `nil` for anything else, so that the whole file is read.
    fileprivate init?(_ text: String?) {
        let parts = text?.split(separator: " ") ?? []
        guard (4...5).contains(parts.count), let lineBytes = Int(parts[1]), let lines = Int(parts[2]),
            let digest = Int64(parts[3]), lineBytes >= 0, lines >= 0
        else { return nil }
        self.init(stamp: String(parts[0]), lineBytes: lineBytes, lines: lines, digest: digest)
        completeDownTo = parts.dropFirst(4).first.flatMap { Int64($0) }
            .map { Timestamp(milliseconds: $0).clampedToDates }
    }

    fileprivate var text: String {
        let bottom = completeDownTo.map { " \($0.milliseconds)" } ?? ""
        return "\(stamp) \(lineBytes) \(lines) \(digest)\(bottom)"
    }
}

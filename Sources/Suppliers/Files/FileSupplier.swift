public import EngineConcepts
import FeedParsing

/// A file on this machine as a source of tickets: a feed, or JSON Lines, of which only what was added is read.
public struct FileSupplier: Supplier {
    public let id: SupplierID
    public let name: String
    public let presenter: any Presenter
    private let path: String
    private let mostItems: Int

    init(id: SupplierID, name: String?, path: String, mostItems: Int) {
        self.mostItems = mostItems
        self.id = id
        self.name = name ?? path
        self.path = path
        presenter = DocumentPresenter(source: self.name)
    }

    /// A file.
    public var kind: SupplierKind { .file }

    /// A window on what the file holds now.
    public var traits: SupplierTraits {
        SupplierTraits(shape: .window, order: .publication, pagesOlder: false, maximumPage: 1000)
    }

    /// Delivers what the file holds, or what was added to it.
    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else {
            throw SupplierError(.unsupported, "\(name) holds what it holds and cannot be asked for older items.")
        }
        return try await read(request)
    }

    @concurrent
    private func read(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let memory = FileMemory(request.memory)
        var file = try LocalFile(path)
        defer { file.close() }
        if let memory, memory.stamp == file.stamp { return FetchAnswer(isUnchanged: true) }
        if let memory, memory.lineBytes > 0, try file.digest(ofFirst: memory.lineBytes) == memory.digest {
            return try addition(to: memory, in: &file, request)
        }
        return try whole(&file, request)
    }

    /// All of the file. A file of lines that is read for the first time is all that there is; one that is not what it
    /// was, such as a log that was begun anew, may have lost lines that nobody has read.
    private func whole(_ file: inout LocalFile, _ request: FetchRequest) throws(SupplierError) -> FetchAnswer {
        let bytes = try file.read(from: 0)
        guard JSONLinesReader.recognises(bytes) else {
            var answer = try SourceDocument(bytes, of: "The file \(path)", mostItems: mostItems).answer(at: request.now)
            answer.memory = FileMemory(stamp: file.stamp).text
            return answer
        }
        let lines = JSONLinesReader.read(bytes, isWhole: false, mostItems: mostItems)
        var answer = SourceDocument.lines(lines, remark: lines.remark(on: path)).answer(at: request.now)
        if request.memory == nil, lines.omitted == 0 { complete(&answer, at: request.now) }
        answer.memory = try memory(of: lines, after: nil, in: &file).text
        return answer
    }

    /// The lines that were added since the file was last read; everything before them was delivered then.
    private func addition(
        to memory: FileMemory, in file: inout LocalFile, _ request: FetchRequest
    ) throws(SupplierError) -> FetchAnswer {
        let bytes = try file.read(from: memory.lineBytes)
        let lines = JSONLinesReader.read(bytes, from: memory.lines + 1, isWhole: false, mostItems: mostItems)
        var answer = SourceDocument.lines(lines, remark: lines.remark(on: path)).answer(at: request.now)
        if lines.omitted == 0 { complete(&answer, at: request.now) }
        answer.memory = try self.memory(of: lines, after: memory, in: &file).text
        return answer
    }

    private func complete(_ answer: inout FetchAnswer, at now: Timestamp) {
        answer.claims = Timeframe.everythingBefore(now).map { [Claim($0)] } ?? []
        answer.end = .trueEnd
    }

    private func memory(
        of lines: JSONLinesReader.Lines, after former: FileMemory?, in file: inout LocalFile
    ) throws(SupplierError) -> FileMemory {
        var memory = FileMemory(stamp: file.stamp)
        memory.lineBytes = (former?.lineBytes ?? 0) + lines.byteCount
        memory.lines = (former?.lines ?? 0) + lines.lineCount
        memory.digest = try file.digest(ofFirst: memory.lineBytes)
        return memory
    }
}

/// What a file's supplier is reminded of.
private struct FileMemory {
    /// What the file's state is known by.
    var stamp: String
    /// Up to where lines were read, where the file holds lines.
    var lineBytes = 0
    /// How many lines that were.
    var lines = 0
    /// A number made of those bytes: tells a log that has grown from one that was changed, or begun anew.
    var digest: Int64 = 0

    init(stamp: String) {
        self.stamp = stamp
    }

    /// Reads what ``text`` wrote; nil for anything else, which makes the whole file be read.
    init?(_ text: String?) {
        let parts = text?.split(separator: " ") ?? []
        guard parts.count == 4, let lineBytes = Int(parts[1]), let lines = Int(parts[2]), let digest = Int64(parts[3])
        else { return nil }
        stamp = String(parts[0])
        self.lineBytes = lineBytes
        self.lines = lines
        self.digest = digest
    }

    var text: String { "\(stamp) \(lineBytes) \(lines) \(digest)" }
}

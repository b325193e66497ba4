import EngineConcepts

/// Sorted places in chunks. Insertion and removal change one chunk, whatever the total number.
struct ChunkedKeys {
    private static let maximumChunkLength = 512
    private var chunks: [[OrderKey]] = []
    private(set) var count = 0

    /// A position: a chunk and an index in it. Valid until the next change.
    struct Index {
        var chunk: Int
        var offset: Int
    }

    /// Adds a key that is not contained yet.
    mutating func insert(_ key: OrderKey) {
        count += 1
        guard !chunks.isEmpty else { return chunks.append([key]) }
        let chunk = min(firstChunk { !($0 < key) }, chunks.count - 1)
        let offset = chunks[chunk].partitioningIndex { !($0 < key) }
        chunks[chunk].insert(key, at: offset)
        guard chunks[chunk].count > Self.maximumChunkLength else { return }
        let half = chunks[chunk].count / 2
        let tail = Array(chunks[chunk][half...])
        chunks[chunk].removeSubrange(half...)
        chunks.insert(tail, at: chunk + 1)
    }

    mutating func remove(_ key: OrderKey) {
        let index = firstIndex { !($0 < key) }
        guard self[index] == key else { return }
        chunks[index.chunk].remove(at: index.offset)
        if chunks[index.chunk].isEmpty { chunks.remove(at: index.chunk) }
        count -= 1
    }

    /// Returns the first position whose key meets `condition`. All keys after it must meet the condition too.
    func firstIndex(where condition: (OrderKey) -> Bool) -> Index {
        let chunk = firstChunk(where: condition)
        guard chunk < chunks.count else { return Index(chunk: chunk, offset: 0) }
        return Index(chunk: chunk, offset: chunks[chunk].partitioningIndex(where: condition))
    }

    /// The position of the newest key, or the end if there is none.
    var startIndex: Index { Index(chunk: 0, offset: 0) }

    /// All keys, newest first.
    var all: some Sequence<OrderKey> { older(from: startIndex) }

    /// Returns the key at a position, or `nil` at the end.
    subscript(index: Index) -> OrderKey? {
        guard chunks.indices.contains(index.chunk), chunks[index.chunk].indices.contains(index.offset) else {
            return nil
        }
        return chunks[index.chunk][index.offset]
    }

    /// Returns the keys from a position towards older ones.
    func older(from index: Index) -> some Sequence<OrderKey> {
        sequence(state: index) { index -> OrderKey? in
            guard let key = self[index] else { return nil }
            index.offset += 1
            if index.offset == chunks[index.chunk].count { index = Index(chunk: index.chunk + 1, offset: 0) }
            return key
        }
    }

    /// Returns the keys before a position, towards newer ones.
    func newer(before index: Index) -> some Sequence<OrderKey> {
        sequence(state: index) { index -> OrderKey? in
            if index.offset == 0 {
                guard index.chunk > 0 else { return nil }
                index = Index(chunk: index.chunk - 1, offset: chunks[index.chunk - 1].count)
            }
            index.offset -= 1
            return self[index]
        }
    }

    /// Returns the first chunk whose last key meets `condition`.
    private func firstChunk(where condition: (OrderKey) -> Bool) -> Int {
        chunks.partitioningIndex { $0.last.map(condition) ?? true }
    }
}

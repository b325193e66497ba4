/// What all the queries of a set look for, by its first word: one look-up for each word of a ticket.
struct WordIndex: Sendable {
    /// A pattern as it is compared with a ticket's words.
    struct Entry: Sendable {
        /// The condition that is met where it is found.
        let condition: Int
        let fields: FieldSet
        /// The folded words.
        let words: [[UInt8]]
        /// Whether the last one may go on.
        let isPrefix: Bool
        /// Whether it must be all of a text (a tag), or its beginning where it is a prefix.
        let isWhole: Bool
    }

    /// The entries by their first word; those of a single prefix by that.
    private(set) var entries: [Entry] = []
    private var exact = ByteTable()
    private var prefixes = ByteTable()
    /// The lengths that prefixes have, in bytes; ascending.
    private var prefixLengths: [Int] = []
    /// The words that are found in any of their forms.
    private(set) var inflected: [Entry] = []
    /// The fields that are looked at.
    private(set) var fields: FieldSet = []

    mutating func add(_ pattern: WordPattern, in field: TextField, for condition: Int) {
        let words = Words(pattern.text)
        let entry = Entry(
            condition: condition, fields: FieldSet(field),
            words: (0..<words.count).map { Array(words.bytes[words.range($0)]) },
            isPrefix: pattern.form == .prefix, isWhole: field == .tag)
        guard let first = entry.words.first else { return }
        fields.formUnion(entry.fields)
        let number = entries.count
        entries.append(entry)
        if entry.isPrefix, entry.words.count == 1 {
            prefixes.insert(first, number)
            if !prefixLengths.contains(first.count) {
                prefixLengths.append(first.count)
                prefixLengths.sort()
            }
        } else {
            exact.insert(first, number)
        }
        if pattern.form == .word, !entry.fields.isDisjoint(with: .inflected) { inflected.append(entry) }
    }

    /// Calls `found` with the condition of each pattern that stands in `words`, the words of one field.
    func scan(_ words: Words, field: FieldSet, found: (Int) -> Void) {
        words.bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for index in 0..<words.count {
                let end = Int(words.ends[index])
                var hash = ByteTable.seed
                var next = 0
                for offset in start..<end {
                    hash = ByteTable.mix(hash, bytes[offset])
                    if next < prefixLengths.count, offset - start + 1 == prefixLengths[next] {
                        next += 1
                        let prefix = UnsafeBufferPointer(rebasing: bytes[start...offset])
                        look(up: prefix, hash, in: prefixes, words, index, field, found)
                    }
                }
                let word = UnsafeBufferPointer(rebasing: bytes[start..<end])
                look(up: word, hash, in: exact, words, index, field, found)
                start = end
            }
        }
    }

    private func look(
        up word: UnsafeBufferPointer<UInt8>, _ hash: UInt64, in table: ByteTable, _ words: Words, _ index: Int,
        _ field: FieldSet, _ found: (Int) -> Void
    ) {
        for number in table.values(of: word, hash) {
            let entry = entries[number]
            if entry.fields.contains(field), stands(entry, in: words, at: index) { found(entry.condition) }
        }
    }

    /// Whether a pattern whose first word was found at `index` stands there as a whole.
    private func stands(_ entry: Entry, in words: Words, at index: Int) -> Bool {
        let end = index + entry.words.count
        guard end <= words.count else { return false }
        for offset in 1..<max(1, entry.words.count) {
            let word = words.bytes[words.range(index + offset)]
            let isLast = offset == entry.words.count - 1
            let isEqual =
                entry.isPrefix && isLast
                ? word.starts(with: entry.words[offset]) : word.elementsEqual(entry.words[offset])
            guard isEqual else { return false }
        }
        guard entry.isWhole else { return true }
        return (index == 0 || words.isBarrier(index - 1))
            && (entry.isPrefix || end == words.count || words.isBarrier(end))
    }
}

extension Words {
    /// Whether this is no word but what stands between two texts.
    func isBarrier(_ index: Int) -> Bool {
        bytes[range(index)].elementsEqual(Words.barrier.utf8)
    }
}

/// Numbers by strings of bytes: open addressing over FNV-1a, made once, then only asked. A string may have many numbers.
struct ByteTable: Sendable {
    private struct Slot: Sendable {
        var hash: UInt64 = 0
        var key: [UInt8] = []
        var values: [Int] = []
    }

    private var slots = [Slot](repeating: Slot(), count: 16)
    private var used = 0

    static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of a string that goes on by a byte.
    @inline(__always)
    static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    mutating func insert(_ key: [UInt8], _ value: Int) {
        if used * 2 >= slots.count { grow() }
        let hash = key.reduce(ByteTable.seed, ByteTable.mix)
        var index = position(hash)
        while !slots[index].values.isEmpty, slots[index].key != key { index = (index + 1) & (slots.count - 1) }
        if slots[index].values.isEmpty {
            slots[index] = Slot(hash: hash, key: key)
            used += 1
        }
        slots[index].values.append(value)
    }

    /// The numbers of a string whose hash is known.
    func values(of key: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> [Int] {
        var index = position(hash)
        while true {
            let slot = slots[index]
            if slot.values.isEmpty { return [] }
            if slot.hash == hash, slot.key.elementsEqual(key) { return slot.values }
            index = (index + 1) & (slots.count - 1)
        }
    }

    private func position(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        for slot in old where !slot.values.isEmpty {
            var index = position(slot.hash)
            while !slots[index].values.isEmpty { index = (index + 1) & (slots.count - 1) }
            slots[index] = slot
        }
    }
}

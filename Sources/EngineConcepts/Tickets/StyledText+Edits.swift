extension StyledText {
    /// Replacements of ranges in a block's text that keep its entities on the same words.
    public struct Edits: Hashable, Sendable {
        /// A replacement; an empty range is an insertion.
        public struct Edit: Hashable, Sendable {
            /// The bytes to replace, on character boundaries.
            public var range: Range<Int>
            /// The new text.
            public var text: String

            public init(_ range: Range<Int>, _ text: String) {
                self.range = range
                self.text = text
            }
        }

        private let edits: [Edit]
        /// The growth of the text before each edit, and after all.
        private let growth: [Int]

        /// Creates replacements. Those that overlap an earlier one have no effect.
        public init(_ edits: [Edit]) {
            var kept: [Edit] = []
            var growth = [0]
            for edit in edits.enumerated()
                .sorted(by: {
                    ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
                })
                .map(\.element) where edit.range.lowerBound >= kept.last?.range.upperBound ?? 0
            {
                kept.append(edit)
                growth.append(growth[growth.count - 1] + edit.text.utf8.count - edit.range.count)
            }
            self.edits = kept
            self.growth = growth
        }

        /// True if nothing is replaced.
        public var isEmpty: Bool { edits.isEmpty }

        /// The ranges of the new texts.
        public var newRanges: [Range<Int>] {
            zip(edits, growth)
                .map { edit, growth in
                    let start = edit.range.lowerBound + growth
                    return start..<start + edit.text.utf8.count
                }
        }

        /// Returns the new position of a byte. Text inserted at the end of an entity is outside of it.
        public func position(of offset: Int, isEnd: Bool = false) -> Int {
            let next = edits.partitioningIndex { edit in
                edit.range.upperBound > offset || edit.range.upperBound == offset && edit.range.isEmpty && isEnd
            }
            guard next < edits.count, edits[next].range.lowerBound < offset else { return offset + growth[next] }
            return edits[next].range.lowerBound + growth[next] + (isEnd ? edits[next].text.utf8.count : 0)
        }

        /// Returns `block` with the replacements. Linear in its length.
        public func applied(to block: Block) -> Block {
            guard !isEmpty else { return block }
            let bytes = Array(block.text.utf8)
            var result: [UInt8] = []
            var end = 0
            for edit in edits {
                let range = edit.range.clamped(to: 0..<bytes.count)
                result += bytes[min(end, range.lowerBound)..<range.lowerBound]
                result += edit.text.utf8
                end = range.upperBound
            }
            result += bytes[end...]
            var block = block
            block.text = String(decoding: result, as: UTF8.self)
            block.entities = block.entities.map { entity in
                let start = position(of: entity.range.lowerBound)
                let end = position(of: entity.range.upperBound, isEnd: true)
                return Entity(entity.kind, start..<max(start, end), target: entity.target)
            }
            return block
        }
    }
}

import EngineConcepts
import TerminalKit

/// The tabs of code as spaces up to their stops.
enum CodeTabs {
    /// The columns between two stops.
    static let distance = 8

    /// Returns the replacements of a block's tabs.
    static func edits(of block: StyledText.Block) -> StyledText.Edits {
        guard block.text.utf8.contains(0x09) else { return StyledText.Edits([]) }
        var edits: [StyledText.Edits.Edit] = []
        var offset = 0
        for line in block.text.split(separator: "\n", omittingEmptySubsequences: false) {
            var column = 0
            for (number, piece) in line.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
                if number > 0 {
                    let spaces = distance - column % distance
                    edits.append(.init(offset..<offset + 1, String(repeating: " ", count: spaces)))
                    column += spaces
                    offset += 1
                }
                column += TextWidth.width(of: String(piece))
                offset += piece.utf8.count
            }
            offset += 1
        }
        return StyledText.Edits(edits)
    }
}

import CNcurses
import TerminalKit

/// The wide characters of a cell that ncurses and the terminal measure alike.
///
/// ncurses measures characters by the C library's widths, and stores few combining marks per cell. Where the widths differ from
/// ours (new emoji, sequences of emoji, flags), the cell is drawn as something simpler of the same width, because a wrong width
/// would shift the rest of the line: the first emoji of a sequence, the letters of a flag, or a box.
nonisolated enum PaintableCell {
    /// Passes the cells for `content` to `body`, one by one. Together they are as wide as the content.
    static func forEach(_ content: CellContent, _ body: (_ text: [wchar_t]) -> Void) {
        switch content.glyph {
        case .rightHalf: return
        case .scalar(let scalar) where scalar.isASCII: body([wchar_t(scalar.value)])
        case .scalar(let scalar): paint(base: scalar, marks: [], width: content.width, body)
        case .cluster(let text):
            let scalars = Array(text.unicodeScalars)
            guard let first = scalars.first else { return }
            if scalars.count == 2, let letters = flagLetters(scalars) {
                letters.forEach { body([$0]) }
            } else {
                paint(base: first, marks: Array(scalars.dropFirst()), width: content.width, body)
            }
        }
    }

    private static func paint(base: Unicode.Scalar, marks: [Unicode.Scalar], width: Int, _ body: ([wchar_t]) -> Void) {
        let known = Int(nc_width(wchar_t(base.value)))
        let visible = base.properties.isEmojiPresentation ? [] : marks.filter { isMark($0) }
        if known == width {
            body([wchar_t(base.value)] + visible.prefix(Int(nc_cell_maximum) - 1).map { wchar_t($0.value) })
        } else if known == 1 {
            // An emoji that is text by default: the symbol and a blank.
            body([wchar_t(base.value)])
            body([space])
        } else {
            let box = nc_width(whiteSquare) == 1 ? whiteSquare : questionMark
            body([box])
            for _ in 1..<max(1, width) { body([space]) }
        }
    }

    /// Returns true for marks that belong to the base and take no column. Joiners and selectors would form sequences again.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        nc_width(wchar_t(scalar.value)) == 0 && scalar.value != 0x200d && !scalar.properties.isVariationSelector
    }

    private static func flagLetters(_ scalars: [Unicode.Scalar]) -> [wchar_t]? {
        let letters = scalars.compactMap { scalar in
            (0x1f1e6...0x1f1ff).contains(scalar.value) ? wchar_t(scalar.value - 0x1f1e6 + 0x41) : nil
        }
        return letters.count == scalars.count ? letters : nil
    }

    private static let space = wchar_t(0x20)
    private static let whiteSquare = wchar_t(0x25a1)
    private static let questionMark = wchar_t(0x3f)
}

import TerminalKit
import ViewModels

/// Lays out the person at the top of the person's posts.
struct ProfileLines: StyledDrawing {
    let appearance: Appearance
    let columns: RowColumns
    /// The key that links an author who is proved to be the same person.
    let openKey: String

    /// The most lines of the person's own words.
    private static let maximumAboutLines = 4

    func lines(of profile: ProfileRow) -> [RowLine] {
        let width = columns.textWidth
        let head = TextLine(profile.name, theme[.title].withoutBackground)
        let extent = TextLine(profile.extent, theme[.dim])
        var lines =
            head.width + 2 + extent.width <= width
            ? [RowLine(left: head, right: extent)]
            : [head, extent].filter { !$0.isEmpty }.map { rowLine($0, cutTo: width) }
        let names = profile.accounts.widest { $0.name }
        lines += profile.accounts.map { line(of: $0, names: min(names, max(12, width * 2 / 5)), width: width) }
        if let about = profile.about {
            lines +=
                TextWrap.lines(
                    about, theme[.text].withoutBackground, width: max(1, columns.measure),
                    maximumLines: Self.maximumAboutLines, ellipsis: glyphs.ellipsis
                )
                .map { RowLine(left: $0) }
        }
        lines += profile.links.map { rowLine(line(of: $0), cutTo: width) }
        lines += appearance.lines(of: profile.notes, width: max(1, columns.measure)).map { RowLine(left: $0) }
        lines += profile.missing.map { text in
            rowLine(TextLine("\(glyphs.uncovered)\(glyphs.uncovered) \(text)", theme[.gap]), cutTo: width)
        }
        lines += profile.proposals.enumerated()
            .map { index, text in
                var line = TextLine("\(glyphs.person) \(text)", theme[.accent].withoutBackground)
                if index == 0 {
                    line.append(keyed("  \(openKey)", localizer(.personLinkOffer)))
                }
                return rowLine(line, cutTo: width)
            }
        lines.append(RowLine(left: rule(width)))
        return lines
    }

    private func line(of account: ProfileRow.Account, names: Int, width: Int) -> RowLine {
        var left = appearance.symbol(of: account.kind)
        var name = TextLine(account.name, theme[.mention].withoutBackground)
        if account.isVerified { name.append(" \(glyphs.verified)", theme[.verified]) }
        left.append(glyphs.cut(name, to: names + 2))
        left.pad(to: names + 6)
        if let failure = account.failure {
            left.append("\(glyphs.warning) \(failure)", theme[.warning].withoutBackground)
        } else {
            left.append(account.relation.joined(separator: " \(glyphs.dot) "), theme[.dim])
        }
        let counts = TextLine(account.counts.joined(separator: " \(glyphs.dot) "), theme[.faint])
        let room = max(0, width - counts.width - 2)
        return left.width <= room ? RowLine(left: left, right: counts) : rowLine(left, cutTo: width)
    }

    private func line(of link: ProfileRow.Link) -> TextLine {
        var line = TextLine(
            link.isVerified ? "\(glyphs.verified) " : "\(glyphs.dot) ", theme[link.isVerified ? .verified : .faint])
        if !link.name.isEmpty { line.append("\(link.name)  ", theme[.faint]) }
        line.append(link.address, theme[.link].withoutBackground)
        return line
    }
}

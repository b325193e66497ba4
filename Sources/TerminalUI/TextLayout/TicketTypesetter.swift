import EngineConcepts
import TerminalKit
import ViewModels

/// Lays out one ticket for a width.
struct TicketTypesetter: StyledDrawing {
    /// The maximum height of a picture.
    private static let pictureLines = 14

    let appearance: Appearance
    /// The columns of running text.
    let width: Int
    /// The columns of code and tables.
    let fullWidth: Int
    let keys: ShownKeys

    private var blocks: BlockTypesetter { BlockTypesetter(theme: theme, glyphs: glyphs, width: width) }

    func page(of content: TicketContent) -> TicketPage {
        var page = TicketPage(lines: head(of: content))
        if let avatar = shownAvatar(of: content) {
            let line = content.context == nil ? 0 : 1
            page.pictures.append(
                PictureBox(address: avatar, line: line, column: width - Self.avatar.columns, size: Self.avatar))
        }
        var placed: Set<String> = []
        if let warning = content.warning {
            page.lines += [appearance.line(ofWarning: warning, key: keys[.toggleWarning]), TextLine()]
        } else {
            if let lifted = content.liftedWarning {
                page.lines += TextWrap.lines("\(glyphs.warning) \(lifted)", theme[.contentWarning], width: width)
                page.lines.append(TextLine())
            }
            if content.text.isEmpty, content.quote == nil, content.media.isEmpty, !content.emptyHint.isEmpty {
                page.lines.append(TextLine(content.emptyHint, theme[.faint]))
            }
            setText(of: content, on: &page, &placed)
            if let quote = content.quote { page.lines += [TextLine()] + self.quote(quote) }
        }
        page.lines += facts(content.facts)
        if !content.facts.isEmpty { page.facts = page.lines.count - 1 }
        setMedia(of: content, on: &page, placed)
        page.lines += others(content)
        page.lines += links(content)
        if !content.links.isEmpty { page.firstLink = page.lines.count - content.links.count }
        page.lines += tags(content.tags)
        page.lines += earlierVersions(content)
        page.lines.append(TextLine())
        return page
    }

    /// Sets the text, with each picture below the block it belongs to.
    private func setText(of content: TicketContent, on page: inout TicketPage, _ placed: inout Set<String>) {
        var waiting = content.pictures.keyed(by: \.address)
        var boxes: [PictureBox] = []
        let top = page.lines.count
        var typesetter = blocks
        typesetter.fullWidth = fullWidth
        typesetter.sideways = content.reading.sideways
        typesetter.links = content.linkNumbers
        typesetter.missing = Set(content.failedPictures.keys)
        let text = typesetter.typeset(content.text) { block, lines in
            guard !waiting.isEmpty else { return }
            for picture in TicketPicture.pictures(in: block) {
                guard let picture = waiting.removeValue(forKey: picture.address) else { continue }
                placed.insert(picture.address)
                let (box, added) = pictureArea(for: picture, of: content, line: top + lines.count, column: 0)
                if let box { boxes.append(box) }
                lines += added
            }
        }
        page.text = text
        page.textLine = top
        page.lines += text.lines
        page.pictures += boxes
    }

    /// Returns the area of a picture with its empty lines, or lines with the error if it could not be loaded.
    private func pictureArea(
        for picture: TicketPicture, of content: TicketContent, line: Int, column: Int
    ) -> (PictureBox?, [TextLine]) {
        if let cause = content.failedPictures[picture.address] {
            return (nil, missing(picture.alternativeText, cause: cause, column: column))
        }
        let size = picture.size(fitting: PictureSize(columns: width - column, lines: Self.pictureLines))
        // A picture of unknown size gets its lines when it is there, so that it leaves no hole.
        let loaded = content.reading.pictureLines[picture.address].map { min(max(1, $0), size.lines) }
        let height = picture.proportions == nil ? loaded ?? 1 : size.lines
        let box = PictureBox(address: picture.address, line: line, column: column, size: size, height: height)
        return (box, Array(repeating: TextLine(), count: height))
    }

    /// Returns the lines in place of a picture that could not be loaded. Its description is never cut: below an error that
    /// leaves no room for it, it has lines of its own.
    private func missing(_ description: String?, cause: String, column: Int) -> [TextLine] {
        let painter = PicturePainter(appearance: appearance, retryKey: keys[.refresh])
        let room = width - column
        func line(_ message: String) -> TextLine {
            TextLine.spaces(column) + painter.failure(message, columns: room)
        }
        guard let description else { return [line(cause)] }
        let message = "\(cause) \(glyphs.dot) \(description)"
        guard painter.failure(message, columns: 100_000).width > room else { return [line(message)] }
        let indent = column + 2
        let faint = theme[.faint].withoutBackground
        return [line(cause)]
            + TextWrap.lines(description, faint, width: max(1, width - indent)).map { TextLine.spaces(indent) + $0 }
    }

    // MARK: Head

    /// The size of the author's picture, which is square: a cell is twice as high as wide.
    private static let avatar = PictureSize(columns: 6, lines: 3)

    /// Returns the address of the author's picture, or `nil` if there is none, it could not be loaded, or there is no room.
    private func shownAvatar(of content: TicketContent) -> String? {
        guard width >= 40, let avatar = content.avatar, content.failedPictures[avatar] == nil else { return nil }
        return avatar
    }

    private func head(of content: TicketContent) -> [TextLine] {
        let hasAvatar = shownAvatar(of: content) != nil
        let room = hasAvatar ? width - Self.avatar.columns - 2 : width
        var lines: [TextLine] = []
        if let context = content.context { lines.append(appearance.line(of: context)) }
        if let title = content.title {
            lines += TextWrap.lines(title, theme[.title], width: room, alignsToDirection: true)
            lines.append(TextLine())
        }
        lines += authorLines(of: content, room: room)
        if !content.verified.isEmpty {
            let pages = content.verified.joined(separator: "  ")
            lines.append(glyphs.cut(TextLine("\(glyphs.verified) \(pages)", theme[.verified]), to: room))
        }
        if let person = content.person {
            var line = TextLine("\(glyphs.person) ", theme[.accent].withoutBackground)
            line.append(person.name, theme[.dim])
            for other in person.others {
                line.append(" \(glyphs.dot) ", theme[.faint])
                line.append(other, theme[.faint])
            }
            lines.append(glyphs.cut(line, to: room))
        }
        let top = content.context == nil ? 0 : 1
        if hasAvatar { while lines.count < top + Self.avatar.lines { lines.append(TextLine()) } }
        lines += appearance.lines(of: content.notes, width: width)
        lines.append(rule(width))
        return lines + [TextLine()]
    }

    /// Returns the author, the dates and the user's marks: one line below a title, otherwise two.
    private func authorLines(of content: TicketContent, room: Int) -> [TextLine] {
        var lines: [TextLine] = []
        var byline = TextLine()
        if let speaker = content.byline {
            byline.append(speaker.name, content.title == nil ? theme[.byline] : theme[.mention])
            if speaker.isVerified { byline.append(" \(glyphs.verified)", theme[.verified]) }
            if let handle = speaker.handle { byline.append("  \(handle)", theme[.faint]) }
            if content.title == nil {
                lines.append(glyphs.cut(byline, to: room))
                byline = TextLine()
            } else {
                byline.append(" \(glyphs.dot) ", theme[.faint])
            }
        }
        let dates = content.dates.joined(separator: " \(glyphs.dot) ")
        if byline.isEmpty {
            lines += TextWrap.lines(dates, theme[.dim], width: room)
            byline = lines.popLast() ?? TextLine()
        } else {
            byline.append(dates, theme[.dim])
        }
        if content.marks.isStarred { byline.append("  \(glyphs.star)", theme[.star]) }
        if content.marks.isLater { byline.append("  \(glyphs.later)", theme[.star]) }
        if !content.reactions.isEmpty {
            byline.append("  ")
            byline.append(appearance.line(of: content.reactions))
        }
        lines.append(glyphs.cut(byline, to: room))
        return lines
    }

    // MARK: After the text

    private func quote(_ quote: QuoteText) -> [TextLine] {
        let bar = TextLine("\(glyphs.vertical) ", theme[.rule])
        var head = TextLine("\(glyphs.quoteCorners.top) ", theme[.rule])
        head.append(quote.name, theme[.text].withoutBackground.with(.bold))
        if let handle = quote.byline?.handle { head.append("  \(handle)", theme[.faint]) }
        if let time = quote.time { head.append("  \(time)", theme[.faint]) }
        let inner = BlockTypesetter(theme: theme, glyphs: glyphs, width: max(8, width - 2)).lines(of: quote.text)
        return [glyphs.cut(head, to: width)] + inner.map { bar + $0 }
            + [TextLine(glyphs.quoteCorners.bottom, theme[.rule])]
    }

    private func facts(_ facts: [FactText]) -> [TextLine] {
        guard !facts.isEmpty else { return [] }
        var line = TextLine()
        for fact in facts {
            if !line.isEmpty { line.append("   ") }
            line.append(appearance.line(of: fact))
        }
        return [TextLine(), glyphs.cut(line, to: width)]
    }

    private func setMedia(of content: TicketContent, on page: inout TicketPage, _ placed: Set<String>) {
        guard !content.media.isEmpty else { return }
        let numbers = content.linkNumbers
        page.lines.append(TextLine())
        if !content.media.allSatisfy(\.isCaption) {
            var heading = TextLine(localizer(.ticketMedia), theme[.heading])
            if !content.pictures.isEmpty, !keys[.pictures].isEmpty {
                heading.append(keyed("  \(keys[.pictures])", localizer(.showWarned)))
            }
            page.lines.append(heading)
        }
        for media in content.media {
            if let cause = content.failedPictures[media.address], !placed.contains(media.address) {
                page.lines += missing(media.description, cause: cause, column: 0)
                continue
            }
            page.lines += lines(of: media, number: numbers[media.address])
            guard !placed.contains(media.address),
                let picture = content.pictures.first(where: { $0.address == media.address })
            else { continue }
            let (box, added) = pictureArea(for: picture, of: content, line: page.lines.count, column: 2)
            if let box { page.pictures.append(box) }
            page.lines += added
        }
    }

    /// - Parameter number: The number of its link in the layout.
    private func lines(of media: TicketContent.MediaText, number link: UInt16?) -> [TextLine] {
        var prefix = TextLine.spaces(2)
        if media.isCaption {
            guard !media.description.isEmpty else { return [] }
        } else {
            prefix = TextLine("\(glyphs.media) ", theme[.dim])
            prefix.append("\(media.kind) ", theme[.text].withoutBackground)
            if !media.details.isEmpty { prefix.append("(\(media.details)) ", theme[.faint]) }
            if let number = media.linkNumber {
                prefix.append("[\(number)]", theme[.faint].clicked(.link(link ?? 0)))
                prefix.append("  ")
            }
        }
        return TextWrap.lines(
            StyledString(media.description, base: theme[.caption]),
            TextWrap.Options(width: width, firstPrefix: prefix, restPrefix: .spaces(2)))
    }

    private func others(_ content: TicketContent) -> [TextLine] {
        guard !content.alsoOn.isEmpty else { return [] }
        let lines = content.alsoOn.map { other in
            var line = appearance.symbol(of: other.kind)
            line.append(other.source, theme[.text].withoutBackground)
            line.append("  \(other.time)  ", theme[.faint])
            line.append(other.headline, theme[.dim])
            return glyphs.cut(line, to: width)
        }
        let heading = TextLine(localizer(.ticketAlsoOn), theme[.heading])
        return [TextLine(), heading + TextLine("  \(keys[.nextInStory])", theme[.key])] + lines
    }

    private func earlierVersions(_ content: TicketContent) -> [TextLine] {
        guard !content.earlierVersions.isEmpty else { return [] }
        return [TextLine(), TextLine(localizer(.ticketEarlierVersions), theme[.heading])]
            + content.earlierVersions.flatMap { version in
                var head = TextLine(version.time, theme[.faint])
                if let title = version.title { head.append("  \(title)", theme[.text].withoutBackground.with(.bold)) }
                return [glyphs.cut(head, to: width)] + blocks.lines(of: version.text) + [TextLine()]
            }
    }

    private func links(_ content: TicketContent) -> [TextLine] {
        guard !content.links.isEmpty else { return [] }
        let numbers = content.linkNumbers
        let lines = content.links.map { link in
            let address = TextLine(link.url, theme[.link].clicked(.link(numbers[link.url] ?? 0)))
            return glyphs.cut(TextLine("[\(link.number)] ", theme[.faint]) + address, to: width)
        }
        return [TextLine(), TextLine(localizer(.ticketLinks), theme[.heading])] + lines
    }

    private func tags(_ tags: [String]) -> [TextLine] {
        guard !tags.isEmpty else { return [] }
        let text = tags.map { "#\($0)" }.joined(separator: "  ")
        return [TextLine()] + TextWrap.lines(text, theme[.tag], width: width)
    }
}

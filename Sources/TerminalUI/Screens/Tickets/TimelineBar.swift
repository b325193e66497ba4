import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// The drawing of the timeline's top bar: the view, the topics with their unread counts, the content filter and the refresh
/// state.
struct TimelineBar: StyledDrawing {
    let appearance: Appearance

    func draw(_ header: TimelineState.Header, in area: Rect, of buffer: inout CellBuffer) {
        let (left, right) = ends(of: header, in: area)
        bars.draw(left.line, right.line, in: area, of: &buffer)
    }

    /// Returns the action of a click on a column of the bar, or `nil` for none.
    func action(at column: Int, of header: TimelineState.Header, in area: Rect) -> TimelineAction? {
        let (left, right) = ends(of: header, in: area)
        let start = area.width - right.line.width
        if Bars.fit(left.line, right.line, width: area.width), column >= start {
            return right.action(at: column - start)
        }
        return left.action(at: column)
    }

    private func ends(of header: TimelineState.Header, in area: Rect) -> (left: BarPart, right: BarPart) {
        var left = BarPart(line: bars.programName(in: area))
        left.line.append(area.width >= 60 ? "   " : " ", theme[.bar])
        let beside = area.width - left.line.width - 2
        guard !header.topics.isEmpty else {
            left.line.append(view(header, width: area.width))
            return (left, status(header, width: area.width, beside: left.line))
        }
        // The right end is shortened to make room for the names of topics.
        let (right, layout) = fitted(header, width: area.width, beside: beside)
        let (part, endStyle) = topics(header, layout)
        left.append(part)
        if left.line.width + 1 + right.line.width + 2 <= area.width { left.line.append(" ", endStyle) }
        if Bars.fit(left.line, right.line, width: area.width) { return (left, right) }
        return (left, status(header, width: area.width, beside: left.line))
    }

    /// Returns the longest right end that fits beside the left one, or the shortest if none does.
    private func status(_ header: TimelineState.Header, width: Int, beside left: TextLine) -> BarPart {
        var right = BarPart(line: TextLine())
        for brevity in Brevity.allCases {
            right = status(header, width: width, brevity)
            if Bars.fit(left, right.line, width: width) { break }
        }
        return right
    }

    /// The amount of text at the right end, longest first.
    private enum Brevity: CaseIterable {
        /// Symbols, numbers and words.
        case whole
        /// Like ``whole``, but without words for the filter.
        case brief
        /// Only symbols and numbers.
        case signs
    }

    /// Returns the longest right end that leaves room for all names of topics, with the layout of the topics. If none
    /// does, the one that leaves room for most.
    private func fitted(
        _ header: TimelineState.Header, width: Int, beside: Int
    ) -> (right: BarPart, topics: TopicLayout) {
        let widths = TopicWidths(of: header, localizer: localizer, glyphs: glyphs)
        func fit(_ brevity: Brevity) -> (right: BarPart, topics: TopicLayout) {
            let right = status(header, width: width, brevity)
            return (right, TopicLayout(widths, in: beside - right.line.width))
        }
        var best = fit(.whole)
        for brevity in Brevity.allCases.dropFirst() where !best.topics.isWhole {
            let next = fit(brevity)
            if next.topics.isWhole || best.topics.showsLess(than: next.topics) { best = next }
        }
        return best
    }

    /// Returns the current view, if there are no topics.
    private func view(_ header: TimelineState.Header, width: Int) -> TextLine {
        var line = TextLine(" \(header.view) ", theme[header.isLimited ? .match : .tabActive])
        guard let unread = header.unread, let total = header.total, width >= 36 else { return line }
        line.append("  \(localizer.grouped(unread))", theme[.bar])
        if width >= 50 {
            let counted = width >= 90 ? localizer(.unreadOf, .number(total)) : localizer(.unreadShort)
            line.append(" \(counted) ", theme[.barFaint])
        }
        return line
    }

    /// Returns the topics, and the style of a space behind them.
    private func topics(_ header: TimelineState.Header, _ layout: TopicLayout) -> (part: BarPart, end: Style) {
        let chosen = Set(header.topics.filter(\.isChosen).map(\.id))
        var pills = TopicPills(theme: theme, localizer: localizer)
        // A restricted view takes the position of "All".
        let role: Role? = header.isLimited ? .match : chosen.isEmpty ? .tabActive : nil
        pills.append(header.view, unread: header.allUnread, role: role, action: .showTopics([]))
        let cuts = cuts(of: header.topics, as: layout.forms)
        for (index, (topic, form)) in zip(header.topics, layout.forms).enumerated() where form.name != .none {
            pills.append(
                form.name == .digit ? "" : cuts[index] ?? topic.name, digit: topic.digit,
                unread: form.isCounted ? topic.unread : nil, role: topic.isChosen ? .tabActive : nil,
                isTight: form.isTight, action: .showTopics(chosen.symmetricDifference([topic.id])))
        }
        var ends: [(text: String, action: TimelineAction)] = []
        if layout.hidden > 0 { ends.append((TopicLayout.summary(of: layout.hidden), .openTopics)) }
        if layout.showsCombination, let combination = header.combination {
            ends.append((TopicLayout.suffix(for: combination, glyphs: glyphs), .toggleCombination))
        }
        pills.append(ends: ends)
        return (pills.part, pills.spaceStyle)
    }

    /// Returns the names of the topics that are cut, by index.
    private func cuts(of topics: [TimelineState.Topic], as forms: [TopicLayout.Form]) -> [Int: String] {
        let cut = zip(topics.indices, forms)
            .compactMap { index, form -> (index: Int, columns: Int)? in
                if case .cut(let columns) = form.name { (index, columns) } else { nil }
            }
        guard let first = cut.first else { return [:] }
        let texts = glyphs.shortened(cut.map { topics[$0.index].name }, to: first.columns)
        return Dictionary(uniqueKeysWithValues: zip(cut.map(\.index), texts))
    }

    // MARK: The right end

    private func status(_ header: TimelineState.Header, width: Int, _ brevity: Brevity) -> BarPart {
        var part = BarPart(line: TextLine())
        if let underWay = header.underWay, width >= 60, brevity != .signs {
            part.line.append(" \(underWay)  ", theme[.barDim])
        }
        if let filter = header.filter {
            part.append(self.filter(filter, isBrief: width < 80 || brevity != .whole), action: .toggleFilter)
        }
        if let refresh = header.refresh {
            part.line.append("\(glyphs.refresh) ", theme.style(.accent, over: .bar))
            if refresh.requestedCount > 0 {
                let counts = [refresh.answeredCount, refresh.requestedCount].map { localizer.grouped($0) }
                part.line.append("\(counts[0])/\(counts[1]) ", theme[.barDim])
                if width >= 70, brevity == .whole {
                    part.line.append(
                        .gauge(
                            refresh.answeredCount, of: refresh.requestedCount, columns: 7, theme: theme, glyphs: glyphs)
                    )
                    part.line.append(" ")
                }
            }
            part.line.append(" ")
        }
        if header.newAbove > 0 {
            let count =
                brevity == .signs
                ? localizer.shortened(header.newAbove) : localizer(.newAbove, .number(header.newAbove))
            let isAbove = header.order == .newestFirst
            let glyph = isAbove ? glyphs.newAbove : glyphs.newBelow
            let text = TextLine(" \(glyph) \(count) ", theme.style(.fresh, over: .bar))
            part.append(text, action: .move(isAbove ? .top : .bottom))
        }
        return part
    }

    /// Returns the state of the filter as a symbol and in words, with the number of hidden tickets.
    private func filter(_ filter: TimelineState.Filter, isBrief: Bool) -> TextLine {
        let isOn = filter.state != .off
        var line = TextLine(
            "\(isOn ? glyphs.filterOn : glyphs.filterOff) ", theme.style(isOn ? .ok : .warning, over: .bar))
        guard !isBrief else {
            let text = isOn ? localizer.grouped(filter.hidden ?? 0) : localizer(.filterOff)
            line.append("\(text)  ", theme[.barDim])
            return line
        }
        line.append(
            isOn ? localizer(.filterShort) : "\(localizer(.filterShort)) \(localizer(.filterOff))", theme[.barDim])
        if isOn, let hidden = filter.hidden {
            line.append(" \(glyphs.dot) \(localizer(.filterHidden, .number(hidden)))", theme[.barDim])
        }
        line.append("   ", theme[.bar])
        return line
    }
}

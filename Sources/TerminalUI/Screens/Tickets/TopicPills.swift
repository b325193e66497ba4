import Localization
import TerminalKit
import ViewModels

/// The view and the topics in the top bar, each as a pill: a name with a digit before it and a count behind it.
struct TopicPills {
    let theme: Theme
    let localizer: Localizer

    /// The pills, each with the action of a click.
    private(set) var part = BarPart(line: TextLine())
    /// The style of the next space. Behind a count in a pill, it belongs to the pill, whose edge no text touches.
    private(set) var spaceStyle: Style
    private var isBehindCount = false

    init(theme: Theme, localizer: Localizer) {
        self.theme = theme
        self.localizer = localizer
        spaceStyle = theme[.bar]
    }

    /// Appends a pill.
    ///
    /// - Parameters:
    ///   - name: The name, or empty to show only the digit.
    ///   - role: The style of a chosen pill, or `nil` for one that is not chosen.
    ///   - isTight: True to leave out the spaces that are not needed.
    mutating func append(
        _ name: String, digit: Int? = nil, unread: Int?, role: Role?, isTight: Bool = false, action: TimelineAction
    ) {
        var line = TextLine()
        if !part.line.isEmpty, !isTight || digit == nil || isBehindCount { line.append(" ", spaceStyle) }
        let (style, numbers) = (theme[role ?? .bar], theme[role ?? .barFaint])
        line.append(" \(digit.map { "\($0) " } ?? "")", numbers)
        if !name.isEmpty { line.append("\(name)\(isTight && role == nil ? "" : " ")", style) }
        if let unread { line.append(localizer.shortened(unread), numbers) }
        isBehindCount = unread != nil
        spaceStyle = isBehindCount ? style : theme[.bar]
        part.append(line, action: action)
    }

    /// Appends texts behind all pills, each with the action of a click on it. They begin with a space.
    mutating func append(ends: [(text: String, action: TimelineAction)]) {
        guard !ends.isEmpty else { return }
        for (text, action) in ends {
            let space = TextLine(String(text.prefix(1)), spaceStyle)
            part.append(space + TextLine(String(text.dropFirst()), theme[.barDim]), action: action)
            spaceStyle = theme[.barDim]
        }
        spaceStyle = theme[.bar]
    }
}

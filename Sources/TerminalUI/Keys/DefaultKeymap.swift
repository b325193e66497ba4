public import TerminalKit

/// The default key table. Dispatch, the hints in the bars, the help and the documentation are all made from it.
public nonisolated enum DefaultKeymap {
    /// The key table.
    ///
    /// - Throws: An error if a key in the table is misspelt. A test ensures that none is.
    public static func keymap() throws(KeyNotationError) -> Keymap {
        Keymap(try bindings())
    }

    static func bindings() throws(KeyNotationError) -> [Binding] {
        var bindings: [Binding] = []
        for row in rows {
            bindings.append(
                try Binding(
                    keys: row.keys, command: row.command.rawValue, context: row.context.rawValue,
                    isHinted: row.isHinted))
        }
        return bindings
    }

    struct Row {
        let context: KeyContext
        let command: Command
        let keys: [String]
        let isHinted: Bool

        init(_ context: KeyContext, _ command: Command, _ keys: [String], hint: Bool = false) {
            self.context = context
            self.command = command
            self.keys = keys
            isHinted = hint
        }
    }

    static let rows: [Row] = found + timeline + ticket + reading + lists + everywhere

    private static let found: [Row] = [
        Row(.found, .nextMatch, ["n"], hint: true),
        Row(.found, .previousMatch, ["N"]),
    ]

    private static let timeline: [Row] = [
        Row(.timeline, .open, ["enter"], hint: true),
        Row(.timeline, .down, ["j", "down"]),
        Row(.timeline, .up, ["k", "up"]),
        Row(.timeline, .pageDown, ["space", "pagedown", "ctrl-f"]),
        Row(.timeline, .pageUp, ["pageup", "ctrl-b"]),
        Row(.timeline, .halfPageDown, ["ctrl-d"]),
        Row(.timeline, .halfPageUp, ["ctrl-u"]),
        Row(.timeline, .top, ["g", "home"], hint: true),
        Row(.timeline, .bottom, ["G", "end"]),
        Row(.timeline, .nextUnread, ["n"], hint: true),
        Row(.timeline, .previousUnread, ["p"]),
        Row(.timeline, .nextGap, ["}"], hint: true),
        Row(.timeline, .previousGap, ["{"]),
        Row(.timeline, .nextLate, [")"]),
        Row(.timeline, .previousLate, ["("]),
        Row(.timeline, .nextSource, ["]"]),
        Row(.timeline, .previousSource, ["["]),
        Row(.timeline, .goTo, ["ctrl-g"]),
        Row(.timeline, .refresh, ["r", "R"], hint: true),
        Row(.timeline, .addSource, ["a"]),
        Row(.timeline, .fillFromBelow, ["alt-enter"]),
        Row(.timeline, .fillAll, ["F"]),
        Row(.timeline, .fillUntil, ["alt-g"]),
        Row(.timeline, .cancel, ["escape"]),
        Row(.timeline, .filter, ["x"], hint: true),
        Row(.timeline, .filtered, ["X"]),
        Row(.timeline, .topics, ["t"], hint: true),
        Row(.timeline, .topic1, ["1"]),
        Row(.timeline, .topic2, ["2"]),
        Row(.timeline, .topic3, ["3"]),
        Row(.timeline, .topic4, ["4"]),
        Row(.timeline, .topic5, ["5"]),
        Row(.timeline, .topic6, ["6"]),
        Row(.timeline, .topic7, ["7"]),
        Row(.timeline, .topic8, ["8"]),
        Row(.timeline, .topic9, ["9"]),
        Row(.timeline, .allTopics, ["0"]),
        Row(.timeline, .combineTopics, ["&"]),
        Row(.timeline, .search, ["/"], hint: true),
        Row(.timeline, .markAboveRead, ["c"]),
        Row(.timeline, .markVisibleRead, ["V"]),
        Row(.timeline, .markBelowRead, ["C"]),
        Row(.timeline, .markAllRead, ["A"]),
        Row(.timeline, .unreadOnly, ["M"]),
        Row(.timeline, .starredOnly, ["*"]),
        Row(.timeline, .laterOnly, ["W"]),
        Row(.timeline, .onlySource, ["s"]),
        Row(.timeline, .cycleDensity, ["d"], hint: true),
        Row(.timeline, .toggleTimes, ["ctrl-t"]),
    ]

    private static let ticket: [Row] = [
        Row(.ticket, .down, ["j", "down"]),
        Row(.ticket, .up, ["k", "up"]),
        Row(.ticket, .pageDown, ["space", "pagedown", "ctrl-f"]),
        Row(.ticket, .pageUp, ["pageup", "ctrl-b"]),
        Row(.ticket, .halfPageDown, ["ctrl-d"]),
        Row(.ticket, .halfPageUp, ["ctrl-u"]),
        Row(.ticket, .top, ["g", "home"]),
        Row(.ticket, .bottom, ["G", "end"]),
        Row(.ticket, .nextTicket, ["J", "n", "right"], hint: true),
        Row(.ticket, .previousTicket, ["K", "p", "left"], hint: true),
        Row(.ticket, .openLink1, ["1"]),
        Row(.ticket, .openLink2, ["2"]),
        Row(.ticket, .openLink3, ["3"]),
        Row(.ticket, .openLink4, ["4"]),
        Row(.ticket, .openLink5, ["5"]),
        Row(.ticket, .openLink6, ["6"]),
        Row(.ticket, .openLink7, ["7"]),
        Row(.ticket, .openLink8, ["8"]),
        Row(.ticket, .openLink9, ["9"]),
        Row(.ticket, .nextInStory, ["tab"]),
        Row(.ticket, .thread, ["t"]),
        Row(.ticket, .refresh, ["r"]),
        Row(.ticket, .toggleRaw, ["v"]),
        Row(.ticket, .back, ["escape", "enter"]),
    ]

    private static let reading: [Row] = [
        Row(.reading, .openInBrowser, ["o"], hint: true),
        Row(.reading, .links, ["u"], hint: true),
        Row(.reading, .pictures, ["i"]),
        Row(.reading, .thread, ["T"]),
        Row(.reading, .newRule, ["h"]),
        Row(.reading, .copyLink, ["y"]),
        Row(.reading, .toggleRead, ["m", "N"], hint: true),
        Row(.reading, .toggleStar, ["f"], hint: true),
        Row(.reading, .toggleLater, ["w"]),
        Row(.reading, .like, ["l"]),
        Row(.reading, .boost, ["B"]),
        Row(.reading, .bookmark, ["b"]),
        Row(.reading, .sendAgain, ["alt-r"]),
        Row(.reading, .dropAction, ["alt-x"]),
        Row(.reading, .toggleWarning, ["z"]),
        Row(.reading, .toggleStory, ["="]),
        Row(.reading, .undo, ["U"], hint: true),
    ]

    private static let lists: [Row] = [
        Row(.list, .down, ["j", "down"]),
        Row(.list, .up, ["k", "up"]),
        Row(.list, .pageDown, ["space", "pagedown", "ctrl-f"]),
        Row(.list, .pageUp, ["pageup", "ctrl-b"]),
        Row(.list, .halfPageDown, ["ctrl-d"]),
        Row(.list, .halfPageUp, ["ctrl-u"]),
        Row(.list, .top, ["g", "home"]),
        Row(.list, .bottom, ["G", "end"]),
        Row(.list, .back, ["escape"]),
        Row(.links, .open, ["enter", "o"], hint: true),
        Row(.links, .copyLink, ["y"], hint: true),
        Row(.links, .openLink1, ["1"]),
        Row(.links, .openLink2, ["2"]),
        Row(.links, .openLink3, ["3"]),
        Row(.links, .openLink4, ["4"]),
        Row(.links, .openLink5, ["5"]),
        Row(.links, .openLink6, ["6"]),
        Row(.links, .openLink7, ["7"]),
        Row(.links, .openLink8, ["8"]),
        Row(.links, .openLink9, ["9"]),
        Row(.pictures, .down, ["j", "down", "right"], hint: true),
        Row(.pictures, .up, ["k", "up", "left"], hint: true),
        Row(.pictures, .top, ["g", "home"]),
        Row(.pictures, .bottom, ["G", "end"]),
        Row(.pictures, .openInBrowser, ["o", "enter"], hint: true),
        Row(.pictures, .copyLink, ["y"], hint: true),
        Row(.pictures, .refresh, ["r"]),
        Row(.pictures, .back, ["escape", "i"]),
        Row(.sources, .addSource, ["a"], hint: true),
        Row(.sources, .open, ["enter"], hint: true),
        Row(.sources, .pauseSource, ["p"], hint: true),
        Row(.sources, .topics, ["t"], hint: true),
        Row(.sources, .renameSource, ["e"], hint: true),
        Row(.sources, .presentSource, ["v"]),
        Row(.sources, .moveDown, ["J"]),
        Row(.sources, .moveUp, ["K"]),
        Row(.sources, .removeSource, ["D"], hint: true),
        Row(.sources, .refresh, ["r"], hint: true),
        Row(.sources, .undo, ["U"], hint: true),
        Row(.filtered, .open, ["enter"], hint: true),
        Row(.filtered, .unhide, ["h"], hint: true),
        Row(.filtered, .editRule, ["e"], hint: true),
        Row(.filtered, .disableRule, ["d"], hint: true),
        Row(.filtered, .removeRule, ["D"]),
        Row(.filtered, .newRule, ["n"], hint: true),
        Row(.filtered, .filter, ["x"], hint: true),
        Row(.filtered, .undo, ["U"], hint: true),
        Row(.settings, .editSetting, ["enter"], hint: true),
        Row(.settings, .nextOption, ["right", "l"]),
        Row(.settings, .previousOption, ["left", "h"]),
        Row(.settings, .takeBack, ["x", "backspace"], hint: true),
        Row(.settings, .developer, ["d"], hint: true),
        Row(.settings, .credits, ["c"], hint: true),
        Row(.developer, .nextPage, ["tab", "right", "l"], hint: true),
        Row(.developer, .previousPage, ["shift-tab", "left", "h"]),
        Row(.developer, .search, ["/"], hint: true),
        Row(.developer, .logLevel, ["v"], hint: true),
        Row(.developer, .open, ["enter"], hint: true),
        Row(.developer, .refresh, ["r"]),
        Row(.developer, .reportProblem, ["R"], hint: true),
        Row(.help, .search, ["/"], hint: true),
    ]

    private static let everywhere: [Row] = [
        Row(.everywhere, .help, ["?"], hint: true),
        Row(.everywhere, .commandLine, [":"], hint: true),
        Row(.everywhere, .sources, ["E"]),
        Row(.everywhere, .settings, [","]),
        Row(.everywhere, .messages, ["!"]),
        Row(.everywhere, .theme, []),
        Row(.everywhere, .developer, []),
        Row(.everywhere, .vitals, []),
        Row(.everywhere, .reportProblem, []),
        Row(.everywhere, .credits, []),
        Row(.everywhere, .doNotDisturb, []),
        Row(.everywhere, .back, ["q"], hint: true),
        Row(.everywhere, .quit, ["Q", "ctrl-c"]),
        Row(.everywhere, .redraw, ["ctrl-l"]),
        Row(.everywhere, .suspend, ["ctrl-z"]),
    ]
}

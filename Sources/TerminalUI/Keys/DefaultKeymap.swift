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
                    keys: row.keys, command: row.command.rawValue, context: row.context.rawValue, help: row.help,
                    hint: row.hint))
        }
        return bindings
    }

    struct Row {
        let context: KeyContext
        let command: Command
        let keys: [String]
        let help: String
        let hint: String?

        init(_ context: KeyContext, _ command: Command, _ keys: [String], _ help: String, hint: String? = nil) {
            self.context = context
            self.command = command
            self.keys = keys
            self.help = help
            self.hint = hint
        }
    }

    static let rows: [Row] = found + timeline + ticket + reading + lists + everywhere

    private static let found: [Row] = [
        Row(.found, .nextMatch, ["n"], "next search result", hint: "next match"),
        Row(.found, .previousMatch, ["N"], "previous search result"),
    ]

    private static let timeline: [Row] = [
        Row(.timeline, .open, ["enter"], "open the ticket; fill the gap", hint: "open"),
        Row(.timeline, .down, ["j", "down"], "next row"),
        Row(.timeline, .up, ["k", "up"], "previous row"),
        Row(.timeline, .pageDown, ["space", "pagedown", "ctrl-f"], "a screen down"),
        Row(.timeline, .pageUp, ["pageup", "ctrl-b"], "a screen up"),
        Row(.timeline, .halfPageDown, ["ctrl-d"], "half a screen down"),
        Row(.timeline, .halfPageUp, ["ctrl-u"], "half a screen up"),
        Row(.timeline, .top, ["g", "home"], "newest row", hint: "top"),
        Row(.timeline, .bottom, ["G", "end"], "oldest row"),
        Row(.timeline, .nextUnread, ["n"], "next unread ticket", hint: "unread"),
        Row(.timeline, .previousUnread, ["p"], "previous unread ticket"),
        Row(.timeline, .nextGap, ["}"], "next gap", hint: "gap"),
        Row(.timeline, .previousGap, ["{"], "previous gap"),
        Row(.timeline, .nextLate, [")"], "next late ticket"),
        Row(.timeline, .previousLate, ["("], "previous late ticket"),
        Row(.timeline, .nextSource, ["]"], "next ticket of another source"),
        Row(.timeline, .previousSource, ["["], "previous ticket of another source"),
        Row(.timeline, .goTo, ["ctrl-g"], "go to a date"),
        Row(.timeline, .refresh, ["r", "R"], "refresh all sources", hint: "refresh"),
        Row(.timeline, .addSource, ["a"], "add a source"),
        Row(.timeline, .fillFromBelow, ["alt-enter"], "fill the gap from its older side"),
        Row(.timeline, .fillAll, ["F"], "fill the whole gap"),
        Row(.timeline, .fillUntil, ["alt-g"], "fill the gap down to a date"),
        Row(.timeline, .cancel, ["escape"], "cancel loading; show all tickets again"),
        Row(.timeline, .filter, ["x"], "turn the content filter on or off", hint: "filter"),
        Row(.timeline, .filtered, ["X"], "list hidden tickets and their rules"),
        Row(.timeline, .topics, ["t"], "choose or create topics", hint: "topics"),
        Row(.timeline, .topic1, ["1"], "topic 1, or not"),
        Row(.timeline, .topic2, ["2"], "topic 2, or not"),
        Row(.timeline, .topic3, ["3"], "topic 3, or not"),
        Row(.timeline, .topic4, ["4"], "topic 4, or not"),
        Row(.timeline, .topic5, ["5"], "topic 5, or not"),
        Row(.timeline, .topic6, ["6"], "topic 6, or not"),
        Row(.timeline, .topic7, ["7"], "topic 7, or not"),
        Row(.timeline, .topic8, ["8"], "topic 8, or not"),
        Row(.timeline, .topic9, ["9"], "topic 9, or not"),
        Row(.timeline, .allTopics, ["0"], "all topics"),
        Row(.timeline, .combineTopics, ["&"], "match any of the chosen topics, or all"),
        Row(.timeline, .search, ["/"], "search", hint: "search"),
        Row(.timeline, .markAboveRead, ["c"], "mark everything above as read"),
        Row(.timeline, .markVisibleRead, ["V"], "mark everything on the screen as read"),
        Row(.timeline, .markBelowRead, ["C"], "mark everything from here down as read"),
        Row(.timeline, .markAllRead, ["A"], "mark everything as read"),
        Row(.timeline, .unreadOnly, ["M"], "only unread tickets, or all"),
        Row(.timeline, .starredOnly, ["*"], "only starred tickets, or all"),
        Row(.timeline, .laterOnly, ["W"], "only tickets saved for later, or all"),
        Row(.timeline, .onlySource, ["s"], "only this source, or all"),
        Row(.timeline, .cycleDensity, ["d"], "show less or more of each ticket", hint: "density"),
        Row(.timeline, .toggleTimes, ["ctrl-t"], "relative or exact times"),
    ]

    private static let ticket: [Row] = [
        Row(.ticket, .down, ["j", "down"], "a line down"),
        Row(.ticket, .up, ["k", "up"], "a line up"),
        Row(.ticket, .pageDown, ["space", "pagedown", "ctrl-f"], "a screen down"),
        Row(.ticket, .pageUp, ["pageup", "ctrl-b"], "a screen up"),
        Row(.ticket, .halfPageDown, ["ctrl-d"], "half a screen down"),
        Row(.ticket, .halfPageUp, ["ctrl-u"], "half a screen up"),
        Row(.ticket, .top, ["g", "home"], "beginning"),
        Row(.ticket, .bottom, ["G", "end"], "end"),
        Row(.ticket, .nextTicket, ["J", "n", "right"], "next ticket", hint: "next"),
        Row(.ticket, .previousTicket, ["K", "p", "left"], "previous ticket", hint: "previous"),
        Row(.ticket, .openLink1, ["1"], "open link 1"),
        Row(.ticket, .openLink2, ["2"], "open link 2"),
        Row(.ticket, .openLink3, ["3"], "open link 3"),
        Row(.ticket, .openLink4, ["4"], "open link 4"),
        Row(.ticket, .openLink5, ["5"], "open link 5"),
        Row(.ticket, .openLink6, ["6"], "open link 6"),
        Row(.ticket, .openLink7, ["7"], "open link 7"),
        Row(.ticket, .openLink8, ["8"], "open link 8"),
        Row(.ticket, .openLink9, ["9"], "open link 9"),
        Row(.ticket, .nextInStory, ["tab"], "next ticket of the same story"),
        Row(.ticket, .thread, ["t"], "open its comments as a timeline"),
        Row(.ticket, .refresh, ["r"], "reload; retry failed pictures"),
        Row(.ticket, .toggleRaw, ["v"], "the source's original, or the text"),
        Row(.ticket, .back, ["escape", "enter"], "back to the timeline"),
    ]

    private static let reading: [Row] = [
        Row(.reading, .openInBrowser, ["o"], "open the ticket in the browser", hint: "browser"),
        Row(.reading, .links, ["u"], "list its links", hint: "links"),
        Row(.reading, .pictures, ["i"], "view its pictures and other media"),
        Row(.reading, .thread, ["T"], "open its comments as a timeline"),
        Row(.reading, .newRule, ["h"], "hide, muffle or highlight similar tickets"),
        Row(.reading, .copyLink, ["y"], "copy its address"),
        Row(.reading, .toggleRead, ["m", "N"], "mark as read or unread", hint: "read"),
        Row(.reading, .toggleStar, ["f"], "add or remove the star", hint: "star"),
        Row(.reading, .toggleLater, ["w"], "save for later, or remove from there"),
        Row(.reading, .like, ["l"], "like at its source, or undo that"),
        Row(.reading, .boost, ["B"], "boost at its source, or undo that"),
        Row(.reading, .bookmark, ["b"], "bookmark at its source, or undo that"),
        Row(.reading, .sendAgain, ["alt-r"], "resend unconfirmed actions"),
        Row(.reading, .dropAction, ["alt-x"], "discard unconfirmed actions"),
        Row(.reading, .toggleWarning, ["z"], "show or hide text behind a content warning"),
        Row(.reading, .toggleStory, ["="], "unfold or fold the tickets of a story"),
        Row(.reading, .undo, ["U"], "undo", hint: "undo"),
    ]

    private static let lists: [Row] = [
        Row(.list, .down, ["j", "down"], "down"),
        Row(.list, .up, ["k", "up"], "up"),
        Row(.list, .pageDown, ["space", "pagedown", "ctrl-f"], "a screen down"),
        Row(.list, .pageUp, ["pageup", "ctrl-b"], "a screen up"),
        Row(.list, .halfPageDown, ["ctrl-d"], "half a screen down"),
        Row(.list, .halfPageUp, ["ctrl-u"], "half a screen up"),
        Row(.list, .top, ["g", "home"], "beginning"),
        Row(.list, .bottom, ["G", "end"], "end"),
        Row(.list, .back, ["escape"], "back"),
        Row(.links, .open, ["enter", "o"], "open the link in the browser", hint: "open"),
        Row(.links, .copyLink, ["y"], "copy the address", hint: "copy"),
        Row(.links, .openLink1, ["1"], "open link 1"),
        Row(.links, .openLink2, ["2"], "open link 2"),
        Row(.links, .openLink3, ["3"], "open link 3"),
        Row(.links, .openLink4, ["4"], "open link 4"),
        Row(.links, .openLink5, ["5"], "open link 5"),
        Row(.links, .openLink6, ["6"], "open link 6"),
        Row(.links, .openLink7, ["7"], "open link 7"),
        Row(.links, .openLink8, ["8"], "open link 8"),
        Row(.links, .openLink9, ["9"], "open link 9"),
        Row(.pictures, .down, ["j", "down", "right"], "next picture", hint: "next"),
        Row(.pictures, .up, ["k", "up", "left"], "previous picture", hint: "previous"),
        Row(.pictures, .top, ["g", "home"], "first picture"),
        Row(.pictures, .bottom, ["G", "end"], "last picture"),
        Row(.pictures, .openInBrowser, ["o", "enter"], "open it in the browser", hint: "browser"),
        Row(.pictures, .copyLink, ["y"], "copy its address", hint: "copy"),
        Row(.pictures, .refresh, ["r"], "try again"),
        Row(.pictures, .back, ["escape", "i"], "back"),
        Row(.sources, .addSource, ["a"], "add a source", hint: "add"),
        Row(.sources, .open, ["enter"], "show only this source in the timeline", hint: "show"),
        Row(.sources, .pauseSource, ["p"], "pause or resume", hint: "pause"),
        Row(.sources, .topics, ["t"], "set its topics", hint: "topics"),
        Row(.sources, .renameSource, ["e"], "rename", hint: "rename"),
        Row(.sources, .presentSource, ["v"], "show its tickets as articles, posts, stories or lines"),
        Row(.sources, .moveDown, ["J"], "move down"),
        Row(.sources, .moveUp, ["K"], "move up"),
        Row(.sources, .removeSource, ["D"], "remove the source", hint: "remove"),
        Row(.sources, .refresh, ["r"], "refresh all sources", hint: "refresh"),
        Row(.sources, .undo, ["U"], "undo", hint: "undo"),
        Row(.filtered, .open, ["enter"], "open the ticket; edit the rule; list more", hint: "show"),
        Row(.filtered, .unhide, ["h"], "never hide this ticket", hint: "un-hide"),
        Row(.filtered, .editRule, ["e"], "edit the rule", hint: "edit rule"),
        Row(.filtered, .disableRule, ["d"], "disable or enable the rule", hint: "disable"),
        Row(.filtered, .removeRule, ["D"], "remove the rule"),
        Row(.filtered, .newRule, ["n"], "new rule", hint: "new rule"),
        Row(.filtered, .filter, ["x"], "turn the content filter on or off", hint: "filter"),
        Row(.filtered, .undo, ["U"], "undo", hint: "undo"),
        Row(.settings, .editSetting, ["enter"], "next choice; type a number or words", hint: "change"),
        Row(.settings, .nextOption, ["right", "l"], "next choice"),
        Row(.settings, .previousOption, ["left", "h"], "previous choice"),
        Row(.settings, .takeBack, ["x", "backspace"], "reset to the value in config.toml", hint: "reset"),
        Row(.settings, .developer, ["d"], "log, statistics, requests and spans", hint: "developer"),
        Row(.settings, .credits, ["c"], "credits and licences", hint: "credits"),
        Row(.developer, .nextPage, ["tab", "right", "l"], "next page", hint: "page"),
        Row(.developer, .previousPage, ["shift-tab", "left", "h"], "previous page"),
        Row(.developer, .search, ["/"], "filter the log by words", hint: "find"),
        Row(.developer, .logLevel, ["v"], "change the minimum level", hint: "level"),
        Row(.developer, .open, ["enter"], "show log entries whole, or in one line", hint: "whole"),
        Row(.developer, .refresh, ["r"], "reload"),
        Row(.developer, .reportProblem, ["R"], "write a problem report to a file", hint: "report"),
        Row(.help, .search, ["/"], "find a key", hint: "find"),
    ]

    private static let everywhere: [Row] = [
        Row(.everywhere, .help, ["?"], "show the keys", hint: "help"),
        Row(.everywhere, .commandLine, [":"], "type a command", hint: "command"),
        Row(.everywhere, .sources, ["E"], "sources"),
        Row(.everywhere, .settings, [","], "settings"),
        Row(.everywhere, .messages, ["!"], "message history"),
        Row(.everywhere, .theme, [], "change the theme"),
        Row(.everywhere, .developer, [], "log, statistics, requests and spans"),
        Row(.everywhere, .vitals, [], "show or hide memory, length and limits in the bar"),
        Row(.everywhere, .reportProblem, [], "write a problem report to a file"),
        Row(.everywhere, .credits, [], "credits and licences"),
        Row(.everywhere, .doNotDisturb, [], "turn notifications off or on"),
        Row(.everywhere, .back, ["q"], "back; from the timeline, quit", hint: "back"),
        Row(.everywhere, .quit, ["Q", "ctrl-c"], "quit"),
        Row(.everywhere, .redraw, ["ctrl-l"], "redraw the screen"),
        Row(.everywhere, .suspend, ["ctrl-z"], "suspend; fg resumes"),
    ]
}

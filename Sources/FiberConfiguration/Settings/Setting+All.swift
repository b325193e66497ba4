extension Setting {
    /// All settings in the order of the default file.
    public static let all: [Setting] = [
        Setting(
            "appearance.theme",
            .name([
                "dark", "light", "high-contrast", "high-contrast-light", "racing", "dusk", "sepia", "plain",
            ]), standard: .choice("dark"),
            "The colours of the screens. A file in the directory \"themes\" beside this one adds a theme."),
        .choice(
            "appearance.density", ["compact", "regular", "roomy"], standard: "regular",
            "The amount of text per item in the timeline."),
        .choice("appearance.times", ["relative", "exact"], standard: "relative", "The format of times."),
        .number(
            "appearance.reading-width", 0...1000, standard: 78,
            "The maximum width of running text in an open item, in columns; 0 for the width of the screen. Code and "
                + "tables may be wider.", steps: [60, 72, 78, 90, 100, 120, 0]),
        .choice(
            "appearance.hyperlinks", ["auto", "always", "never"], standard: "auto",
            "Links of an open item that the terminal itself can open (OSC 8). \"auto\" uses them where the terminal "
                + "is known to support them.", needsRestart: true),
        .choice(
            "appearance.colors", ["auto", "truecolor", "256", "16", "none"], standard: "auto",
            "The number of colours. \"auto\" detects it; NO_COLOR in the environment takes precedence.",
            needsRestart: true),
        .flag("appearance.ascii", false, "Use only ASCII characters.", needsRestart: true),
        .flag(
            "appearance.linear", false,
            "Print lines of text instead of drawing screens, for screen readers, Braille displays and simple "
                + "terminals. `fiber --linear` does this for a single run.", needsRestart: true),
        .choice(
            "appearance.language", ["auto", "en", "es"], standard: "auto",
            "The language of screens and commands. \"auto\" uses the environment (LC_ALL, LC_MESSAGES, LANG).",
            needsRestart: true),
        .choice(
            "appearance.ambiguous-width", ["narrow", "wide"], standard: "narrow",
            "The width of characters of ambiguous width, such as Greek letters, in your terminal: \"wide\" in some "
                + "East Asian terminals.", needsRestart: true),
        .choice(
            "appearance.right-to-left", ["fiber", "terminal"], standard: "fiber",
            "Who orders Hebrew and Arabic text: Fiber, or a terminal that does it and cannot be switched off.",
            needsRestart: true),
        .flag("timeline.mark-read-on-open", true, "Mark an item as read when it is opened."),
        .flag("timeline.mark-read-on-passing", false, "Mark items as read when the cursor moves past them."),
        .choice(
            "timeline.order", ["newest-first", "oldest-first"], standard: "newest-first",
            "The order of items. A key changes it for a single view."),
        .flag("timeline.day-headings", true, "Show a heading above the first row of each day."),
        .flag(
            "timeline.fold-duplicates", true,
            "Show a story from several sources as one row (\"also on …\") that is marked as read at once."),
        .flag("timeline.refresh-at-start", true, "Refresh all sources when Fiber starts."),
        .number(
            "timeline.refresh-minutes", 0...1440, standard: 15,
            "The interval of automatic refreshes in minutes; 0 for never.", steps: [0, 5, 15, 30, 60, 180, 360]),
        .number(
            "timeline.rarest-refresh-hours", 1...168, standard: 6,
            "Feeds with few new items are refreshed less often, but at least once in this number of hours.",
            steps: [1, 3, 6, 12, 24, 48, 168], needsRestart: true),
        .choice(
            "images.show", ["never", "item", "timeline"], standard: "item",
            "Where pictures are shown: never, in open items, or also in the timeline at its roomy density. Loading a "
                + "picture tells its server that somebody is reading."),
        .choice(
            "images.protocol", ["auto", "kitty", "sixel", "characters"], standard: "auto",
            "How pictures are drawn: with kitty's graphics protocol, as sixels (in the picture viewer only), or with "
                + "characters. \"auto\" uses what the terminal is known to support.", needsRestart: true),
        .number(
            "images.download-megabytes", 1...100, standard: 10,
            "The maximum size of a picture file; larger ones are not loaded.", steps: [1, 2, 5, 10, 20, 50, 100],
            needsRestart: true),
        .number(
            "images.megapixels", 1...200, standard: 40,
            "The maximum size of a picture in megapixels; larger ones are not decoded. Limits the use of memory.",
            steps: [10, 20, 40, 80, 200], needsRestart: true),
        .number(
            "images.memory-megabytes", 1...1000, standard: 32, "The size of the cache of decoded pictures in memory.",
            steps: [16, 32, 64, 128, 256], needsRestart: true),
        .number(
            "images.disk-megabytes", 0...10_000, standard: 64,
            "The size of the cache of loaded pictures on disk, in the cache directory; 0 for none.",
            steps: [0, 16, 64, 256, 1000], needsRestart: true),
        .number(
            "images.disk-days", 1...365, standard: 14, "The number of days that pictures stay in the disk cache.",
            steps: [1, 7, 14, 30, 90, 365], needsRestart: true),
        .flag("notifications.bell", true, "Ring the terminal's bell for items of rules with the effect \"notify\"."),
        .choice(
            "notifications.terminal", ["none", "osc9", "osc777"], standard: "none",
            "The escape sequence for terminal notifications."),
        .words(
            "notifications.command",
            "The program that shows notifications, with its arguments, such as [\"notify-send\", \"--app-name=fiber\"]; "
                + "--, title and text are appended. Run without a shell. Empty for none."),
        .number(
            "network.slow-seconds", 1...600, standard: 5,
            "A source without an answer for this number of seconds is slow: the others are shown without it.",
            steps: [2, 5, 10, 20], needsRestart: true),
        .number(
            "network.timeout-seconds", 1...3600, standard: 30, "The timeout of requests in seconds.",
            steps: [10, 30, 60, 120], needsRestart: true),
        .number(
            "network.parallel", 1...256, standard: 64, "The maximum number of sources requested in parallel.",
            steps: [1, 8, 32, 64, 128], needsRestart: true),
        .number(
            "network.feed-items", 100...10_000_000, standard: 100_000,
            "The maximum number of items read from one document. Limits the use of memory.",
            steps: [1000, 10_000, 100_000, 1_000_000], needsRestart: true),
        .number(
            "retention.read-days", 0...36_500, standard: 0,
            "Read items that are older than this number of days are removed, once a day and by `fiber clean`; 0 keeps "
                + "them. Starred items and those saved for later always stay.", steps: [0, 30, 90, 180, 365, 1000]),
        .number(
            "retention.read-items", 0...10_000_000, standard: 0,
            "Of each source, this number of newest items stays; read ones below them are removed. 0 for no limit.",
            steps: [0, 100, 500, 1000, 5000, 20_000]),
        .number(
            "retention.thread-days", 0...36_500, standard: 90,
            "Posts of threads and profiles that are in no timeline are removed once a day if they are older than this "
                + "number of days; 0 keeps them. Starred ones and those saved for later always stay.",
            steps: [0, 7, 30, 90, 365]),
        .words(
            "rows.compact",
            "The template for rows at this density, with a text for each line, such as "
                + "[\"{kind} {source:16} {title} {text}{>}{marks}{counts}\"]. Empty for the built-in layout."),
        .words("rows.regular", "The same for the density \"regular\": [\"{title}{>}{marks}{source}\", \"{text*2}\"]."),
        .words(
            "rows.roomy",
            "The same for \"roomy\". The fields are title, author, handle, note, text, source, kind, topics, marks, "
                + "counts, link, via and also."),
        .words(
            "browser.command",
            "The program that opens links, with its arguments; the address is appended. Run without a shell. Empty for "
                + "$BROWSER, or else the system's default (xdg-open, or open on macOS)."),
        .words(
            "browser.background",
            "The program for links that are opened in the background, such as [\"firefox\"]. Empty for the same program, "
                + "or the system's default if that one needs the terminal."),
        .words(
            "browser.terminal",
            standard: [
                "w3m", "lynx", "links", "links2", "elinks", "cha", "chawan", "browsh", "carbonyl", "www-browser",
            ], "The browsers that need the terminal: Fiber leaves it to them and comes back when they end."),
        .words(
            "player.command",
            "The program for sounds and videos, such as [\"mpv\"]; the address is appended, or replaces %s. Run without a "
                + "shell. Empty for the browser."),
        .flag(
            "player.terminal", false,
            "The player needs the terminal: Fiber leaves it to the player and comes back when that ends."),
        Setting(
            "save.directory", .text, standard: .choice("~/Downloads"),
            "The directory for saved items. It is made if there is none."),
        .choice(
            "save.format", ["markdown", "text", "html", "json"], standard: "markdown",
            "The form of saved items. `:save FILE` takes it from the file's name."),
        .number(
            "posting.undo-seconds", 0...300, standard: 5,
            "A post waits for this number of seconds before it is sent, and Undo takes it back; 0 sends it at once.",
            steps: [0, 5, 10, 30, 60]),
    ]

    private static func flag(
        _ name: String, _ standard: Bool, _ explanation: String, needsRestart: Bool = false
    ) -> Setting {
        Setting(name, .flag, standard: .flag(standard), explanation, needsRestart: needsRestart)
    }

    private static func number(
        _ name: String, _ bounds: ClosedRange<Int>, standard: Int, _ explanation: String, steps: [Int],
        needsRestart: Bool = false
    ) -> Setting {
        Setting(
            name, .number(bounds), standard: .number(standard), explanation, steps: steps, needsRestart: needsRestart)
    }

    private static func choice(
        _ name: String, _ words: [String], standard: String, _ explanation: String, needsRestart: Bool = false
    ) -> Setting {
        Setting(name, .choice(words), standard: .choice(standard), explanation, needsRestart: needsRestart)
    }

    private static func words(_ name: String, standard: [String] = [], _ explanation: String) -> Setting {
        Setting(name, .words, standard: .words(standard), explanation)
    }
}

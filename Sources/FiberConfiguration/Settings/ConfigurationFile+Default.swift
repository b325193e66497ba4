extension ConfigurationFile {
    /// The default file: every setting with its explanation and default, commented out.
    public static var defaultText: String {
        var text = """
            # The settings of Fiber. Fiber reads this file at the start and after each change, and never overwrites it.
            # To change a setting, remove the # before its line; the values shown are the defaults.
            # A setting that is changed on the screen takes precedence until its line here is changed.
            # The sources are in library.toml beside this file.

            """
        var table = ""
        for setting in Setting.all {
            if setting.table != table {
                table = setting.table
                text += "\n[\(table)]\n"
            }
            text += "# \(setting.explanation)\n"
            switch setting.kind {
            case .choice(let words): text += "# One of: \(words.joined(separator: ", ")).\n"
            case .name(let words): text += "# One of: \(words.joined(separator: ", ")); or your own.\n"
            case .flag, .number, .text, .words: break
            }
            text += "# \(setting.key) = \(setting.standard.toml)\n"
        }
        text += """

            # Your own keys: a table for each context, with a key or a sequence of keys and the command that it runs;
            # "" unbinds a key. The help (the key ?) shows the names of commands beside their keys, and the command
            # line (the key :) lists all of them.
            # The presets "newsboat" and "mastodon" have the keys of newsboat and of Mastodon's terminal clients.
            #[keys]
            #preset = "fiber"
            #[keys.timeline]
            #"g g" = "top"

            # Your own commands: programs that get the item under the cursor, with the key that runs them. The words are
            # arguments as they stand, without a shell. The guide "Commands of your own" has more.
            #[[command]]
            #name = "save-bookmark"
            #key = "ctrl-s"
            #run = ["buku", "--add", "{url}", "--title", "{title}"]

            # Several commands on one key.
            #[[macro]]
            #key = "Z o"
            #run = ["open-in-browser", "toggle-read", "next-unread"]

            """
        return text
    }
}

/// Links that people post and vote on. All sites are invented.
enum StoryTexts {
    static let posters: [String] = [
        "quillfeather", "nth_lamp", "oarlock", "marginalia7", "tabstop", "brassmonkey", "umlaut", "ferrous", "dry_dock",
        "postcard", "hexagonal", "sundial", "lowercase", "mossgreen", "fencepost", "thimble",
    ]

    static let newest: [Story] = showAndAsk + programming + things

    private static let showAndAsk: [Story] = [
        Story(
            "Show: a terminal reader that tells you what it has not loaded", "code.example/fiber-notes", .swift,
            alsoOn: "Shellfish"),
        Story("Show: I taught a plotter to draw tide tables", "plotterdiary.example/tides"),
        Story("Show: a spreadsheet that refuses to sum apples and pears", "unitsheet.example"),
        Story("Show: lap times of forty years of club racing, cleaned by hand", "clubtimes.example/data", .f1),
        Story("Show: a keyboard layout for people who write three languages badly", "trilayout.example"),
        Story("Show: my grandmother’s recipes as a finite state machine", "statekitchen.example"),
        Story(
            "Ask: what do you keep a paper copy of?", nil,
            text:
                "I had a very long power cut and found out that the answer was “not the number of the power company”. What is in your folder?"
        ),
        Story(
            "Ask: how do you name your machines?", nil,
            text:
                "We have run out of rivers. Moons were taken by the other team. Somebody has suggested cheeses, and I would like to hear of bad experiences first."
        ),
        Story(
            "Ask: which old tool do you still use every day, and why is it a hammer?", nil,
            text: "Mine is a stapler from 1958. It has one setting and has never asked me to sign in."),
        Story(
            "Ask: Swift on servers, three years in. What would you do differently?", nil, .swift,
            text: "We would have turned on strict concurrency first and written the features after. What about you?"),
        Story("Show: an alarm clock that reads you the weather before you can object", "mildalarm.example"),
        Story("Show: diff for sheet music", "code.example/scorediff"),
        Story("Show: a weather station in a jam jar", "jarstation.example/build-log"),
        Story(
            "Ask: has anybody here left programming for a bakery? How are the mornings?", nil,
            text: "Asking for a friend, who has flour on the keyboard already."),
    ]

    private static let programming: [Story] = [
        Story(
            "The gap is a first-class citizen: modelling what you do not know", "slowsoftware.example/gaps", .swift,
            alsoOn: "Shellfish"),
        Story("Why our cache had a cache, and how we took both out", "postmortems.example/two-caches"),
        Story(
            "A loser tree beats a heap, and other family stories", "sortofsorted.example/loser-tree",
            alsoOn: "Shellfish"),
        Story(
            "Noncopyable types, explained with a single library book", "type-notes.example/the-book-you-cannot-copy",
            .swift),
        Story("What every reader should know about character widths", "eightycolumns.example/widths"),
        Story("The undo stack is a promise", "slowsoftware.example/undo"),
        Story("Parsing dates: a tragedy in five formats", "feedmechanic.example/dates"),
        Story("SQLite in write-ahead mode, drawn with crayons", "crayonpapers.example/wal"),
        Story("Your progress bar is lying, and that is fine until it is not", "honestpixels.example/progress"),
        Story("One thousand conditional requests and no bodies", "feedmechanic.example/304"),
        Story("Errors should say what to do next", "plainwords.example/errors"),
        Story("The case against the second abstraction", "slowsoftware.example/second-abstraction"),
        Story("I replaced a queue by a list and slept", "postmortems.example/list"),
        Story("Typed throws at the seam", "type-notes.example/typed-throws", .swift, alsoOn: "Shellfish"),
        Story("Reading other people’s lock files for fun", "lockreader.example"),
        Story("A test that cannot fail is a comment that takes time", "plainwords.example/tests"),
        Story("How a 90-second timeout became load-bearing", "postmortems.example/ninety"),
        Story("Bidirectional text in a grid of cells: a field guide", "eightycolumns.example/bidi"),
        Story("Measuring p99 without fooling yourself (much)", "honestpixels.example/p99"),
        Story("The compiler as a colleague", "type-notes.example/colleague", .swift),
        Story("Deleting 40,000 lines, slowly and with permission", "slowsoftware.example/deleting"),
        Story("Exponential backoff is a form of politeness", "feedmechanic.example/politeness"),
        Story("A file format that is older than I am", "plainwords.example/old-format"),
        Story("Actors, reentrancy and the redecorated room", "actors-only.example/reentrancy", .swift),
        Story("Zero-copy, one regret", "postmortems.example/zero-copy"),
        Story("The last 1 % of the Unicode tables", "eightycolumns.example/one-percent"),
        Story("We ran the race simulation backwards to find the bug", "strategy-desk.example/backwards", .f1),
        Story("Telemetry over a bad radio: forward error correction at 300 km/h", "strategy-desk.example/fec", .f1),
        Story("How endurance teams hand over a running system at 3 a.m.", "enduro.example/handover", .wec),
    ]

    private static let things: [Story] = [
        Story("The town whose clock is wrong on purpose", "long-letter.example/four-minutes", alsoOn: "Shellfish"),
        Story("Who mends the sea wall?", "harbournotes.example/wall"),
        Story("The map that was right for one afternoon", "maps.example/one-afternoon"),
        Story("A history of the checkout stamp in lending libraries", "library.example/stamps"),
        Story("What bees know about hexagons, and what they do not", "hedgerow.example/hexagons"),
        Story("The quietest room in the country has a queue", "listening.example/room"),
        Story("How to sharpen a pencil with a knife, at length", "plainwords.example/pencil"),
        Story("An index of all colours named after food", "chroma.example/edible"),
        Story("Why night trains left, and why they are coming back", "timetables.example/night"),
        Story("The woman who timed every race for forty years", "clubtimes.example/the-timekeeper", .wec),
        Story("Salt, rope and rust: maintaining a harbour crane from 1911", "harbournotes.example/crane"),
        Story("The physics of a good queue", "listening.example/queues"),
        Story("I walked every street of my town in alphabetical order", "maps.example/alphabetical"),
        Story("The economics of a village shop with an honesty box", "ledgerlines.example/honesty"),
        Story("How glass gets its green", "chroma.example/glass"),
        Story(
            "Sourdough at altitude: a controlled experiment with uncontrolled eaters", "statekitchen.example/altitude"),
        Story("A tunnel, a flood, and a very good logbook", "postmortems.example/tunnel"),
        Story("The 300-year-old footnote that was right", "library.example/footnote"),
        Story("Handwriting of people who draw circuit diagrams", "plotterdiary.example/hands"),
        Story("Moss: a slow introduction", "hedgerow.example/moss"),
        Story("How a hybrid race car decides where to spend a megajoule", "kerb-notes.example/megajoule", .wec),
        Story("The chicane as urban planning", "kerb-notes.example/chicane", .f1),
        Story("Birdsong at 4 a.m., as data", "listening.example/dawn"),
        Story("The oldest working lift and the man who oils it", "ledgerlines.example/lift"),
        Story("Fog signals of the northern coast, ranked by melancholy", "harbournotes.example/fog"),
        Story("A short defence of the comma", "plainwords.example/comma"),
        Story("Counting swifts (the other ones)", "hedgerow.example/swifts"),
    ]

    static let shellfish: [Story] = [
        Story(
            "The gap is a first-class citizen", "slowsoftware.example/gaps", .swift, tags: ["design"],
            alsoOn: "Newest Stories"),
        Story(
            "A loser tree beats a heap", "sortofsorted.example/loser-tree", tags: ["algorithms"],
            alsoOn: "Newest Stories"),
        Story(
            "Typed throws at the seam", "type-notes.example/typed-throws", .swift, tags: ["plt"],
            alsoOn: "Newest Stories"),
        Story("Interval sets in two hundred lines", "sortofsorted.example/intervals", tags: ["algorithms"]),
        Story("A terminal is not a teletype, except when it is", "eightycolumns.example/teletype", tags: ["unix"]),
        Story("Writing a state machine that argues back", "slowsoftware.example/argues", tags: ["design"]),
        Story("Feeds in the wild: what 3,000 of them do to dates", "feedmechanic.example/wild", tags: ["web"]),
        Story("Monotonic clocks and other small mercies", "honestpixels.example/clocks", tags: ["distributed"]),
        Story("Region-based isolation, with pictures of rooms", "actors-only.example/rooms", .swift, tags: ["plt"]),
        Story("You can write a man page in an afternoon", "plainwords.example/man", tags: ["unix"]),
        Story("The keyset is the message: paging without offsets", "crayonpapers.example/keyset", tags: ["databases"]),
        Story("Property tests for people who like sleeping", "plainwords.example/properties", tags: ["testing"]),
        Story("Static linking: a love story with a large binary", "lockreader.example/static", tags: ["release"]),
        Story("How we draw sixty frames and send none", "eightycolumns.example/none", tags: ["performance"]),
        Story("Debugging by reading it to a colleague who knits", "postmortems.example/knitting", tags: ["practices"]),
        Story("A tiny HTTP server that only misbehaves", "feedmechanic.example/misbehave", tags: ["testing"]),
        Story("UTF-8 decoding with fourteen branches fewer", "sortofsorted.example/utf8", tags: ["performance"]),
        Story(
            "The town whose clock is wrong on purpose", "long-letter.example/four-minutes", tags: ["culture"],
            alsoOn: "Newest Stories"),
        Story("Capability-based plugins, gently", "slowsoftware.example/capabilities", tags: ["security"]),
        Story("What the borrow checker taught my Swift", "type-notes.example/borrowing", .swift, tags: ["plt"]),
        Story("Backups are a reading exercise", "postmortems.example/restore", tags: ["practices"]),
        Story("How a lap counter overflowed on lap 256", "clubtimes.example/overflow", .wec, tags: ["hardware"]),
        Story(
            "Ask: what is the smallest tool that changed your day?", nil,
            text: "Mine prints the time between two lines of any output. I now know that everything waits for DNS.",
            tags: ["ask"]),
        Story("Drawing box characters that meet", "eightycolumns.example/corners", tags: ["unix"]),
    ]
}

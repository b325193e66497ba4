import EngineConcepts

/// A podcast on endurance racing: notes to its episodes.
enum Almanac {
    static let episodes: [Article] = [
        episode(
            37, "The car that would not start, and the race that did not mind", minutes: 52,
            "Halden’s #3 stood on the grid with a dead battery and won anyway. Liv talks to the man who pushed, to the man who steered, and to the man who had said that it would be fine.",
            chapters: ["00:00  Cold open, cold battery", "11:40  Two hundred metres, uphill", "31:05  Letters"]),
        episode(
            38, "How to sleep in a tyre warmer", minutes: 44,
            "Eleven mechanics on where, when and on what. With a disagreement about earplugs that we have cut down from forty minutes.",
            chapters: ["00:00  Horizontal", "14:20  Upright", "29:10  The argument about earplugs"]),
        episode(
            39, "Blue flags and other courtesies", minutes: 61,
            "What do drivers of slow cars see? Mostly headlights. A conversation with two who have been lapped more often than anybody else alive, and are proud of it.",
            chapters: ["00:00  Mirrors", "22:15  “After you”", "48:00  The one that got by twice"]),
        episode(
            40, "One lap of Alder Bay, very slowly", minutes: 73,
            "For episode forty we walk the track with a sound recordist, a botanist and a retired lighthouse keeper. There is thyme at the quarry bend. There is a reason for the bump at Old Bridge.",
            chapters: ["00:00  Start line", "18:30  Quarry bend", "37:45  Old Bridge", "58:20  Lighthouse, and tea"]),
        episode(
            41, "The undercut, explained to a child of nine", minutes: 39,
            "The child asks better questions than we do, and in the end it is she who explains it to us. Contains a diagram made of biscuits.",
            chapters: ["00:00  Biscuits", "16:00  “But why does the other one not stop too?”", "33:30  Answers"]),
        episode(
            42, "Live from the wall: Alder Bay, before the start", minutes: 28,
            "Recorded this morning between the scrutineering bay and the coffee. Who has the pace, who says that they do not, and why everybody is looking at the sky over the bay.",
            chapters: ["00:00  Weather", "09:15  Who is bluffing", "21:50  Our guesses, for you to keep"]),
    ]

    private static func episode(
        _ number: Int, _ title: String, minutes: Int, _ notes: String, chapters: [String]
    ) -> Article {
        let list = chapters.map { "<li>\($0)</li>" }.joined()
        return Article(
            "\(number): \(title)", by: "Liv Anders", .wec, ["podcast"], summary: notes,
            media: [
                Media(
                    url: "https://almanac.example/audio/\(number).mp3", kind: .audio, type: "audio/mpeg",
                    byteCount: Int64(minutes) * 960_000, seconds: minutes * 60,
                    alternativeText: "Pit Lane Almanac, episode \(number)")
            ],
            html: "<p>\(notes)</p><h3>Chapters</h3><ul>\(list)</ul><p>Write to us: a postcard is best.</p>")
    }
}

extension Voices {
    static let swift: [Voice] = [
        Voice(
            Cast.datetimes, .swift,
            [
                "A day has 24 hours, except on the two days on which you deploy.",
                "Stored as UTC, shown as local, compared as neither. Found it at 02:30, which last night was twice. #DateTime",
                "There is a time zone with an offset of +12:45. People live there and are very patient with us.",
                "`1970-01-01` in a user interface is not a date. It is a confession.",
                "Half-open intervals. In calendars, in code, in kitchens: begin included, end not. Everything fits. #SwiftLang",
                "A feed gave me the date “Thursday, probably”. I have added it to the fixtures.",
            ]),
        Voice(
            Cast.compiler, .swift,
            [
                "An `any` in front of a protocol is a price tag. It was always in the shop, now it is also on the shelf. #SwiftLang",
                "Spent the morning making an illegal state impossible to write. Spent the afternoon finding out that somebody relied on it.",
                "Typed throws are at their best at a seam: inside, throw what you like; at the door, say what can go wrong.",
                "Today’s diagnostics were so good that I believed them without scrolling. This is how trust begins. #SwiftLang",
                "The type checker is not slow, it is thorough about your seven nested ternaries.",
                "A value type is a letter, a class is a telephone. Both are fine. You should know which one you are holding.",
                "Deleted a protocol with one conformance. Nothing broke. Nothing ever had.",
                Remark(
                    "Whiteboard from the review: what may be nil, what may be empty, and what we only thought might be.",
                    pictures: ["A whiteboard with three columns; most entries of the last column are crossed out"]),
            ]),
        Voice(
            Cast.concurrency, .swift,
            [
                "After every `await`, look around: the room may have been redecorated. #SwiftConcurrency",
                "An actor is not a lock. An actor is a receptionist. Several guests may be in the building.",
                "Rule of the house: whoever starts a task also knows how it ends.",
                "Found the data race. It was in the test that proves there is none.",
                Remark(
                    "Yes, and the nice part: the compiler now finds it before you do. It found four of mine before lunch.",
                    quoting: .init(
                        author: Cast.packages,
                        text:
                            "Turned on the Swift 6 mode in the smallest target first. Recommended. The smallest target was not small."
                    )),
                "`Sendable` in one sentence: you may take this outside, it does not bite. #SwiftLang",
                "Cancellation is cooperative, like a choir. One person who does not look up and everybody sings the extra verse.",
            ]),
        Voice(
            Cast.packages, .swift,
            [
                "Ten targets, eleven arrows, no cycles. I printed the graph. It hangs next to the fire exit plan and looks calmer.",
                "Reminder that a dependency is a person. Be kind in issues, pin in manifests.",
                "Release checklist, item one: read the release checklist. #PackageOfTheWeek",
                "Build of the package, cold: {count} s. Warm: the time it takes to regret asking.",
                "Removed a dependency today by reading it. It was forty lines and a logo.",
                "Version 4.0 is out. It removes everything that 3.x said would be removed, including, at last, the apology. https://code.example/packages/lanterns/releases/tag/4.0.0",
            ]),
        Voice(
            Cast.terminal, .swift,
            [
                "A terminal is a window that trusts you. Do not print what a stranger wrote into it without looking. #TUI",
                "Combining marks are where width tables go to learn humility: n̈ is one cell, ﷽ is however many your font feels like.",
                "Test words for column counts: naïve, Zoë, Z͑oë, 日本語, 한국어, עברית, العربية, 👩‍🚀. If they line up you may go home.",
                "80×24 is not a limit. It is a haiku. #TUI",
                "Today I learned that my escape key waits a second in case I meant something else. I often do.",
                "My program now redraws only what has changed. So do I, mostly, on Sundays.",
                Remark(
                    "Six colours of the same window: truecolor, 256, 16, light, high contrast, and none at all. The last is my favourite.",
                    pictures: ["Six small terminal windows in two rows, all with the same table in different palettes"]),
                "Opened a pull request that deletes a progress bar. The work is now faster than the bar. 🟩",
            ]),
    ]

    static let shortHand: [Voice] = [
        Voice(
            Cast.compilador, .swift, in: "es",
            [
                "Hoy el compilador y yo hemos discutido sobre un `nil`. Tenía razón él. No se lo he dicho. #SwiftLang",
                "Los actores no son candados: son una cola con buenos modales.",
                "He convertido una clase en una estructura y han desaparecido tres fallos y un compañero enfadado.",
                "Regla de mi equipo: si el nombre necesita «Manager», falta una idea. #Swift",
                "Compilar en frío: {count} segundos. Da tiempo a calentar el café y a dudar de todo.",
                "`switch` exhaustivo: el compilador te obliga a pensar en el caso que ibas a olvidar. Gracias, compilador.",
            ]),
        Voice(
            Cast.statistician, .f1,
            [
                "Grid order by average age: P1 is a school trip, P2 brought the sandwiches.",
                "{laptime} on used tyres. Write it down, it will be denied by evening. #SalvoGP",
                "A lead of {gap} s is not safe here. In the last race it was not safe at 41.",
                "Number of overtakes at {corner} today: {few}. Number that lasted until the next corner: fewer.",
            ]),
        Voice(
            Cast.terminal, .swift,
            [
                "Shell history says I have typed `git stauts` {count} times. I have made it an alias. I have made peace.",
                "Hot take: the best dashboard is a log that has nothing to say.",
                "Every cache I have written started with “just”.",
            ]),
    ]
}

import EngineConcepts

/// The remarks by author and service. The texts are in files by subject.
enum Voices {
    /// The remarks on the Mastodon-like server.
    static let fedi: [Voice] = f1 + wec + swift + world

    /// The remarks on the Bluesky-like service: the Spanish-speaking half of the sample, and some others.
    static let cielo: [Voice] = spanishRacing + spanishLife + shortHand

    /// The authors who boost other posts.
    static let boosters: [Author] = [
        Cast.lapChart, Cast.corner, Cast.nightShift, Cast.terminal, Cast.words, Cast.curva, Cast.trains,
        Cast.compiler, Cast.garden,
    ]
}

/// Additions for corrected posts.
enum Corrections {
    static let english: [String] = [
        "Edit: one lap later than I wrote. The stopwatch was right, the hand was not.",
        "Edit: typo. The other one is load-bearing.",
        "Edit: three people have told me, kindly. Thank you, it is fixed.",
        "Edit: it was the left rear. My left, not theirs.",
        "Edit: wrong day, right mood.",
    ]

    static let spanish: [String] = [
        "Edito: era una vuelta más tarde. La prisa es mía.",
        "Edito: falta de ortografía corregida, gracias por el codazo.",
        "Edito: era la rueda izquierda. La izquierda de ellos.",
    ]
}

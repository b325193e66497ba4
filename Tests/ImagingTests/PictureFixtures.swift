import Foundation

/// Small pictures as programs write them, each of 32 × 16 pixels, red on the left and blue on the right.
enum PictureFixtures {
    /// JPEG, baseline.
    static let jpeg = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEExNDk7
        Pj4+JS5ESUM8SDc9Pjv/2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7
        Ozs7Ozs7Ozv/wAARCAAQACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/E
        ABUBAQEAAAAAAAAAAAAAAAAAAAcF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AzICQREYAtjB//9k=
        """)

    /// Progressive JPEG.
    static let progressiveJPEG = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEExNDk7
        Pj4+JS5ESUM8SDc9Pjv/2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7
        Ozs7Ozs7Ozv/wgARCAAQACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQF/8QAFQEBAQAAAAAAAAAAAAAAAAAABgT/
        2gAMAwEAAhADEAAAAcwRooguL//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEAAQUCD//EABQRAQAAAAAAAAAAAAAAAAAAABD/
        2gAIAQMBAT8BP//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQIBAT8BP//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEABj8C
        D//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEAAT8hD//aAAwDAQACAAMAAAAQC9//xAAUEQEAAAAAAAAAAAAAAAAAAAAQ/9oA
        CAEDAQE/ED//xAAUEQEAAAAAAAAAAAAAAAAAAAAQ/9oACAECAQE/ED//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAE/EA//
        2Q==
        """)

    /// JPEG in CMYK, as Adobe's programs write it.
    static let inkJPEG = bytes(
        """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAKBwcIBwYKCAgICwoKCw4YEA4NDQ4dFRYRGCMfJSQiHyIhJis3LyYpNCkhIjBBMTQ5Oz4+
        PiUuRElDPEg3PT47/8AAFAgAEAAgBEMRAE0RAFkRAEsRAP/EABcAAQEBAQAAAAAAAAAAAAAAAAAIBwb/xAAUEAEAAAAAAAAAAAAA
        AAAAAAAA/9oADgRDAE0AWQBLAAA/AO6ZizFswAncUQACiBO4AJ3FEAA//9k=
        """)

    /// Lossy WebP.
    static let webp = bytes(
        """
        UklGRlIAAABXRUJQVlA4IEYAAACwAwCdASogABAAPp1AnEglo6MhMAgAsBOJaACdMoRwN4BvAAHLhAD+7U3fUfKL/56ZgKwN4P/O
        Ub8Ka+FNfhTX4BrOEQAA
        """)

    /// Lossless WebP; the left half is transparent.
    static let clearWebP = bytes(
        """
        UklGRigAAABXRUJQVlA4TBsAAAAvH8ADEA8wHuMxyPMf8BAIJPlLD7BARP+DegEA
        """)

    /// Animated WebP with two frames; the second is green.
    static let movingWebP = bytes(
        """
        UklGRuYAAABXRUJQVlA4WAoAAAACAAAAHwAADwAAQU5JTQYAAAAAAAAAAABBTk1GYAAAAAAAAAAAAB8AAA8AAGQAAAJWUDggSAAA
        AFABAJ0BKiAAEAACQDgloAAD2UAA/vA4Q//G/1a+TLhf//srH/+lY//0rH7wX/AD3/++gH/99AP8X/+qv/+09f/7T1/MH/YUAEFO
        TUZSAAAAAAAAAAAAHwAADwAAZAAAAFZQOCA6AAAA1AIAnQEqIAAQAD6dPppIgwCAAAE4lAFqLQD8AAEL4AD+3UR/+dg9l372S//W
        V/Mr+ZX++R/MKnAAAA==
        """)

    /// Interlaced GIF.
    static let interlacedGIF = bytes(
        """
        R0lGODdhIAAQAIEAAMgeHh4eyAAAAAAAACwAAAAAIAAQAEAISAABCBxIsCCAAAgTKlwYwKDDgQwjJnz4UKJEig4tRsRoUCNDjgU9
        LgRJUKRCkhBNIkQpUOVKli4bwnTJ8iDNmSprxtR5E2XMgAA7
        """)

    /// Animated GIF with two frames; the second is green.
    static let movingGIF = bytes(
        """
        R0lGODlhIAAQAIEAAMgeHh4eyAAAAAAAACH5BAAKAAAALAAAAAAgABAAAAhIAAEIHEiwIIAACBMqXBjAoMOBDCMmfPhQokSKDi1G
        xGhQI0OOBT0uBElQpEKSEE0iRClQ5UqWLhvCdMnyIM2ZKmvG1HkTZcyAACH5BAEKAAEALAAAAAAgABAAgQD/AAAAAAAAAAAAAAgn
        AAEIHEiwoMGDCBMqXMiwocOHECNKnEixosWLGDNq3Mixo8ePEAMCADs=
        """)

    private static func bytes(_ text: String) -> [UInt8] {
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return [] }
        return [UInt8](data)
    }
}

/// The plural rules that catalogues may name in their header.
enum PluralRule: String, CaseIterable {
    case oneAndOther = "nplurals=2; plural=(n != 1);"
    case upToOneAndOther = "nplurals=2; plural=(n > 1);"
    case none = "nplurals=1; plural=0;"

    /// Returns the index of the form for a number.
    func form(for number: Int) -> Int {
        switch self {
        case .oneAndOther: number == 1 ? 0 : 1
        case .upToOneAndOther: number > 1 ? 1 : 0
        case .none: 0
        }
    }
}

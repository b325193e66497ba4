import EngineConcepts

/// The authors of the sample. All are invented.
enum Cast {
    // Motor racing.
    static let pitWall = person("pitwall", "Pit Wall Live", "motorsport.example", isVerified: true)
    static let strategy = person("strategy", "Strategy Desk", "motorsport.example")
    static let lapChart = person("lapchart", "Lap Chart", "fedi.example")
    static let tyreNotes = person("tyrenotes", "Tyre Notes", "fedi.example")
    static let marshal = person("post14", "Marshal at Post 14", "fedi.example")
    static let nightShift = person("nightshift", "Night Shift", "enduro.example")
    static let gearbox = person("secondgear", "Wanda Ostrow", "enduro.example")
    static let statistician = person("decimals", "Three Decimals", "motorsport.example")
    static let recordist = person("fieldtape", "Field Tape", "enduro.example")
    static let junior = person("kart37", "Kart 37", "motorsport.example")
    static let noche = person("boxes", "Noche en Boxes", "boxes.example", isVerified: true)
    static let curva = person("curvaocho", "Curva Ocho", "boxes.example")
    static let relevo = person("relevo", "Jimena Relevo", "boxes.example")

    // Swift.
    static let compiler = person("typewise", "Nadia Brecht", "code.example")
    static let concurrency = person("actorsonly", "Tobias Lunde", "code.example")
    static let packages = person("manifest", "Ruth Ann Kessel", "code.example", isVerified: true)
    static let terminal = person("eightycolumns", "Eighty Columns", "tty.example")
    static let datetimes = person("leapsecond", "Leap Second", "code.example")
    static let compilador = person("compila", "Inés Barranco", "code.example")

    // The world.
    static let corner = person("corner", "Slow Corner", "fedi.example")
    static let harbour = person("harbour", "Harbour Office", "port-hollis.example", isVerified: true)
    static let library = person("lendingdesk", "The Lending Desk", "library.example")
    static let garden = person("allotment9", "Allotment Nine", "fedi.example")
    static let trains = person("platform2", "Platform Two", "fedi.example")
    static let kitchen = person("lowflame", "Low Flame", "fedi.example")
    static let sky = person("clearsky", "Clear Sky Tonight", "stars.example")
    static let maps = person("contour", "Contour Lines", "maps.example")
    static let words = person("footnote", "Footnote", "library.example")
    static let repairs = person("repaircafe", "Repair Café", "fedi.example")
    static let choir = person("altos", "Second Altos", "fedi.example")
    static let bees = person("hivefive", "Hive Five", "fedi.example")
    static let lluvia = person("lluvia", "Lluvia Fina", "fedi.example")
    static let mercado = person("mercado", "Puesto Once", "fedi.example")

    private static func person(_ id: String, _ name: String, _ host: String, isVerified: Bool = false) -> Author {
        Author(
            id: id, name: name, handle: "@\(id)@\(host)", avatar: "https://\(host)/avatars/\(id).png",
            isVerified: isVerified)
    }
}

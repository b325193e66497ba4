/// The cars of the sample's races. Teams, drivers and circuits are invented.
enum Entries {
    struct Entry: Sendable {
        let number: Int
        let team: String
        let drivers: [String]
    }

    static let all: [Entry] = [
        Entry(number: 3, team: "Halden Racing", drivers: ["Lindqvist", "Okonkwo", "Baptiste"]),
        Entry(number: 7, team: "Kestrel Works", drivers: ["Varga", "Hartmann", "Ishikura"]),
        Entry(number: 8, team: "Kestrel Works", drivers: ["Dolan", "Pereira", "Sundaram"]),
        Entry(number: 11, team: "Rosso Vento", drivers: ["Castellani", "Moreau", "Ferrante"]),
        Entry(number: 14, team: "Tamarind GP", drivers: ["Sandoval", "Eklund", "Nwosu"]),
        Entry(number: 16, team: "Corvane", drivers: ["Brandt", "Achterberg", "Solheim"]),
        Entry(number: 22, team: "Nordlicht", drivers: ["Rasmussen", "Vogt", "Kaur"]),
        Entry(number: 27, team: "Ouranos Sport", drivers: ["Petridis", "Lefèvre", "Zieliński"]),
        Entry(number: 35, team: "Estrella Sur", drivers: ["Ibarra", "Quiroga", "Montes"]),
        Entry(number: 41, team: "Grey Heron", drivers: ["Whitlock", "Tanaka", "Dubois"]),
        Entry(number: 50, team: "Rosso Vento", drivers: ["Albani", "Nordström", "Hale"]),
        Entry(number: 63, team: "Bluebell Motors", drivers: ["Carrow", "Mbeki-Lund", "Saar"]),
        Entry(number: 77, team: "Sixpence Racing", drivers: ["Fairweather", "Onyango", "Ritter"]),
        Entry(number: 91, team: "Mirador", drivers: ["Salcedo", "Thorne", "Yıldız"]),
    ]

    static let numbers: [Int] = all.map(\.number)
}

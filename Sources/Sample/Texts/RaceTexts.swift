import CTexts

/// The cars and corners of the sample's races, and the phrases of the live ticker.
struct RaceTexts: BundledTexts {
    struct Car: Decodable, Sendable {
        let number: Int
        let team: String
        let drivers: [String]
    }

    struct Phrases: Decodable, Sendable {
        let beforeTheRace: [String]
        let afterTheFlag: [String]
        let safetyCar: [String]
        let cheapStops: [String]
        let waitingRadio: [String]
        let lapRemarks: [String]
        let stops: [String]
        let radio: [String]
        let weather: [String]
        let raceControl: [String]
        let trackside: [String]
        let moves: [String]
    }

    let corners: [String]
    let cars: [Car]
    let phrases: Phrases

    static let bundled = RaceTexts(file: embedded_race_toml())
}

import EngineConcepts

/// Writes the live ticker of a six-hour race from a small grammar: laps, pit stops, gaps, weather, flags and radio
/// messages.
struct TickerWriter: SampleWriter {
    let raceStart: Timestamp
    let safetyCar: ClosedRange<Timestamp>
    let race: SampleRace
    private let phrases = RaceTexts.bundled.phrases

    private static let raceSeconds: Int64 = 6 * 3600
    private static let lapSeconds: Int64 = 108

    func content(of item: SampleItem) -> SampleContent {
        var random = item.random
        let elapsed = item.time.seconds - raceStart.seconds
        let update =
            if elapsed < 0 {
                beforeTheRace(item, random: &random)
            } else if elapsed > Self.raceSeconds {
                Update("Paddock", phrase(phrases.afterTheFlag, round: item.index, random: &random))
            } else if safetyCar.contains(item.time) {
                behindSafetyCar(item, random: &random)
            } else {
                racing(item, elapsed: elapsed, random: &random)
            }
        return SampleContent(
            body: TicketBody(
                title: update.title, text: .styled(update.text),
                author: Author(id: update.sender, name: update.sender),
                link: "https://timing.example/alder-bay/\(item.index)", language: "en",
                tags: [Subject.wec.rawValue, "AlderBay6h"]))
    }

    private struct Update {
        var sender: String
        var title: String?
        var text: StyledText

        init(_ sender: String, _ text: String) {
            self.init(sender, title: nil, text: TickerWriter.marked(text))
        }

        init(_ sender: String, title: String?, text: StyledText) {
            self.sender = sender
            self.title = title
            self.text = text
        }
    }

    private func beforeTheRace(_ item: SampleItem, random: inout SeededRandom) -> Update {
        let car = random.pick(RaceTexts.bundled.cars)
        switch item.index % 3 {
        case 0:
            return Update("Paddock", phrase(phrases.beforeTheRace, round: item.index / 3, random: &random))
        case 1:
            return Update("Timing", "#\(car.number) \(car.team): \(lapTime(&random)) on a used set.")
        default:
            let result = "\(random.pick(car.drivers)) goes P\(random.number(in: 1...12))"
            return Update("Timing", "\(result) in the #\(car.number), \(lapTime(&random)).")
        }
    }

    private func behindSafetyCar(_ item: SampleItem, random: inout SeededRandom) -> Update {
        let car = random.pick(RaceTexts.bundled.cars)
        let round = item.index / 4
        switch item.index % 4 {
        case 0, 2:
            return Update("Race Control", phrase(phrases.safetyCar, round: item.index / 2, random: &random))
        case 1:
            let stop = phrase(phrases.cheapStops, round: round, random: &random)
            return Update("Pit Lane", "#\(car.number) \(car.team) \(stop)")
        default:
            return Update("Radio", "#\(car.number): \(phrase(phrases.waitingRadio, round: round, random: &random))")
        }
    }

    /// The subjects of messages under green. Sixteen messages make a round.
    private enum Topic {
        case lap, stop, gap, move, radio, trackside, raceControl, order
    }

    private static let round: [Topic] = [
        .lap, .stop, .radio, .gap, .trackside, .lap, .move, .stop, .raceControl, .lap, .radio, .move, .gap, .stop,
        .trackside, .order,
    ]

    private func racing(_ item: SampleItem, elapsed: Int64, random: inout SeededRandom) -> Update {
        let topic = Self.round[item.index % Self.round.count]
        let before = Self.round.prefix(item.index % Self.round.count).count { $0 == topic }
        let nth = item.index / Self.round.count * Self.round.count { $0 == topic } + before
        let field = race.order(after: elapsed)
        let position = random.below(field.count - 1)
        let (ahead, behind) = (field[position], field[position + 1])
        let car = "#\(ahead.car.number)"
        switch topic {
        case .lap:
            let remark = phrase(phrases.lapRemarks, round: nth, random: &random)
            let lap = elapsed / Self.lapSeconds + 1
            return Update("Timing", "\(car) \(ahead.car.team): \(lapTime(&random)) on lap \(lap), \(remark)")
        case .stop:
            return Update("Pit Lane", stop(ahead.car, elapsed: elapsed, nth: nth, random: &random))
        case .gap:
            let gap = max(1, behind.gap - ahead.gap)
            let earlier = max(1, gap + random.number(in: -4...9))
            let gaps = "\(Placeholders.decimal(gap)) s, was \(Placeholders.decimal(earlier)) s a lap ago."
            return Update("Timing", "#\(behind.car.number) to \(car) for P\(position + 1): \(gaps)")
        case .move:
            let move = phrase(phrases.moves, round: nth, random: &random)
            return Update("Timing", "\(car) \(move) #\(behind.car.number) for P\(position + 1).")
        case .radio:
            return Update("Radio", "\(car): \(phrase(phrases.radio, round: nth, random: &random))")
        case .trackside where nth.isMultiple(of: 3):
            let weather = race.weather(after: elapsed)
            let figures = "Track \(weather.track) °C, air \(weather.air) °C, wind \(weather.wind) km/h."
            return Update("Weather", "\(phrase(phrases.weather, round: nth / 3, random: &random)) \(figures)")
        case .trackside:
            return Update("Trackside", phrase(phrases.trackside, round: nth, random: &random))
        case .raceControl:
            return Update("Race Control", "\(car) \(phrase(phrases.raceControl, round: nth, random: &random))")
        case .order:
            return order(field, elapsed: elapsed)
        }
    }

    private func stop(_ car: RaceTexts.Car, elapsed: Int64, nth: Int, random: inout SeededRandom) -> String {
        // Every crew changes drivers at its own times; between two changes the driver stays the same.
        let stint = Int(elapsed + Int64(car.number) * 97) / 2400
        let (out, back) = (car.drivers[stint % car.drivers.count], car.drivers[(stint + 1) % car.drivers.count])
        let change = random.oneIn(3) ? "\(out) stays in" : "\(out) out, \(back) in"
        let work = phrase(phrases.stops, round: nth, random: &random)
        let time = Placeholders.decimal(random.number(in: 284...661))
        return "#\(car.number) \(car.team) stops: \(change), \(work), \(time) s stationary."
    }

    /// Returns the first six cars as a table.
    private func order(_ field: [SampleRace.Position], elapsed: Int64) -> Update {
        let rows = field.prefix(6).enumerated()
            .map { index, position in
                let gap = index == 0 ? "leader" : "+\(Placeholders.decimal(position.gap)) s"
                let cells = ["\(index + 1)", "#\(position.car.number)", position.car.team, gap]
                return StyledText.Block(kind: .tableRow(header: false), text: cells.joined(separator: "\t"))
            }
        let header = StyledText.Block(kind: .tableRow(header: true), text: "Pos\tCar\tTeam\tGap")
        let time = "\(elapsed / 3600) h \(String(elapsed / 60 % 60, width: 2)) min"
        return Update("Timing", title: "Order after \(time)", text: StyledText(blocks: [header] + rows))
    }

    /// Returns the phrase for this round with its placeholders filled. A phrase recurs only after all others.
    private func phrase(_ phrases: [String], round: Int, random: inout SeededRandom) -> String {
        Placeholders.fill(phrases[(round * 7 + 3) % phrases.count], random: &random)
    }

    private func lapTime(_ random: inout SeededRandom) -> String {
        Placeholders.lapTime(random.number(in: 106_900...111_900))
    }

    /// Returns the text with bold car numbers and times as figures.
    private static func marked(_ text: String) -> StyledText {
        var entities: [StyledText.Entity] = []
        var offset = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let trailing = word.reversed().prefix { ",;:.".contains($0) }.count
            let range = offset..<(offset + word.utf8.count - trailing)
            if word.hasPrefix("#") {
                entities.append(StyledText.Entity(.strong, range))
            } else if word.first?.isNumber == true,
                text.utf8.dropFirst(offset).prefix(range.count).contains(where: ".:".utf8.contains)
            {
                entities.append(StyledText.Entity(.figure, range))
            }
            offset += word.utf8.count + 1
        }
        return StyledText(blocks: [StyledText.Block(text: text, entities: entities)])
    }
}

import EngineConcepts

/// Writes the live ticker of a six-hour race from a small grammar: laps, pit stops, gaps, weather, flags and radio
/// messages.
struct TickerWriter: SampleWriter {
    /// When the race started.
    let raceStart: Timestamp
    /// The period with the safety car.
    let safetyCar: ClosedRange<Timestamp>
    let race: SampleRace

    private static let raceSeconds: Int64 = 6 * 3600
    private static let lapSeconds: Int64 = 108

    func content(at place: SamplePlace) -> SampleContent {
        var dice = place.dice
        let elapsed = place.time.seconds - raceStart.seconds
        let line: Line =
            if elapsed < 0 {
                beforeTheRace(place, dice: &dice)
            } else if elapsed > Self.raceSeconds {
                Line("Paddock", dealt(TickerLines.afterTheFlag, round: place.index, dice: &dice))
            } else if safetyCar.contains(place.time) {
                neutralised(place, dice: &dice)
            } else {
                racing(place, elapsed: elapsed, dice: &dice)
            }
        return SampleContent(
            body: TicketBody(
                title: line.title, text: .styled(line.text), author: Author(id: line.desk, name: line.desk),
                link: "https://timing.example/alder-bay/\(place.index)", language: "en",
                tags: [Subject.wec.rawValue, "AlderBay6h"]))
    }

    /// One message with its sender and text.
    private struct Line {
        var desk: String
        var title: String?
        var text: StyledText

        init(_ desk: String, _ text: String) {
            self.desk = desk
            self.text = TickerWriter.marked(text)
        }

        init(_ desk: String, title: String, text: StyledText) {
            self.desk = desk
            self.title = title
            self.text = text
        }
    }

    private func beforeTheRace(_ place: SamplePlace, dice: inout SeededRandom) -> Line {
        let entry = dice.pick(Entries.all)
        return switch place.index % 3 {
        case 0: Line("Paddock", dealt(TickerLines.beforeTheRace, round: place.index / 3, dice: &dice))
        case 1: Line("Timing", "#\(entry.number) \(entry.team): \(lap(&dice)) on a used set.")
        default:
            Line(
                "Timing",
                "\(dice.pick(entry.drivers)) goes P\(dice.number(in: 1...12)) in the #\(entry.number), \(lap(&dice)).")
        }
    }

    private func neutralised(_ place: SamplePlace, dice: inout SeededRandom) -> Line {
        let entry = dice.pick(Entries.all)
        let round = place.index / 4
        return switch place.index % 4 {
        case 0, 2: Line("Race Control", dealt(TickerLines.safetyCar, round: place.index / 2, dice: &dice))
        case 1:
            Line(
                "Pit Lane", "#\(entry.number) \(entry.team) \(dealt(TickerLines.cheapStops, round: round, dice: &dice))"
            )
        default: Line("Radio", "#\(entry.number): \(dealt(TickerLines.waitingRadio, round: round, dice: &dice))")
        }
    }

    /// The subjects of messages under green. Sixteen messages make a round.
    private enum Topic {
        case lap
        case stop
        case gap
        case move
        case radio
        case trackside
        case raceControl
        case order
    }

    private static let round: [Topic] = [
        .lap, .stop, .radio, .gap, .trackside, .lap, .move, .stop, .raceControl, .lap, .radio, .move, .gap, .stop,
        .trackside,
        .order,
    ]

    private func racing(_ place: SamplePlace, elapsed: Int64, dice: inout SeededRandom) -> Line {
        let topic = Self.round[place.index % Self.round.count]
        let before = Self.round.prefix(place.index % Self.round.count).count { $0 == topic }
        let nth = place.index / Self.round.count * Self.round.count { $0 == topic } + before
        let field = race.order(after: elapsed)
        let position = dice.below(field.count - 1)
        let entry = field[position].entry
        let car = "#\(entry.number)"
        switch topic {
        case .lap:
            let remark = dealt(TickerLines.lapRemarks, round: nth, dice: &dice)
            return Line("Timing", "\(car) \(entry.team): \(lap(&dice)) on lap \(lapNumber(elapsed)), \(remark)")
        case .stop:
            return Line("Pit Lane", stop(entry, elapsed: elapsed, nth: nth, dice: &dice))
        case .gap:
            let ahead = field[position]
            let behind = field[position + 1]
            let gap = max(1, behind.gap - ahead.gap)
            let earlier = gap + dice.number(in: -4...9)
            return Line(
                "Timing",
                "#\(behind.entry.number) to \(car) for P\(position + 1): \(Slots.decimal(gap)) s, was "
                    + "\(Slots.decimal(max(1, earlier))) s a lap ago.")
        case .move:
            let move = dealt(TickerLines.moves, round: nth, dice: &dice)
            return Line("Timing", "\(car) \(move) #\(field[position + 1].entry.number) for P\(position + 1).")
        case .radio:
            return Line("Radio", "\(car): \(dealt(TickerLines.radio, round: nth, dice: &dice))")
        case .trackside where nth.isMultiple(of: 3):
            return weather(elapsed: elapsed, nth: nth / 3, dice: &dice)
        case .trackside:
            return Line("Trackside", dealt(TickerLines.trackside, round: nth, dice: &dice))
        case .raceControl:
            return Line("Race Control", "\(car) \(dealt(TickerLines.raceControl, round: nth, dice: &dice))")
        case .order:
            return order(field, elapsed: elapsed)
        }
    }

    private func stop(_ entry: Entries.Entry, elapsed: Int64, nth: Int, dice: inout SeededRandom) -> String {
        // Every crew changes drivers at its own times; between two changes the driver stays the same.
        let stint = Int(elapsed + Int64(entry.number) * 97) / 2400
        let crew = entry.drivers
        let (out, back) = (crew[stint % crew.count], crew[(stint + 1) % crew.count])
        let change = dice.oneIn(3) ? "\(out) stays in" : "\(out) out, \(back) in"
        let work = dealt(TickerLines.stops, round: nth, dice: &dice)
        let time = Slots.decimal(dice.number(in: 284...661))
        return "#\(entry.number) \(entry.team) stops: \(change), \(work), \(time) s stationary."
    }

    private func weather(elapsed: Int64, nth: Int, dice: inout SeededRandom) -> Line {
        let weather = race.weather(after: elapsed)
        let figures = "Track \(weather.track) °C, air \(weather.air) °C, wind \(weather.wind) km/h."
        return Line("Weather", "\(dealt(TickerLines.weather, round: nth, dice: &dice)) \(figures)")
    }

    /// Returns the first six cars as a table.
    private func order(_ field: [SampleRace.Position], elapsed: Int64) -> Line {
        let rows = field.prefix(6).enumerated()
            .map { position, standing in
                let gap = position == 0 ? "leader" : "+\(Slots.decimal(standing.gap)) s"
                let cells = ["\(position + 1)", "#\(standing.entry.number)", standing.entry.team, gap]
                return StyledText.Block(kind: .tableRow(header: false), text: cells.joined(separator: "\t"))
            }
        let header = StyledText.Block(kind: .tableRow(header: true), text: "Pos\tCar\tTeam\tGap")
        let time = "\(elapsed / 3600) h \(Slots.padded(Int(elapsed / 60 % 60), to: 2)) min"
        return Line("Timing", title: "Order after \(time)", text: StyledText(blocks: [header] + rows))
    }

    /// Returns the line for this round with its slots filled. A line recurs only after all others.
    private func dealt(_ lines: [String], round: Int, dice: inout SeededRandom) -> String {
        Slots.fill(lines[(round * 7 + 3) % lines.count], dice: &dice)
    }

    private func lapNumber(_ elapsed: Int64) -> Int64 {
        elapsed / Self.lapSeconds + 1
    }

    private func lap(_ dice: inout SeededRandom) -> String {
        Slots.lapTime(dice.number(in: 106_900...111_900))
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

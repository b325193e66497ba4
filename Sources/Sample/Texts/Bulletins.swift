import EngineConcepts

/// News in two or three sentences, as from a wire service.
enum Bulletins {
    static let all: [Article] = racing + world

    private static let racing: [Article] = [
        bulletin(
            "Monte Salvo keeps its date", .f1,
            "The street race at Monte Salvo stays in the second week of May. The fish market, which shares the quay, has moved to Thursday and says that it prefers it."
        ),
        bulletin(
            "Corvane names reserve driver", .f1,
            "Solheim will stand by for both cars until the summer. Asked what a reserve driver does, he said: “I am very well rested.”"
        ),
        bulletin(
            "New kerbs for Kessel Ridge", .f1,
            "The kerb at the exit of {corner} will be lowered by two centimetres before the next meeting. Drivers had asked for three, the drains for one."
        ),
        bulletin(
            "Stewards confirm result", .f1,
            "After five hours the result of Saturday’s sprint stands as it was. The protest had concerned a sticker."),
        bulletin(
            "Tamarind extends engine deal", .f1,
            "The team will use the same power unit for two more seasons. It called this “a statement of continuity”, which it is."
        ),
        bulletin(
            "Pit lane limit lowered to 60", .f1,
            "On the narrow pit lane of Port Hollis cars will be held to 60 km/h. The safety delegate had walked it with a tape and a pram."
        ),
        bulletin(
            "Rasmussen fastest in test", .f1,
            "Nordlicht led the second day of testing with {laptime}. Nobody else admitted to having been trying."),
        bulletin(
            "Grid penalty for Ouranos", .f1,
            "A fourth gearbox costs car 27 five places. The team has kept the third one as a coffee table."),
        bulletin(
            "Quick stop of the season", .f1,
            "Halden changed four wheels in two seconds and one tenth at Lagoa Verde. The crew’s own explanation is that someone had said lunch."
        ),
        bulletin(
            "Alder Bay entry list at 38 cars", .wec,
            "Thirty-eight cars will start the Six Hours of Alder Bay. Two more are on the reserve list, and one of those is already in the car park."
        ),
        bulletin(
            "Estrella Sur signs Montes", .wec,
            "The three-time hill-climb champion completes the crew of the #35. She will do the first night stint, at her own request."
        ),
        bulletin(
            "Night practice shortened by fog", .wec,
            "Practice ended after forty minutes when the marshals could not see one another. Fastest was the #41, which had gone out first."
        ),
        bulletin(
            "Balance of performance adjusted", .wec,
            "Two cars gain five kilograms each before Alder Bay. Both teams are outraged by exactly the same amount."),
        bulletin(
            "Grey Heron to run on waste oil", .wec,
            "The generator of the team, not the car, will run on oil from the paddock’s three fryers. Tests produced full power and a strong wish for chips."
        ),
        bulletin(
            "Track record falls in the rain", .wec,
            "A drying line and new tyres gave the #16 a record lap at the very end of warm-up. It will not count, and everybody will remember it."
        ),
        bulletin(
            "Kestrel confirms both crews", .wec,
            "Varga, Hartmann and Ishikura stay in the #7; Dolan, Pereira and Sundaram in the #8. The cars swap sides of the garage “for the feng shui”."
        ),
        bulletin(
            "Safety car gets a co-driver", .wec,
            "A second person will watch the mirrors at night races from now on. The first person is said to be glad of the company."
        ),
        bulletin(
            "Last bus after the race at 02:30", .wec,
            "Spectators at Alder Bay can leave by bus until half past two. The organisers recommend the earlier one and the spectators never do."
        ),
    ]

    private static let world: [Article] = [
        bulletin(
            "Lighthouse open on Sundays", .world,
            "The old light at Gull’s Nest can be climbed again, twelve people at a time. The keeper’s cat counts as one."
        ),
        bulletin(
            "Footbridge repaired a month early", .world,
            "The wooden bridge over the Ald is open again. The builders gave as the reason that it had not rained and that they liked each other."
        ),
        bulletin(
            "Rare gull returns to harbour", .world,
            "A bird ringed here nine years ago has come back to the very pontoon. It has resumed its dispute with the seal."
        ),
        bulletin(
            "Library extends loans to four weeks", .world,
            "From the first of the month books may be kept for twenty-eight days. Fines had cost more to collect than they brought in."
        ),
        bulletin(
            "Night train gains a sleeping car", .world,
            "The line to the mountains will run with three sleeping cars on Fridays. The dining car stays as it is, by popular demand."
        ),
        bulletin(
            "School wins prize for weather log", .world,
            "Pupils of the harbour school have written down the weather daily for fifty years. The longest entry is “yes”."
        ),
        bulletin(
            "Clock tower to stay four minutes slow", .world,
            "The council voted nine to two against setting the town clock right. Residents had pointed out that all buses go by it."
        ),
        bulletin(
            "Cheese fair sells out", .world,
            "All of the six hundred wheels were sold by noon. One, the size of a cart wheel, needed a cart."),
        bulletin(
            "Comet visible before dawn", .world,
            "A faint comet can be seen low in the east until Thursday. Binoculars help, as does not minding the cold."),
        bulletin(
            "Ferry fares unchanged", .world,
            "Crossing the bay will cost the same for the sixth year. The operator says that working out a new price would cost more."
        ),
        bulletin(
            "Archive finds town’s oldest receipt", .world,
            "A slip of 1611 records the sale of eleven candles and a goose. The goose was returned."),
        bulletin(
            "Orchestra to play in the dry dock", .world,
            "The acoustics were tested with one cello and a kettle. Both were audible at the far end, the kettle slightly sharp."
        ),
        bulletin(
            "Power cut ends street’s quiz early", .world,
            "Half of Mill Lane was dark for two hours. The quiz was declared a draw and went on by candle, without questions."
        ),
        bulletin(
            "River bathing allowed again", .world,
            "Water at all four points is clean enough to swim in for the first time since measurements began. It is also eleven degrees."
        ),
        bulletin(
            "Museum lends out its doubles", .world,
            "Schools can borrow any of two hundred fossils of which there are two. Ammonites go by bicycle courier."),
    ]

    private static func bulletin(_ title: String, _ subject: Subject, _ text: String) -> Article {
        Article(title, subject, ["wire"], text: .plain(text))
    }
}

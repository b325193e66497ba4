/// The phrases of the live ticker.
enum TickerLines {
    static let beforeTheRace: [String] = [
        "Pit lane opens in ten minutes. The queue for it opened twenty minutes ago.",
        "Grid walk under way; one mascot has been asked to leave the racing line.",
        "Rehearsal of the anthem: the drummer has been asked for less.",
        "Qualifying interrupted for a dog at {corner}. The dog set a purple sector.",
        "Scrutineering passes all cars but one, which has a mirror on upside down.",
        "Warm-up ends early for a mirror on the racing line. It was facing the right way.",
        "Autograph session: the longest queue is for the man who drives the sweeper.",
        "Fuel rig at Grey Heron sealed, unsealed, weighed, apologised to and sealed again.",
        "Practice start at pit exit, {air} °C. Two stall, one of them twice, out of sympathy.",
        "Track walk: {few} drivers, one bicycle, a dachshund in team colours.",
        "Briefing over. The only question was about lunch, and it was allowed.",
        "Mechanics at Nordlicht are playing cards on a front splitter. The splitter is winning.",
    ]

    static let afterTheFlag: [String] = [
        "Chequered flag. Everybody is hugging somebody in the wrong overalls.",
        "Provisional results are on the board; two cars are still in the queue for the scales.",
        "Confetti is being swept from the podium by the people who swept the gravel this morning.",
        "Garages close at ten. The coffee machine at Grey Heron has been declared the driver of the day.",
    ]

    static let safetyCar: [String] = [
        "Safety car stays out: recovery vehicle still at {corner}.",
        "Lapped cars may now overtake. Three have asked whether that means them. It does.",
        "Oil being treated at {corner}; two more laps expected.",
        "Pit exit open at the green light only. The green light is the one that is green.",
        "Restart procedure explained to all teams. Again.",
        "Debris cleared at {corner}. Barriers intact, one advertising board retired.",
        "Sweeper truck on track. It has set the slowest lap of the meeting and the cleanest.",
        "All cars: keep to ten car lengths. Not nine, not a courtesy eleven.",
        "Marshals have crossed the track at {corner} and crossed back. Thank you, marshals.",
        "Lights on the safety car are still on. When they go out, everything else begins.",
        "Drainage cover at {corner} inspected: it is where it was, and bolted.",
    ]

    static let cheapStops: [String] = [
        "takes the cheap stop: half price under the safety car.",
        "double-stacks, four seconds lost to its own sister car.",
        "fuel only, tyres stay on. A gamble, or an economy.",
        "new brake discs while the field is slow.",
        "in for a visor tear-off and, while it is here, everything else.",
    ]

    static let waitingRadio: [String] = [
        "“How long?” “Two laps.” “You said two laps two laps ago.” “And I was right for a while.”",
        "“Tyres are going cold.” “So are we.”",
        "“Is that rain?” “That is the champagne of the hospitality tent.”",
        "“Tell him to catch up.” “He says you are to slow down.”",
        "“Can I have the gap behind?” “All of them are behind. It is a safety car.”",
    ]

    static let lapRemarks: [String] = [
        "best of its stint.", "personal best by six hundredths.", "in traffic all the way round.",
        "on tyres that remember breakfast.", "fuel saving, apparently.", "fastest of its class so far.",
        "purple in the last sector.", "and the driver has asked not to be told.", "a tenth off the leader.",
        "with the left mirror folded in.", "quickest of anybody on this lap.", "two wheels in the dust at the exit.",
    ]

    static let stops: [String] = [
        "fuel and four tyres", "fuel only", "fuel, left-side tyres", "fuel, tyres, a new nose",
        "fuel and a very thorough windscreen", "a rear brake check, all good", "fuel, tyres and a drink bottle",
        "a seat insert goes in the wrong way round, then the right one",
    ]

    static let radio: [String] = [
        "“Tell me something nice.” “You are ahead of the car behind.”",
        "“The pedal is long.” “Long good or long bad?” “Just long.”",
        "“Who is the purple one?” “You are.” “Ah.”",
        "“I have a vibration.” “Yes, we can see it from here.”",
        "“Gap?” “{gap} seconds.” “To whom?” “To dinner.”",
        "“Blue flags.” “He has seen them. He likes them.”",
        "“Box this lap, box this lap.” “Which lap is this lap?” “That one.”",
        "“Rain in ten minutes.” “It is raining now.” “Then in ten minutes it will still be raining.”",
        "“Leave me alone, I know what I am doing.” “You are in the pit lane.”",
        "“Is the other car all right?” “Both out of the car, both waving.” “Good. Carry on.”",
        "“The wheel is off-centre.” “Which way?” “The way I am now steering.”",
        "“How are the tyres?” “They were lovely.”",
        "“Copy.” “You have to say what you copy.” “Copy.”",
        "“Something is loose.” “Inside or outside?” “It is looking at me.”",
        "“Lift and coast, please.” “I am lifting.” “And the coasting?” “There is a man behind me.”",
        "“Fuel target is minus two.” “Minus two what?” “Just minus two.”",
        "“Check the mirror.” “It is still there.”",
        "“Well done, that was a very clean pass.” “That was the escape road.”",
        "“Head down.” “It is a helmet, I cannot see anything else.”",
        "“Can you do three more laps?” “I can do three more. Can the car?”",
        "“Drink is not working.” “Neither is the coffee here.”",
        "“Where do I lose?” “Everywhere a little.” “And where do I gain?” “You are very good in the pit lane.”",
        "“Rear left is gone.” “Gone as in worn?” “Gone as in quiet.”",
        "“You have permission to push.” “I have been.” “We know. Now you have permission.”",
        "“Is he close?” “Define close.” “I can read his sponsors.”",
        "“Happy birthday, by the way.” “Is it past midnight already?”",
    ]

    static let weather: [String] = [
        "Drizzle reported at {corner}, dry everywhere else.",
        "Wind turning west, tail wind into {corner} from now on.",
        "Cloud coming in over the bay. The forecasters have put their jackets on, which is the forecast.",
        "Rain radar clear. The rain has not seen the radar.",
        "Humidity rising; visors fogging on the way out of the pits.",
        "The windsock at {corner} has made up its mind.",
        "Dry until further notice, says the notice.",
        "A bank of mist off the point, in no hurry.",
    ]

    static let raceControl: [String] = [
        "under investigation for track limits at {corner}.",
        "warned: weaving on the straight. The team says it was “looking for something”.",
        "must give the place back within one lap.",
        "drive-through for speeding in the pit lane.",
        "shown the black and white flag. It was already on its best behaviour.",
        "no further action after contact at {corner}.",
        "to report to the stewards after the race, with helmet and explanation.",
        "slow on the inside at {corner}; yellow flag there.",
        "noted for an unsafe release. The other car has forgiven it, the rule has not.",
        "reminded that headlights are for seeing, not for saying things.",
        "lap time deleted: all four wheels out at {corner}, and one wing.",
        "five seconds for pushing the safety car’s patience.",
        "may rejoin; it may not rejoin there, of all places.",
    ]

    static let trackside: [String] = [
        "Gravel on the line at {corner}, thrown there by somebody who would rather not say.",
        "The crowd at {corner} has begun to mark the overtakes out of ten, with cards.",
        "A fox is watching from the bank behind {corner}. It has watched all stints so far.",
        "Long brake flames at {corner}: discs on their second stint.",
        "Two cars through {corner} side by side, both of them surprised.",
        "Spray gone at {corner}; there is one dry line, as wide as one’s courage.",
        "The lighthouse has come on, forty minutes early. So has half of the field.",
        "Two marshals at {corner} have swapped flags and are both pleased.",
        "Tyre marks at {corner} now spell a word, or most of one.",
        "At {corner} they have hung out a sheet: “WELCOME BACK #{car}, WHEREVER YOU WERE”.",
        "Cars through {corner} three wide, once. The fourth thought better of it.",
        "Sparks at the compression, every car, every lap, and still everybody says “oh”.",
        "The big screen shows a seagull. The seagull is looking at the big screen.",
        "Cold tyres at pit exit: a half spin, caught, with applause from both sides.",
        "Smoke at {corner} turns out to be the sausage stand. It keeps its position.",
    ]

    static let moves: [String] = [
        "goes round the outside of", "is waved past", "out-brakes", "takes the long way past", "finally passes",
        "uses two slower cars as a curtain and passes", "slips under", "gets a run out of {corner} and takes",
    ]
}

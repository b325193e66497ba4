extension Voices {
    static let f1: [Voice] = [
        Voice(
            Cast.junior, .f1,
            [
                "Kart race today: P{few}, one spin, one cuddle from a marshal. Dad says that the spin was “exploratory”.",
                "I asked the driver of {car} how he brakes so late. He said: “By being frightened later.” I have written it on my gloves. #SalvoGP",
                "School says I may miss Friday if I write about the circuit. It is four kilometres of physics with a hot-dog stand.",
                "My new visor has a tear-off with a cat on it. In the second corner it is always the cat’s turn.",
                "Drew every corner of Monte Salvo from memory. The one I got wrong is the one I always get wrong.",
                Remark(
                    "The trophy for “best recovery” is a spoon. I have had soup with it.",
                    pictures: ["A tablespoon mounted on a small wooden block, engraved with a date and a kart number"]),
            ]),
        Voice(
            Cast.pitWall, .f1,
            [
                "Car {car} is in. Hards on, {tenths} s lost to a shy front jack, out again in {place}. The plan still works, it just has less to spare. #SalvoGP",
                "The radio to {car} was two words long: “now, please”. We have not heard “please” since spring. #SalvoGP",
                "Three teams have sent mechanics out and called them back. Somebody is lying with a tyre trolley.",
                "Track {track} °C, air {air} °C, wind {wind} km/h along the main straight. The corner that everybody feared is now the second one.",
                "Gap at the front is {gap} s and has not moved for six laps. Either they are saving tyres or they are saving face. #SalvoGP",
                "Car {car} has a five-second penalty for speeding in the pit lane, by 0.3 km/h. That is the speed of a person looking for their keys.",
                "Lap {lap}: the leader asks whether the rain is real. The engineer says it is “rain-adjacent”. #SalvoGP",
                "Race pace so far: {laptime} in clean air, half a second more behind anybody at all.",
                Remark(
                    "From the wall this morning: six chairs, five headsets, one thermos that nobody will admit to owning.",
                    pictures: [
                        "A pit wall stand before the race, monitors dark, a dented green thermos on the middle desk"
                    ]),
                Remark(
                    "Front wing off {car}, back in the garage with a third of it missing. Look at the edge: that is kerb, not contact.",
                    pictures: [
                        "A front wing on trestles; the left end plate is broken off along a clean diagonal",
                        "A close view of the break, with grey paint from a kerb in the carbon",
                    ]),
                "Full article on the stop that was not a stop: https://racenotes.example/2026/strategy/the-stop-that-was-not-a-stop?ref=pitwall&lap={lap}",
            ]),
        Voice(
            Cast.strategy, .f1,
            [
                Remark(
                    "Then the undercut is worth nothing before lap {lap}, and everybody who stopped early has bought a view of someone’s gearbox.",
                    quoting: .init(
                        author: Cast.tyreNotes,
                        text:
                            "Second set of hards: two laps until they switch on. Not one. We timed all of them. #SalvoGP"
                    )),
                "Two stops beat one by {tenths} s over the distance, which is less than our model is wrong about breakfast.",
                "Pit window for {car} opens on lap {lap} and closes as soon as @tyrenotes posts something gloomy.",
                "If you can see the car ahead in the mirrors of the car behind, you are in traffic. This has been a #StrategyLesson.",
                "Probability of a safety car here: 62 %. Probability that it comes one lap after you stopped: also, somehow, 62 %.",
                "Offset of {gap} s and tyres eleven laps younger. That is not a gap, that is an appointment.",
                "Every simulation says stay out. The driver says box. We are going to box, and then we are going to look at the simulations again.",
                Remark(
                    "Who wins, and why it was decided on lap {lap} by someone at the back. Long thread below the fold.",
                    warning: "race result, Monte Salvo"),
            ]),
        Voice(
            Cast.tyreNotes, .f1,
            [
                "Graining on the left front of {car}: think of a road after a hard winter, then drive on it at 290.",
                "The medium is the fastest tyre for nine laps and the slowest one for the tenth. Nobody has ever believed this on lap nine.",
                "Pressures are up by half a psi overnight. It is always half a psi. I have started to find it comforting.",
                "Blistering on two cars, both of them the ones that “manage the rears”. #TyreTalk",
                "Someone asked what “in the window” means. It means: warm enough to hold on, cool enough to stay alive. Also good advice for June.",
                Remark(
                    "Used soft, used medium, used hard, one stopped watch for scale.",
                    pictures: [
                        "Three worn racing tyres side by side; the softest has long torn grains across its shoulder"
                    ]),
            ]),
        Voice(
            Cast.lapChart, .f1,
            [
                "New on the chart: the blue line. It is {car}, it starts in P17, and it has not gone down once.",
                "Sector times of the top five add up to a lap of {laptime} that nobody has driven. The ghost leads the championship.",
                "Lap {lap}, {corner}: both lines cross, both lines cross back. If you blinked you saw the truth, which is that nothing happened.",
                "Deleted laps so far: {count}. Of those, at the same kerb: all but two.",
                "I have drawn the whole first stint as a picture of mountains. There is one valley, and it is called traffic. #SalvoGP",
                "Everyone is one position better than they think and {tenths} s slower. Median sentiment of the field, lap {lap}.",
            ]),
        Voice(
            Cast.marshal, .f1,
            [
                "Post 14, dry, wind from behind us. You hear the downshifts twice: once from the cars and once from the cliff.",
                "Swept {count} pieces of carbon off {corner} between sessions. The smallest had a part number. Somebody will want it back.",
                "A heron walked across the run-off during the formation lap, did not hurry, and was not investigated.",
                "Eleven hours on post, four litres of tea, two yellow flags, one very polite wave from car {car}. A good day. #OrangeArmy",
                "To the child at the fence with the home-made flag: we all saw it, and yes, the driver of {car} waved at you and not at us.",
                Remark(
                    "The view that you do not get on the feed.",
                    pictures: [
                        "Looking down from a marshals’ post on a fast right-hander at dawn, mist in the braking zone, one flag on its hook"
                    ]),
            ]),
        Voice(
            Cast.statistician, .f1,
            [
                "{laptime}. That is the fastest lap ever driven here by somebody who started outside the first ten, by 0.004.",
                "This is the first race with nine leaders since the one that nobody could watch because of the fog.",
                "0.002 s at {corner}, which at that speed is eleven centimetres, which is a shoe.",
                "Of the last {count} winners here, none led lap {lap}. Do with this what you like. I will do nothing, but with a warm feeling.",
                "Average stop today {tenths} s above the season’s best. The wheel nuts are the same. The people are nervous.",
                "名前を直しました。Spelling of 石倉 corrected in the tables after eleven years. Ishikura-san wrote a very kind note.",
            ]),
    ]
}

import EngineConcepts
import Testing

@testable import ViewModels

@Suite("The progress of a thread's requests")
struct ThreadProgressTests {
    private let gap = ThreadGap(.replies(to: "a"))

    @Test("A gap is filled once at a time, and its failure is shown until it is filled again")
    func gaps() {
        var progress = ThreadProgress()
        let begins = progress.beginFilling(gap)
        let beginsTwice = progress.beginFilling(gap)
        #expect(begins && !beginsTwice)
        progress.endFilling(gap, failure: "no answer")
        #expect(progress.filling.isEmpty && progress.failures == [gap: "no answer"])
        let beginsAgain = progress.beginFilling(gap)
        #expect(beginsAgain && progress.failures.isEmpty)
        progress.endFilling(gap)
        #expect(progress.filling.isEmpty && progress.failures.isEmpty)
    }

    @Test("A thread is busy while its posts or those of a gap are requested, and a new load forgets failures")
    func busy() {
        var progress = ThreadProgress()
        #expect(progress.isBusy)
        progress.failLoading("no connection")
        #expect(!progress.isBusy && progress.phase == .failed("no connection"))
        _ = progress.beginFilling(gap)
        #expect(progress.isBusy)
        progress.endFilling(gap, failure: "no answer")
        progress.beginLoading()
        #expect(progress.isBusy && progress.failures == [gap: "no answer"])
        progress.endLoading()
        #expect(!progress.isBusy && progress.phase == .loaded && progress.failures.isEmpty)
    }
}

import EngineConcepts
import Testing

@Suite("Relations to people")
struct PersonWithRelationTests {
    @Test("Actions that are still to be sent count as done, those that ended or are about others do not")
    func pendingActions() {
        let (ann, bob) = (Person(account: "me", id: "1"), Person(account: "me", id: "2"))
        func pending(_ action: PersonAction, on person: Person, _ state: ActionState = .waiting) -> PendingAction {
            PendingAction(
                id: "1", request: .person(action, person), requestedAt: Timestamp(seconds: 0), repetition: .safe,
                state: state)
        }
        let followed = PersonWithRelation(ann, .other(.init(.following)))
        #expect(followed.effect(of: .follow, after: []) == .unchanged(.other(.init(.following))))
        #expect(
            followed.effect(of: .follow, after: [pending(.unfollow, on: ann)]) == .change(.other(.init(.notFollowing))))
        for other in [pending(.unfollow, on: bob), pending(.unfollow, on: ann, .done)] {
            #expect(followed.effect(of: .follow, after: [other]) == .unchanged(.other(.init(.following))))
        }
        #expect(PersonWithRelation(ann, .own).effect(of: .follow, after: []) == .own)
        #expect(PersonWithRelation(ann, .unknown).effect(of: .mute, after: []) == .change(.unknown))
    }
}

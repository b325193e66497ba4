/// All that is needed to post and to act on people.
public typealias PostingServices = PostingAccounts & PostWriting & PostSchedules & PersonLookup

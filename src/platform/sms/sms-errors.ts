/** The provider would send, but not so many to this number: its own limits stand beside ours. */
export class SmsLimitReached extends Error {}

/** The request had left when the line broke or fell silent: the message may arrive all the same. */
export class SmsUnanswered extends Error {}

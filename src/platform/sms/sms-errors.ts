/** The provider refused the message because of its own limit for this number. */
export class SmsLimitReached extends Error {}

/** The connection broke or timed out after the request was sent: the message may still arrive. */
export class SmsUnanswered extends Error {}

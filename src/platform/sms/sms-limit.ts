/** The provider would send, but not so many to this number: its own limits stand beside ours. */
export class SmsLimitReached extends Error {}

/** The only source of time in the product, so that tests can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export interface TestClock extends Clock {
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
  set(to: Date): void
}

export function testClock(start: Date): TestClock {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
    set: (to) => {
      now = to.getTime()
    },
  }
}

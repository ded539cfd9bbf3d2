import type { Clock } from '../clock.ts'
import { addDays, addHours, fromShanghai, shanghaiDate } from '../time.ts'
import { ChannelUnavailable } from './channel.ts'

/** Repeats a read once when the channel gave no usable answer. Requests that change something are never repeated here. */
export async function readTwice<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ChannelUnavailable)) throw error
    return read()
  }
}

/** Channels make the bill of a day in the morning of the next one, and say until then that there is none, as if nothing had been paid. */
const READY_HOUR = 10

/** The last day whose bill is there by now. */
export function lastBillDay(now: Date): string {
  return shanghaiDate(addDays(addHours(now, -READY_HOUR), -1))
}

export function requireBillOf(day: string, clock: Clock): void {
  const start = fromShanghai(day)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(start.getTime()))
    throw new Error(`not a day: ${day.slice(0, 20)}`)
  if (day > lastBillDay(clock.now()))
    throw new ChannelUnavailable(`the bill of ${day} is made in the morning of the next day`)
}

/** Runs the reader of a bill; a bill that cannot be read is a passing fault, because the next download may be complete. */
export function readBill<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new ChannelUnavailable(`a bill cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

import { send } from '../../platform/client/transport.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { deviceExtraTimes } from './contract.ts'

export type DaySlot = OutputOf<typeof deviceExtraTimes>['slots'][number]

/** The half hours of a day with their current free capacity. */
export async function loadDay(rid: number, date: string): Promise<DaySlot[]> {
  return (await send(deviceExtraTimes, { rid, date })).slots
}

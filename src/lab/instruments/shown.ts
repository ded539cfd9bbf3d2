import type { ReactNode } from 'react'
import type { OutputOf } from '../../platform/contract/call.ts'
import type { instrumentDetail } from './contract.ts'

export type InstrumentShown = OutputOf<typeof instrumentDetail>

/** Bookings whose instrument is down; a slice above knows them. `planned`: the downtime that is about to be entered. */
export type BlockedBookings = (props: {
  instrumentId: number
  planned?: { startsAt: string; endsAt: string }
}) => ReactNode

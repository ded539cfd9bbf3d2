import { shanghaiTime } from '../../platform/time.ts'
import {
  type Added,
  offerLifecycle,
  type OfferStage,
  reservationLifecycle,
  type ReservationStage,
  spanText,
} from './rules.ts'

export interface ReservationRow {
  id: number
  customerId: number
  orderId: number | null
  orderNo: string
  rid: number
  projectName: string
  /** Where it holds its places. */
  pool: string
  startsAt: Date
  endsAt: Date
  /** The customer takes part by video. */
  remote: boolean
  added: Added
  /** The meeting of a booking by video; empty until staff enter it. */
  videoUrl: string
  stage: ReservationStage
  version: number
  /** The latest proposal of another time, as the database writes it. */
  offer: OfferJson | null
}

interface OfferJson {
  id: number
  pool: string
  startsAt: string
  endsAt: string
  until: string
  extraFen: number
  stage: OfferStage
  answer: string
}

export interface OfferRow {
  id: number
  pool: string
  startsAt: Date
  endsAt: Date
  until: Date
  extraFen: number
  stage: OfferStage
  answer: string
}

/** Proposals that staff still look at; an accepted one has become a booking. */
const shownOffers: readonly OfferStage[] = ['offered', 'declined', 'lapsed']

export function offerOf({ offer }: Pick<ReservationRow, 'offer'>): OfferRow | undefined {
  if (!offer) return undefined
  const { startsAt, endsAt, until } = offer
  return { ...offer, startsAt: new Date(startsAt), endsAt: new Date(endsAt), until: new Date(until) }
}

/** The proposal that waits for the customer. */
export function openOffer(row: Pick<ReservationRow, 'offer'>): OfferRow | undefined {
  const offer = offerOf(row)
  return offer?.stage === 'offered' ? offer : undefined
}

export function offerWire(row: Pick<ReservationRow, 'offer'>) {
  const offer = offerOf(row)
  if (!offer || !shownOffers.includes(offer.stage)) return null
  return {
    id: offer.id,
    startsAt: shanghaiTime(offer.startsAt),
    endsAt: shanghaiTime(offer.endsAt),
    until: shanghaiTime(offer.until),
    extraFen: offer.extraFen,
    stage: offer.stage,
    stageName: offerLifecycle.stages[offer.stage],
    answer: offer.answer,
  }
}

/** What events say about a booking. */
export function payloadOf(row: ReservationRow) {
  const { orderNo, customerId, projectName, startsAt, endsAt, remote } = row
  return { orderNo, customerId, projectName, when: spanText({ startsAt, endsAt }), remote }
}

/** A booking as lists show it. */
export function bookingWire(row: ReservationRow) {
  return {
    id: row.id,
    orderNo: row.orderNo,
    rid: row.rid,
    projectName: row.projectName,
    startsAt: shanghaiTime(row.startsAt),
    endsAt: shanghaiTime(row.endsAt),
    stage: row.stage,
    stageName: reservationLifecycle.stages[row.stage],
    remote: row.remote,
    version: row.version,
    offer: offerWire(row),
  }
}

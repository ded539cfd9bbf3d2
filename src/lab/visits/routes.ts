import { handle } from '../../platform/http/handler.ts'
import { listPage } from '../../ground/lists/listed-actions.ts'
import {
  reservationAnswer,
  reservationRebook,
  staffReservationBlocked,
  staffReservationCalendar,
  staffReservationMove,
  staffReservationOffer,
  staffReservationOfferWithdraw,
} from '../bookings/contract.ts'
import { blockedBookings } from './blocked-actions.ts'
import { calendarOf } from './calendar-actions.ts'
import { reservations } from './list-actions.ts'
import { staffReservationList } from './list-contract.ts'
import { moveByStaff } from './attend-actions.ts'
import { answerOffer, offerByStaff, rebookOwn, takeBackOffer } from './rebook-actions.ts'

// Calls about a booking that depend on its order.

export const routes = [
  handle(reservationRebook, (ctx, input) => rebookOwn(ctx, input)),
  handle(staffReservationList, (ctx, input) => listPage(ctx, reservations, input)),
  handle(staffReservationCalendar, (ctx, input) => calendarOf(ctx, input)),
  handle(staffReservationBlocked, (ctx, input) => blockedBookings(ctx, input)),
  handle(staffReservationMove, (ctx, input) => moveByStaff(ctx, input)),
  handle(staffReservationOffer, (ctx, input) => offerByStaff(ctx, input)),
  handle(staffReservationOfferWithdraw, (ctx, { offerId }) => takeBackOffer(ctx, offerId)),
  handle(reservationAnswer, (ctx, input) => answerOffer(ctx, input)),
]

import { handle } from '../../platform/http/handler.ts'
import { listPage } from '../../core/lists/listed-actions.ts'
import {
  reservationAnswer,
  reservationIcs,
  staffReservationIcs,
  staffReservationVideo,
  reservationRebook,
  staffReservationBlocked,
  staffReservationCalendar,
  staffReservationMove,
  staffReservationOffer,
  staffReservationOfferWithdraw,
} from '../bookings/contract.ts'
import { addSlot } from './added-slots/add-actions.ts'
import { reservationAdd } from './added-slots/add-contract.ts'
import { blockedBookings } from './blocked-actions.ts'
import { calendarFile, enterVideo, ownCalendarFile } from './calendar-file-actions.ts'
import { boardOf } from './board/board-actions.ts'
import { staffReservationBoard, staffReservationPlace } from './board/board-contract.ts'
import { calendarOf } from './calendar-actions.ts'
import { reservations } from './list-actions.ts'
import { staffReservationList } from './list-contract.ts'
import { moveByStaff } from './attend-actions.ts'
import { answerOffer, offerByStaff, placeByStaff, rebookOwn, takeBackOffer } from './rebook-actions.ts'

// Calls about a booking that depend on its order.

export const routes = [
  handle(reservationAdd, (ctx, input) => addSlot(ctx, input)),
  handle(reservationRebook, (ctx, input) => rebookOwn(ctx, input)),
  handle(staffReservationList, (ctx, input) => listPage(ctx, reservations, input)),
  handle(staffReservationCalendar, (ctx, input) => calendarOf(ctx, input)),
  handle(staffReservationBoard, (ctx, input) => boardOf(ctx, input)),
  handle(staffReservationPlace, (ctx, input) => placeByStaff(ctx, input)),
  handle(reservationIcs, (ctx, { id }) => ownCalendarFile(ctx, id)),
  handle(staffReservationIcs, (ctx, { id }) => calendarFile(ctx, id)),
  handle(staffReservationVideo, (ctx, { id, url }) => enterVideo(ctx, id, url)),
  handle(staffReservationBlocked, (ctx, input) => blockedBookings(ctx, input)),
  handle(staffReservationMove, (ctx, input) => moveByStaff(ctx, input)),
  handle(staffReservationOffer, (ctx, input) => offerByStaff(ctx, input)),
  handle(staffReservationOfferWithdraw, (ctx, { offerId }) => takeBackOffer(ctx, offerId)),
  handle(reservationAnswer, (ctx, input) => answerOffer(ctx, input)),
]

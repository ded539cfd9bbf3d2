import type { HeldData } from '../../platform/held-data.ts'
import { heldOffers, heldReservations } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'reservations', title: '现场预约', closing: 'kept by law', rows: heldReservations },
    { table: 'reservation_offers', title: '改期提议', closing: 'kept by law', rows: heldOffers },
  ],
}

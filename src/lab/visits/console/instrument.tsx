import { InstrumentPage } from '../../instruments/instrument-page.tsx'
import { BlockedList } from './blocked-list.tsx'

export const meta = () => [{ title: '仪器 · 明析科测后台' }]

/** The page of an instrument with the bookings that its downtimes concern. */
export default function Instrument() {
  return <InstrumentPage blocked={BlockedList} />
}

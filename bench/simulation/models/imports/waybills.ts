import { type Cells, type Facts, isFormula, type Judged, type Sample, type Table, unread } from './tables.ts'

interface Former {
  sample: Sample
  before: Pick<Sample, 'stage' | 'courier' | 'waybill'>
}
interface Entered {
  former: Former[]
  courier: string
  waybill: string
}

const heads = { orderNo: '订单号', sampleNo: '样品编号', courier: '快递公司', waybill: '快递单号' }
export const waybillOf = (text: string) => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()

function read(cells: Cells) {
  const { orderNo = '', sampleNo = '', courier = '' } = cells
  const waybill = waybillOf(cells.waybill ?? '')
  const isWaybill = /^[A-Z0-9][A-Z0-9-]{0,38}[A-Z0-9]$/.test(waybill) && /\d/.test(waybill)
  if (isFormula(cells) || orderNo === '' || courier === '' || courier.length > 30 || !isWaybill) return undefined
  return { orderNo: orderNo.toUpperCase(), sampleNo: sampleNo.toUpperCase(), courier, waybill }
}
type Row = NonNullable<ReturnType<typeof read>>

/** One sample of the order, or all of them. */
const meant = ({ samples }: Facts, { orderNo, sampleNo }: Row) =>
  samples.filter((sample) => sample.orderNo === orderNo && (sampleNo === '' || sample.sampleNo === sampleNo))

const isComing = ({ serviceType, stage }: Sample) => serviceType === 1 && ['pending', 'in_transit'].includes(stage)

function judged(cells: Cells, judge: (row: Row) => Judged['state']): Judged {
  const row = read(cells)
  return row ? { state: judge(row), key: `${row.orderNo}/${row.sampleNo}` } : unread
}

/** What was sent: samples that have not arrived are on their way with the waybill. */
export const incomingWaybills: Table<Entered> = {
  heads,
  judge: (cells, facts) =>
    judged(cells, (row) => {
      const coming = meant(facts, row).filter(isComing)
      if (coming.length === 0) return 'faulty'
      if (coming.every(({ courier, waybill }) => courier === row.courier && waybill === row.waybill)) return 'unchanged'
      return coming.some(({ waybill }) => waybill !== '' && waybill !== row.waybill) ? 'changed' : 'new'
    }),
  write: (cells, facts) => {
    const row = read(cells)
    const coming = row ? meant(facts, row).filter(isComing) : []
    if (!row || coming.length === 0) return undefined
    const { courier, waybill } = row
    const former = coming.map((sample) => ({
      sample,
      before: { stage: sample.stage, courier: sample.courier, waybill: sample.waybill },
    }))
    for (const sample of coming) Object.assign(sample, { stage: 'in_transit', courier, waybill })
    return { former, courier, waybill }
  },
  // While every sample of the row is still under way with this waybill.
  undo: ({ former, courier, waybill }, { samples }) => {
    const now = former.map(({ sample, before }) => ({ before, sample: samples.find(({ id }) => id === sample.id) }))
    const isSame = now.every(
      ({ sample }) => sample?.stage === 'in_transit' && sample.courier === courier && sample.waybill === waybill,
    )
    // A sample that was not sent has no waybill.
    if (isSame) for (const { sample, before } of now) Object.assign(sample ?? {}, before)
    return isSame
  },
}

const isGoing = ({ sampleNo }: Row, { stage }: Sample) =>
  stage === 'to_return' || stage === 'refused' || (sampleNo !== '' && stage === 'tested')

/** An order is paid before its samples go back, unless they were refused or nothing came of the order. */
const mayLeave = ({ stage, orderStage, isPaid }: Sample) =>
  isPaid || stage === 'refused' || orderStage === 'cancelled' || orderStage === 'rejected'

/** What went back to the customer, who is told at once; so it is not taken back. */
export const returnWaybills: Table<object> = {
  heads,
  judge: (cells, facts) =>
    judged(cells, (row) => {
      const all = meant(facts, row)
      const going = all.filter((sample) => isGoing(row, sample))
      if (going.length > 0) return going.every(mayLeave) ? 'new' : 'faulty'
      const isSame = all.some(
        (sample) =>
          sample.stage === 'returned' && sample.returnCourier === row.courier && sample.returnWaybill === row.waybill,
      )
      return isSame ? 'unchanged' : 'faulty'
    }),
  write: (cells, facts) => {
    const row = read(cells)
    const going = row ? meant(facts, row).filter((sample) => isGoing(row, sample)) : []
    if (!row || going.length === 0 || !going.every(mayLeave)) return undefined
    const after = { stage: 'returned', returnCourier: row.courier, returnWaybill: row.waybill }
    for (const sample of going) Object.assign(sample, after)
    return {}
  },
}

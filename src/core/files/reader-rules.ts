import { type Acting, mayAct, type StaffAction } from '../staff/rules.ts'
import type { FilePurpose } from './rules.ts'

/** The action that lets staff read the files of a purpose; null: none does. */
const readers: Record<FilePurpose, StaffAction | null> = {
  voucher: 'settlement.read',
  attachment: 'sample.read',
  data: 'report.read',
  paper: 'review.read',
  review: 'review.read',
  contract: 'contract.read',
  message: 'thread.read',
  photo: 'sample.read',
  certificate: 'instrument.read',
  control: 'controlChart.read',
  invoice: 'invoice.read',
  result: 'report.read',
  report: 'report.read',
  agreement: 'settlement.read',
  statement: 'statement.read',
  personal: null,
  listExport: null,
  export: 'invoice.export',
  journal: 'books.export',
  orderSheet: null,
  rebateSheet: null,
  curveSheet: null,
  paperKit: null,
  orderPaper: 'order.read',
  specimen: 'settings.edit',
  priceSheet: 'project.open',
  figureSheet: null,
  loadSheet: null,
  importTable: null,
  importSheet: null,
  picture: null,
}

export function staffMayRead(person: Acting, purpose: FilePurpose): boolean {
  const action = readers[purpose]
  return action !== null && mayAct(person, action)
}

import type { OutputOf } from '../../../platform/contract/call.ts'
import type { reportCurve } from '../../reports/whole-curves/curve-contract.ts'

/** The curve of the page with where it comes from. */
export type ShownCurve = OutputOf<typeof reportCurve>

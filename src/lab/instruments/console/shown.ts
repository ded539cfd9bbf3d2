import type { OutputOf } from '../../../platform/contract/call.ts'
import type { instrumentDetail } from '../contract.ts'

export type InstrumentShown = OutputOf<typeof instrumentDetail>

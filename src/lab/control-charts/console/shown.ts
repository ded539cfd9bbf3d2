import type { OutputOf } from '../../../platform/contract/call.ts'
import type { controlChartDetail } from '../contract.ts'

export type ChartShown = OutputOf<typeof controlChartDetail>

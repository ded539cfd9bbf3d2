import { finalAmountStages, type OrderStage } from '../rules.ts'

/** Orders that can stand in a queue. */
export const queuedStages = [
  'review',
  'quoting',
  'contract',
  'awaiting_sample',
  'received',
  'testing',
  'on_hold',
  'verifying',
  'retest',
  'retest_offered',
  ...finalAmountStages,
] as const satisfies readonly OrderStage[]

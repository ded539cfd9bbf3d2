import type { DailyFacts } from '../../platform/db/daily-facts.ts'
import { usageFacts } from './figure-store.ts'

/** For figures of slices above: the use of instruments. */
export const factsOfUse: readonly DailyFacts[] = [usageFacts]

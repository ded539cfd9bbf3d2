import { type AnyListed, listTotals } from '../../core/lists/listed-actions.ts'
import { unseenAlarms } from '../../core/safety/actions.ts'
import { mayAct } from '../../core/staff/rules.ts'
import { queryOfAddress } from '../../platform/contract/index-address.ts'
import { daysToClose } from '../../money/books/day-actions.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { alarmWork, dayWork, works } from './work-rules.ts'

/** How much work waits on other pages, for what this person may do. Each count is that of the list that its address opens. */
export async function otherWork(ctx: Ctx<Staff>, lists: readonly AnyListed[]) {
  const mine = works.filter(({ action }) => mayAct(ctx.actor, action))
  const wanted = mine.map(({ index, to }) => {
    const list = lists.find((each) => each.index.name === index)
    if (!list) throw new Error(`there is no list named ${index}`)
    return { list, query: queryOfAddress(list.index, new URL(to, 'http://console').searchParams) }
  })
  const counts = await listTotals(ctx, wanted)
  const alarms = mayAct(ctx.actor, alarmWork.action) ? [{ ...alarmWork, count: await unseenAlarms(ctx) }] : []
  const days = mayAct(ctx.actor, dayWork.action) ? [{ ...dayWork, count: await daysToClose(ctx) }] : []
  return [
    ...[...alarms, ...days].map(({ key, label, to, count }) => ({ key, label, to, count, countIsCapped: false })),
    ...mine.map(({ key, label, to }, i) => ({ key, label, to, ...(counts[i] ?? { count: 0, countIsCapped: false }) })),
  ]
}

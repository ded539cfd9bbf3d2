import { namesOfStaff } from '../../../core/staff/actions.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { exampleOf, variablesOf, worded, wordingFault } from './custom-rules.ts'
import { noticeErrors } from '../errors.ts'
import type { staffNoticeWord, WordedNotice } from './wording-contract.ts'
import { dropWording, putWording, wordings } from './wording-store.ts'
import { templates } from '../templates/template-rules.ts'

const topics: Record<string, string> = {
  account: '账户',
  profile: '账户',
  order: '订单',
  sample: '样品',
  pickup: '上门取样',
  reservation: '预约',
  contract: '合同',
  report: '报告',
  settlement: '结算',
  payment: '付款',
  received: '付款',
  prestore: '预存',
  transfer: '预存',
  invoice: '发票',
  refund: '退款',
  withdrawal: '提现',
  credit: '信用额度',
  coupon: '优惠券',
  group: '课题组',
  member: '课题组',
  promoter: '推广',
  rebate: '推广',
  points: '积分',
  point: '积分',
  claim: '积分',
  review: '评价',
  thread: '订单沟通',
  demand: '需求',
}

/** Every notice to customers with its words, in the order in which they are declared. */
export async function wordedNotices(ctx: Ctx): Promise<{ list: WordedNotice[] }> {
  const rows = new Map((await wordings(ctx.db)).map((row) => [row.event, row]))
  const names = await namesOfStaff(
    ctx,
    [...rows.values()].map(({ editedBy }) => editedBy),
  )
  const list = Object.entries(templates).map(([event, template]) => {
    const row = rows.get(event)
    const { written, variables } = exampleOf(template)
    const allowed = variablesOf(template)
    const valueOf = (name: string) => worded({ title: '', text: `{${name}}`, channels: [] }, written, variables).text
    return {
      event,
      label: template.label,
      topic: topics[event.split('.')[0] ?? ''] ?? '其他',
      channels: [...template.channels],
      always: template.always === true,
      variables: allowed,
      example: {
        title: written.title,
        text: written.text,
        values: Object.fromEntries(allowed.map((name) => [name, valueOf(name)])),
      },
      wording: row
        ? {
            ...{ title: row.title, text: row.text, channels: row.channels, version: row.version },
            editedAt: shanghaiTime(row.editedAt),
            editorName: names.get(row.editedBy) ?? '',
          }
        : null,
    }
  })
  return { list }
}

export async function word(
  ctx: Ctx<Staff>,
  { event, title, text, channels, version }: InputOf<typeof staffNoticeWord>,
): Promise<{ version: number }> {
  const template = templates[event]
  if (!template) throw refuse(noticeErrors.unknownNotice)
  const allowed = variablesOf(template)
  for (const [field, words] of Object.entries({ title, text })) {
    const fault = wordingFault(words, allowed)
    if (fault) throw refuse(noticeErrors.wordingFaulty, fault, { fields: { [field]: fault } })
  }
  const kept = template.channels.filter((channel) => channels.includes(channel))
  const row = { event, title, text, channels: kept, version, editedBy: ctx.actor.id, editedAt: ctx.clock.now() }
  if ((await putWording(ctx.db, row)) === 0) throw refuse(noticeErrors.wordingChanged)
  return { version: version + 1 }
}

/** Words of staff that cannot be filled in any more, because a later version has no such notice or variable. */
export async function wordingFaults(ctx: Pick<Ctx, 'db'>): Promise<string[]> {
  return (await wordings(ctx.db)).flatMap(({ event, title, text }) => {
    const template = templates[event]
    if (!template) return [`没有名为 ${event} 的通知`]
    const allowed = variablesOf(template)
    return [title, text].flatMap((words) => {
      const fault = wordingFault(words, allowed)
      return fault ? [`「${template.label}」：${fault}`] : []
    })
  })
}

export async function unword(ctx: Ctx<Staff>, event: string, version: number): Promise<void> {
  if ((await dropWording(ctx.db, event, version)) === 0) throw refuse(noticeErrors.wordingChanged)
}

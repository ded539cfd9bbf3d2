import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { dateField, idField, keyOf, listOf, pageFields, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { dayAccounts, runMakers } from './rules.ts'

const run = z.object({
  id: z.number(),
  madeBy: keyOf(runMakers),
  staffName: z.string(),
  startedAt: timeText,
  ms: z.number(),
  found: z.number(),
})
export type BookRun = z.output<typeof run>

const checked = z.object({
  key: z.string(),
  title: z.string(),
  invariant: z.string(),
  found: z.number(),
  /** The first faults. */
  faults: z.array(z.string()),
  ms: z.number(),
})
export type CheckedView = z.output<typeof checked>

const runDetail = z.object({ run: run.nullable(), checks: z.array(checked) })

export const staffBookRuns = defineCall({
  name: 'books/runs',
  area: 'staff',
  action: 'books.read',
  reads: true,
  summary: '账目核对的历次结果',
  input: z.strictObject(pageFields),
  output: listOf(run),
})

export const staffBookRun = defineCall({
  name: 'books/run',
  area: 'staff',
  action: 'books.read',
  reads: true,
  summary: '一次账目核对的各项结果；未指定时为最近一次',
  input: z.strictObject({ id: idField.optional() }),
  output: runDetail,
})

export const staffCheckBooks = defineCall({
  name: 'books/check',
  area: 'staff',
  action: 'books.check',
  repeat: 'bounded',
  summary: '立即核对账目',
  input: z.strictObject({}),
  output: runDetail,
})

const figure = z.object({
  account: keyOf(dayAccounts as Record<string, string>),
  label: z.string(),
  openingFen: z.number(),
  inFen: z.number(),
  outFen: z.number(),
  closingFen: z.number(),
})

const closedFigure = figure.extend({
  id: z.number(),
  day: z.string(),
  closedAt: timeText,
  closedByName: z.string(),
})
export type ClosedFigure = z.output<typeof closedFigure>

export const dayIndex = defineIndex<ClosedFigure>()({
  name: 'days',
  label: '日结',
  action: 'books.read',
  key: (row) => `${row.day} ${row.label}`,
  sort: '-day',
  fields: {
    day: { label: '日期', kind: 'day', value: (row) => row.day, sorts: true },
    account: {
      label: '账户',
      kind: 'choice',
      options: dayAccounts as Record<string, string>,
      value: (row) => row.account,
    },
    opening: { label: '期初', kind: 'fen', value: (row) => row.openingFen },
    in: { label: '收入', kind: 'fen', value: (row) => row.inFen, sorts: true, sums: true },
    out: { label: '支出', kind: 'fen', value: (row) => row.outFen, sorts: true, sums: true },
    closing: { label: '期末', kind: 'fen', value: (row) => row.closingFen },
    closed: { label: '日结时间', kind: 'time', value: (row) => row.closedAt, aside: true },
    by: { label: '日结人', kind: 'text', value: (row) => row.closedByName, noFilter: true, aside: true },
  },
  tabs: {
    places: { label: '银行与渠道', filters: { account: ['bank', 'wechatpay', 'alipay'] } },
    customers: { label: '客户资金', filters: { account: ['prestore', 'advance', 'unassigned', 'gift', 'rebate'] } },
    outgoing: { label: '退款与提现', filters: { account: ['refund_held', 'withdraw_held'] } },
    own: { label: '收入与费用', filters: { account: ['income', 'channel_fee', 'rounding'] } },
    all: { label: '全部账户' },
  },
})

export const staffDayList = defineCall({
  name: 'books/days',
  area: 'staff',
  action: 'books.read',
  reads: true,
  summary: '已日结的各日各账户数字',
  input: indexInput(dayIndex),
  output: pageOf(dayIndex, closedFigure),
})

const day = z.object({
  day: z.string(),
  /** Its figures no longer grow, so that it can be closed. */
  over: z.boolean(),
  closedAt: timeText.nullable(),
  closedByName: z.string(),
  figures: z.array(figure.extend({ nowInFen: z.number(), nowOutFen: z.number() })),
  /** Refunds and withdrawals of the day. */
  givenBack: z.array(z.object({ label: z.string(), count: z.number(), amountFen: z.number() })),
  /** What bank and channels hold more than customers and we have; 0 when the day ties. */
  differenceFen: z.number(),
})
export type DayView = z.output<typeof day>

export const staffDay = defineCall({
  name: 'books/day',
  area: 'staff',
  action: 'books.read',
  reads: true,
  summary: '某一天各账户的期初、收支和期末，与账上现值比较',
  input: z.strictObject({ day: dateField }),
  output: day,
})

export const staffOpenDays = defineCall({
  name: 'books/openDays',
  area: 'staff',
  action: 'books.read',
  reads: true,
  summary: '尚未日结的日期范围',
  input: z.strictObject({}),
  output: z.object({ lastClosed: z.string().nullable(), from: z.string().nullable(), to: z.string().nullable() }),
})

export const staffCloseDay = defineCall({
  name: 'books/closeDay',
  area: 'staff',
  action: 'books.close',
  repeat: 'stage',
  summary: '日结至某一天，连同之前尚未日结的各日',
  input: z.strictObject({ day: dateField }),
  output: z.object({ closed: z.number().int() }),
})

import { addDays, fromShanghai } from '../../platform/time.ts'
import { owedByAge } from '../../billing/settlements/income/income-actions.ts'
import { ageBandKeys, ageLabels } from '../../billing/settlements/income/income-rules.ts'
import { type ClockName, clockNames } from '../../lab/orders/promises/clock-contract.ts'
import { lateWork, workInHand } from '../../lab/orders/figures/figure-actions.ts'
import { bandOf, inHandStages, tookBandKeys, tookLabels } from '../../lab/orders/figures/figure-rules.ts'
import { dueQueueLabels, dueQueues } from '../../lab/orders/lists/queue-rules.ts'
import { instrumentsWithProjects } from '../../lab/instruments/served-actions.ts'
import { openPlans } from '../../lab/plans/figure-actions.ts'
import type { FigureCard } from './card-rules.ts'
import { cardOf, countedRow, type Maker, within } from './board-actions.ts'
import { incomeGroupsCard, incomeMonthsCard, incomeProjectsCard } from './income-card-actions.ts'
import { percentileOf, shareOf } from './rules.ts'
import type { Sums } from './sums-rules.ts'

const ORDERS = '/console/orders'

const funnel: Maker = async ({ ctx, range, now, before, link }) => {
  const plans = await openPlans(ctx, fromShanghai(range.from), addDays(fromShanghai(range.to), 1))
  const steps = [
    ['order.placed', '下单', 'created'],
    ['order.received', '收样', 'received'],
    ['order.delivered', '交付报告', 'delivered'],
    ['order.paid', '付款', 'paid'],
  ] as const
  return cardOf('funnel', {
    note: '本期各环节的订单数；方案为本期加入项目、还没有下单的客户数',
    unit: 'count',
    rows: [
      {
        ...countedRow({ key: 'plan', label: '方案待下单', to: null, now: plans, before: null }),
        unit: 'people' as const,
      },
      ...steps.map(([measure, label, field]) =>
        countedRow({
          key: field,
          label,
          to: link(ORDERS, { tab: 'all', [field]: within(range) }),
          now: now.count(measure),
          before: before.count(measure),
        }),
      ),
    ],
  })
}

const tenthsIn = (sums: Sums, measure: string) =>
  sums.keys(measure).map((key) => ({ value: Number(key), count: sums.count(measure, key) }))

const took: Maker = ({ range, now, before, link }) => {
  const stat = (label: string, measure: string, share: number) => ({
    label,
    unit: 'tenths' as const,
    value: percentileOf(tenthsIn(now, measure), share),
    before: percentileOf(tenthsIn(before, measure), share),
  })
  const inBand = (sums: Sums, band: string) =>
    tenthsIn(sums, 'order.took').reduce((sum, { value, count }) => sum + (bandOf(value) === band ? count : 0), 0)
  return cardOf('took', {
    note: '本期交付的订单从收样到交付的天数；承诺为收样时约定的天数',
    unit: 'count',
    stats: [
      stat('实际中位数', 'order.took', 0.5),
      stat('承诺中位数', 'order.promised', 0.5),
      stat('实际 P90', 'order.took', 0.9),
      stat('承诺 P90', 'order.promised', 0.9),
    ],
    rows: tookBandKeys.map((band) =>
      countedRow({
        key: band,
        label: tookLabels[band],
        to: link(ORDERS, { tab: 'all', delivered: within(range), took: band }),
        now: inBand(now, band),
        before: inBand(before, band),
      }),
    ),
  })
}

const overdue: Maker = async ({ ctx, link }) => {
  const late = await lateWork(ctx)
  return cardOf('overdue', {
    note: '现在已超过时限的订单，按未完成的工作分；与时间范围无关',
    unit: 'count',
    ofRange: false,
    rows: dueQueues.map((queue) =>
      countedRow({
        key: queue,
        label: dueQueueLabels[queue],
        to: link(ORDERS, { tab: 'all', late: queue }),
        now: late.find((each) => each.queue === queue)?.count ?? 0,
        before: null,
      }),
    ),
  })
}

/** The fields of the list of orders with the deadline and the outcome of each promise. */
const promiseFields: Record<ClockName, { due: string; kept: string }> = {
  call: { due: 'callBy', kept: 'callKept' },
  data: { due: 'dataDue', kept: 'dataKept' },
  promisedDay: { due: 'promised', kept: 'dayKept' },
  returned: { due: 'returnDue', kept: 'returnKept' },
}

const promises: Maker = ({ range, now, before, link }) => {
  const share = (sums: Sums, measure: string) => shareOf(sums.count(measure, 'kept'), sums.count(measure))
  return cardOf('promises', {
    note: '本期到期的承诺中按时完成的比例，逾期未完成的计入未兑现',
    unit: 'permille',
    rows: (Object.keys(clockNames) as ClockName[]).map((clock) => {
      const measure = `promise.${clock}`
      const { due, kept } = promiseFields[clock]
      const to = link(ORDERS, { tab: 'all', [due]: within(range), [kept]: 'late' })
      return {
        key: clock,
        label: clockNames[clock],
        value: share(now, measure),
        before: share(before, measure),
        count: to === null ? null : now.count(measure, 'late'),
        countLabel: '逾期',
        to,
      }
    }),
  })
}

const receivables: Maker = async ({ ctx, link }) => {
  const owed = await owedByAge(ctx)
  return cardOf('receivables', {
    note: '现在已核定未付的金额，从核定之日算起；与时间范围无关',
    unit: 'fen',
    ofRange: false,
    rows: ageBandKeys.map((age) => {
      const { amountFen = 0, count = 0 } = owed.find((each) => each.age === age) ?? {}
      const to = link('/console/settlements/receivables', { age })
      return {
        key: age,
        label: ageLabels[age],
        value: amountFen,
        before: null,
        count: to === null ? null : count,
        countLabel: '',
        to,
      }
    }),
  })
}

const backlog: Maker = async ({ ctx, link }) => {
  const [instruments, lines] = await Promise.all([instrumentsWithProjects(ctx), workInHand(ctx)])
  const rows = instruments.map(({ id, instrumentNo, name, rids }) => {
    const orders = new Set(lines.filter(({ rid }) => rids.includes(rid)).map(({ orderId }) => orderId))
    const to = link(ORDERS, { tab: 'all', stage: inHandStages.join(','), instrument: instrumentNo })
    return countedRow({ key: String(id), label: `${instrumentNo} ${name}`, to, now: orders.size, before: null })
  })
  return cardOf('backlog', {
    note: '现在在实验室、数据还没有提交的订单，按可用的仪器分；可用多台仪器的订单在每台都计一次',
    unit: 'count',
    ofRange: false,
    rows: rows.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)),
  })
}

const use: Maker = async ({ ctx, now, before, link }) => {
  const instruments = await instrumentsWithProjects(ctx)
  const open = link('/console/instruments', {}) !== null
  const rows = instruments.map(({ id, instrumentNo, name }) => ({
    key: String(id),
    label: `${instrumentNo} ${name}`,
    value: now.amount('instrument.use', String(id)),
    before: before.amount('instrument.use', String(id)),
    count: now.count('instrument.use', String(id)),
    countLabel: '检测',
    to: open ? `/console/instruments/${id}` : null,
  }))
  return cardOf('use', {
    note: '本期开始的检测记录的机时，已被替换的记录不计',
    unit: 'minutes',
    rows: rows.toSorted((a, b) => b.value - a.value),
  })
}

const retest: Maker = ({ range, now, before, link }) => {
  const share = (sums: Sums) => shareOf(sums.count('order.retested'), sums.count('order.delivered'))
  const row = (key: string, label: string, measure: string, more: Record<string, string>) =>
    countedRow({
      key,
      label,
      to: link(ORDERS, { tab: 'all', delivered: within(range), ...more }),
      now: now.count(measure),
      before: before.count(measure),
    })
  return cardOf('retest', {
    note: '本期交付的订单中做过复测的比例',
    unit: 'count',
    stats: [{ label: '复测率', unit: 'permille', value: share(now), before: share(before) }],
    rows: [
      row('all', '已交付', 'order.delivered', {}),
      row('retested', '其中有复测', 'order.retested', { retest: 'yes' }),
    ],
  })
}

export const cardMakers: Record<FigureCard, Maker> = {
  funnel,
  took,
  overdue,
  promises,
  incomeMonths: incomeMonthsCard,
  incomeProjects: incomeProjectsCard,
  incomeGroups: incomeGroupsCard,
  receivables,
  backlog,
  use,
  retest,
}

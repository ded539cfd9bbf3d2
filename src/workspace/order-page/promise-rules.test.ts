import { expect, it } from 'vitest'
import { orderStages, visitPending } from '../../lab/orders/rules.ts'
import { customerStepOf, type NextFacts, type NextStep, nextStepOf, waitingStages } from './promise-rules.ts'

const now = new Date('2026-03-05T02:00:00Z')
const earlier = new Date('2026-03-04T08:00:00Z')
const later = new Date('2026-03-09T09:00:00Z')
const step = (change: Partial<NextStep>): NextStep => ({ what: '审核并交付数据', who: 'staff', ...change })

it('[G-04] a deadline of the laboratory that passed is never shown to its customer', () => {
  for (const what of ['客户经理致电确认', '审核并交付数据', '寄回样品'])
    for (const promisedAt of [null, earlier, later]) {
      const { dueAt } = customerStepOf(step({ what, dueAt: earlier }), { promisedAt }, now)
      expect(dueAt === undefined || dueAt >= now).toBe(true)
    }
})

it('[G-04] the customer reads the time that is still promised, or who tells a new one', () => {
  expect(customerStepOf(step({ dueAt: earlier }), { promisedAt: later }, now)).toEqual({
    what: '检测安排中，约定日期前出数据',
    who: 'staff',
    dueAt: later,
  })
  expect(customerStepOf(step({ dueAt: earlier }), { promisedAt: earlier }, now).what).toContain('告知新的时间')
})

it('[G-04] deadlines ahead and the customer’s own stay as they are', () => {
  for (const same of [step({ dueAt: later }), step({}), step({ who: 'customer', what: '请确认报价', dueAt: earlier })])
    expect(customerStepOf(same, { promisedAt: null }, now)).toBe(same)
})

it('[Q-118] the stages that are asked for when the customer’s next steps are listed are all in which the customer can be next, except to settle', () => {
  const dates = { quoteValidUntil: null, callDueAt: null, calledAt: null, promisedAt: null, dataDueAt: null }
  const later = { confirmDueAt: null, reportWithdrawnAt: null, paidAt: null, returnDueAt: null, finalFen: 100 }
  const facts: NextFacts[] = [
    {},
    ...(['missing', 'over', 'offered'] as const).map((booking) => ({ booking })),
    { contract: { stage: 'to_sign', signBy: now } },
  ]
  const found = orderStages.filter((stage) =>
    facts.some((some) => {
      const order = {
        stage,
        groupId: null,
        serviceType: 1 as const,
        ...dates,
        ...later,
        returnAddress: null,
        holdAnswer: null,
      }
      // Bookings are read of orders whose visit has yet to take place.
      const isBooked = some.booking === undefined || visitPending(stage)
      return isBooked && nextStepOf(order, some)?.who === 'customer'
    }),
  )
  expect(found.filter((stage) => stage !== 'done').toSorted()).toEqual([...waitingStages].toSorted())
})

it('[Q-177] what the customer has to settle before a visit is due when that begins, if not before', () => {
  const dates = { callDueAt: null, calledAt: null, promisedAt: null, dataDueAt: null, confirmDueAt: null }
  const rest = { reportWithdrawnAt: null, paidAt: null, returnDueAt: null, finalFen: null, returnAddress: null }
  const dueAt = (
    stage: 'quoted' | 'contract' | 'prepay' | 'awaiting_sample',
    facts: NextFacts,
    quoteValidUntil = later,
  ) =>
    nextStepOf(
      { ...{ stage, quoteValidUntil, groupId: null, serviceType: 2, holdAnswer: null }, ...dates, ...rest },
      facts,
    )?.dueAt
  const visitAt = new Date('2026-03-06T02:30:00Z')
  const toSign = { stage: 'to_sign' as const, signBy: later }
  expect([dueAt('quoted', {}), dueAt('quoted', { visitAt }), dueAt('quoted', { visitAt }, earlier)]).toEqual([
    later,
    visitAt,
    earlier,
  ])
  expect(dueAt('contract', { visitAt, contract: toSign })).toBe(visitAt)
  expect(dueAt('contract', { visitAt, contract: { ...toSign, stage: 'to_seal' } })).toBeUndefined()
  expect([dueAt('prepay', {}), dueAt('prepay', { visitAt })]).toEqual([undefined, visitAt])
  expect(dueAt('awaiting_sample', { visitAt })).toBeUndefined()
})

it('[Q-343] who has sent all samples is not asked to send them', () => {
  const dates = { quoteValidUntil: null, callDueAt: null, calledAt: null, promisedAt: null, dataDueAt: null }
  const more = { confirmDueAt: null, reportWithdrawnAt: null, paidAt: null, returnDueAt: null, finalFen: null }
  const order = { ...dates, ...more, groupId: null, serviceType: 1 as const, returnAddress: null, holdAnswer: null }
  const next = (facts: NextFacts) => nextStepOf({ ...order, stage: 'awaiting_sample' }, facts)
  expect(next({})).toEqual({ what: '请寄送样品', who: 'customer' })
  expect(next({ sent: true })).toEqual({ what: '样品已寄出，等待收样', who: 'staff' })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import {
  contractCode,
  contractList,
  contractSign,
  staffContractIssue,
  staffContractSeal,
} from '../../contracts/contract.ts'
import { orderForLab } from '../../orders/actions.ts'
import { orderRetest } from '../../orders/closing/after-delivery-contract.ts'
import { orderAcceptQuote } from '../../orders/contract.ts'
import {
  staffOrderApprove,
  staffOrderHandIn,
  staffOrderQuote,
  staffOrderStartTesting,
  staffOrderVerify,
} from '../../orders/staff/staff-contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { staffSampleReceive } from '../../intake/contract.ts'
import { staffReportUpload } from './upload-contract.ts'
import { staffReportRecord } from './record-contract.ts'
import { publishReport } from '../publish-actions.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let lab: TestPerson
let manager: TestPerson
let reviewer: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  lab = await app.staff('lab')
  manager = await app.staff('manager')
  reviewer = await app.staff('reviewer')
}, 180_000)
afterAll(() => app.close())

const codesOf = (answers: { body: { code: number } }[]) => answers.filter((answer) => answer.body.code === 1).length

/** An order that waits for verification, and its customer. */
async function handedIn() {
  const customer = await scene.buyer(0)
  const order = await testing(customer)
  const { orderNo, lines } = order
  const record = {
    orderNo,
    lineId: lines[0]?.id ?? 0,
    instrument: 'D8',
    conditions: 'Cu',
    startedAt: '2026-03-02 09:00',
    endedAt: '2026-03-02 09:30',
  }
  await app.call(staffReportRecord, record, { as: lab })
  await app.call(
    staffReportUpload,
    { orderNo },
    { as: lab, idempotencyKey: randomUUID(), file: { name: 'a.xy', content: '1 2\n3 4\n' } },
  )
  await app.call(staffOrderHandIn, { orderNo }, { as: lab })
  return { ...order, customer }
}

async function testing(customer?: TestPerson) {
  const { orderNo, sampleNos } = await scene.order(customer ?? (await scene.buyer(0)), 1)
  await app.call(staffOrderApprove, { orderNo }, { as: manager })
  const logistics = await app.staff('logistics')
  await app.call(
    staffSampleReceive,
    { sampleNo: sampleNos[0] ?? '', condition: '完好', shelf: 'A-01' },
    { as: logistics },
  )
  await app.call(staffOrderStartTesting, { orderNo }, { as: lab })
  return orderForLab(app.system, orderNo)
}

describe('results under races', () => {
  it('[T-39] ten uploads of one name at the same time become ten versions, one of them current', async () => {
    const { orderNo, id } = await testing()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        app.send(
          staffReportUpload,
          { orderNo },
          { as: lab, idempotencyKey: randomUUID(), file: { name: 'scan.xy', content: `1 ${i}\n2 3\n` } },
        ),
      ),
    )
    expect(codesOf(answers)).toBe(10)
    const rows = await app.db.rows<{ version: number; current: boolean }>(
      sql`select version, replaced_at is null as current from result_files where order_id = ${id} order by version`,
    )
    expect(rows.map((row) => row.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(rows.filter((row) => row.current)).toHaveLength(1)
  })

  it('[T-39] ten records of one line at the same time leave one current record', async () => {
    const { orderNo, id, lines } = await testing()
    const record = {
      orderNo,
      lineId: lines[0]?.id ?? 0,
      instrument: 'D8',
      conditions: 'Cu',
      startedAt: '2026-03-02 09:00',
    }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.send(staffReportRecord, record, { as: lab })),
    )
    expect(codesOf(answers)).toBe(10)
    const { n } = await app.db.one<{ n: number }>(
      sql`select count(*) as n from test_records where order_id = ${id} and replaced_at is null`,
    )
    expect(n).toBe(1)
  })

  it('a publication that runs five times at the same time makes one report', async () => {
    const { orderNo, id } = await handedIn()
    await app.call(staffOrderVerify, { orderNo }, { as: reviewer })
    const { version } = await orderForLab(app.system, id)
    await Promise.allSettled(Array.from({ length: 5 }, () => publishReport(app.system, id, version)))
    const { n } = await app.db.one<{ n: number }>(sql`select count(*) as n from reports where order_id = ${id}`)
    expect(n).toBe(1)
  })

  it('[F-77] no report is published after the customer asked for a retest, in any order of verification, retest and publication', async () => {
    for (let round = 0; round < 4; round++) {
      const { orderNo, id, customer } = await handedIn()
      const retest = async () => {
        for (let tries = 0; tries < 40; tries++) {
          const answer = await app.send(
            orderRetest,
            { orderNo, reason: '峰位偏移' },
            { as: customer, idempotencyKey: randomUUID() },
          )
          if (answer.body.code === 1) return
        }
        throw new Error('the retest was never taken')
      }
      const verify = app.call(staffOrderVerify, { orderNo }, { as: reviewer })
      await Promise.all([verify, retest(), app.drain(), app.drain()])
      await app.drain()
      const history = await app.db.rows<{ action: string; entity: string }>(sql`
        select h.action, h.entity from stage_history h
        where (h.entity = 'order' and h.entity_id = ${id} and h.action = 'requestRetest')
          or (h.entity = 'report' and h.entity_id in (select r.id from reports r where r.order_id = ${id}))
        order by h.id`)
      expect(history.map(({ entity, action }) => `${entity}.${action}`)).toEqual([
        'report.create',
        'order.requestRetest',
      ])
    }
  })
})

describe('contracts under races', () => {
  it('[T-5] one code signs once, and one seal moves the order once', async () => {
    const customer = await scene.buyer(2)
    const { orderNo } = await scene.order(customer, 1)
    const { lines } = await orderForLab(app.system, orderNo)
    const quote = { orderNo, lines: lines.map((line) => ({ lineId: line.id, amountFen: 50_000 })) }
    const { quoteVersion } = await app.call(staffOrderQuote, quote, { as: manager })
    await app.call(orderAcceptQuote, { orderNo, quoteVersion }, { as: customer })
    const issues = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.send(staffContractIssue, { orderNo }, { as: manager, idempotencyKey: randomUUID() }),
      ),
    )
    expect(issues.every((answer) => answer.status < 500)).toBe(true)
    await app.drain()
    const { list } = await app.call(contractList, {}, { as: customer })
    const live = list.filter((row) => row.stage !== 'void')
    expect(live).toHaveLength(1)
    const contractNo = live[0]?.contractNo ?? ''

    await app.call(contractCode, { contractNo }, { as: customer })
    const text = (await app.outbox()).findLast((message) => message.template === 'code.6')?.text ?? ''
    const code = /验证码(\d{6})/.exec(text)?.[1] ?? ''
    const signs = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.send(contractSign, { contractNo, name: '李经理', code, agreed: true }, { as: customer }),
      ),
    )
    expect([codesOf(signs), signs.some((answer) => answer.status >= 500)]).toEqual([1, false])
    const seals = await Promise.all(
      Array.from({ length: 10 }, () => app.send(staffContractSeal, { contractNo }, { as: manager })),
    )
    expect([codesOf(seals), seals.some((answer) => answer.status >= 500)]).toEqual([1, false])
  })
})

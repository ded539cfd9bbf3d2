import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { verifyBooks } from '../ledger/actions.ts'
import { profileCompleted } from '../../people/customers/events.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { changeSetting } from '../../core/settings/actions.ts'
import { creditOf } from './actions.ts'
import { creditApplyOperate, staffCreditConfirm, staffCreditRaise, staffCreditReject } from './contract.ts'
import { staffCreditList } from './list-contract.ts'

let app: TestApp
let finance: TestPerson
let second: TestPerson
beforeAll(async () => {
  app = await testApp()
  finance = await app.staff('finance')
  second = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

async function teacher(): Promise<TestPerson> {
  const as = await app.customer(3)
  await emit(app.system, profileCompleted, { customerId: as.id })
  await app.drain()
  return as
}

async function applied(wantedFen: number) {
  const as = await teacher()
  const { application } = await app.call(
    creditApplyOperate,
    { op: 'apply', wantedFen, reason: '课题组年度测试' },
    { as },
  )
  return { as, applicationId: application?.id ?? 0 }
}

describe('applications for more credit', () => {
  it('[M-20] credit opens by itself when the profile is complete', async () => {
    const as = await teacher()
    expect(await app.call(creditApplyOperate, { op: 'info' }, { as })).toMatchObject({
      credit: { opened: true, limitFen: 2_000_000 },
      mayApply: true,
      overdue: false,
      application: null,
    })
  })

  it('[T-57] a limit above the set amount waits for a second person', async () => {
    const { as, applicationId } = await applied(5_000_000)
    const { list } = await app.call(staffCreditList, {}, { as: finance })
    expect(list.find((row) => row.id === applicationId)).toMatchObject({ wantedFen: 5_000_000, stage: 'pending' })
    expect(
      await app.call(staffCreditRaise, { applicationId, version: 1, grantedFen: 4_000_000 }, { as: finance }),
    ).toEqual({ stage: 'checking' })
    expect((await creditOf(app.system, as.id)).limitFen).toBe(2_000_000)
    expect(await app.refusal(staffCreditConfirm, { applicationId, version: 2 }, { as: finance })).toMatchObject({
      error: 'samePerson',
    })
    await app.call(staffCreditConfirm, { applicationId, version: 2 }, { as: second })
    expect(await creditOf(app.system, as.id)).toMatchObject({ limitFen: 4_000_000, availableFen: 4_000_000 })
  })

  it('[F-93] one application at a time, for more than the current limit; it can be withdrawn, or refused with a reason that the customer reads', async () => {
    const { as, applicationId } = await applied(3_000_000)
    expect(
      await app.refusal(creditApplyOperate, { op: 'apply', wantedFen: 4_000_000, reason: '再次' }, { as }),
    ).toMatchObject({ error: 'alreadyApplied' })
    expect(await app.refusal(creditApplyOperate, { op: 'apply', wantedFen: 1, reason: '再次' }, { as })).toMatchObject({
      error: 'notHigher',
    })
    await app.call(staffCreditReject, { applicationId, version: 1, reason: '近期有逾期' }, { as: finance })
    // [F-93] The reason is shown in the member area, not only in a message.
    expect(await app.call(creditApplyOperate, { op: 'info' }, { as })).toMatchObject({
      application: { stage: 'rejected', rejectReason: '近期有逾期' },
    })
    expect(await app.refusal(creditApplyOperate, { op: 'cancel' }, { as })).toMatchObject({ error: 'noApplication' })
    const again = await app.call(creditApplyOperate, { op: 'apply', wantedFen: 3_000_000, reason: '再次' }, { as })
    expect(again).toMatchObject({ mayApply: false, application: { stage: 'pending' } })
    expect(await app.call(creditApplyOperate, { op: 'cancel' }, { as })).toMatchObject({
      application: { stage: 'cancelled' },
    })
  })

  it('[S-15] a limit is never granted at or below the current one', async () => {
    const { as, applicationId } = await applied(3_000_000)
    for (const grantedFen of [2_000_000, 1_999_999, 0])
      expect(
        await app.refusal(staffCreditRaise, { applicationId, version: 1, grantedFen }, { as: finance }),
        String(grantedFen),
      ).toMatchObject({ error: 'notHigher' })
    expect((await creditOf(app.system, as.id)).limitFen).toBe(2_000_000)
  })

  it('[S-16] takes effect at once at exactly the amount of the settings, and waits one fen above it', async () => {
    await changeSetting(app.system, 'secondPersonAboveFen', 3_000_000)
    for (const [grantedFen, stage] of [
      [3_000_000, 'approved'],
      [3_000_001, 'checking'],
    ] as const) {
      const { applicationId } = await applied(3_500_000)
      expect(await app.call(staffCreditRaise, { applicationId, version: 1, grantedFen }, { as: finance })).toEqual({
        stage,
      })
    }
  })

  it('enterprises and individuals pay in advance and have no credit', async () => {
    const as = await app.customer(2)
    expect(
      await app.refusal(creditApplyOperate, { op: 'apply', wantedFen: 100, reason: '试试' }, { as }),
    ).toMatchObject({ error: 'notInstitute' })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { absenceScene, type ReportOwner } from '../../../app/testing/scenes/absence-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { login } from '../contract.ts'
import {
  userCode4Contact,
  userCode4StepUp,
  userSessions,
  userStepUp,
  userUpdateContact,
} from '../../customers/profile-contract.ts'
import { userInfo } from '../../customers/person-contract.ts'
import { accountEndInDoubt, accountSignOut, accountVouch, inDoubtList } from './vouch-contract.ts'

const PASSWORD = 'a-good-password-1'
const OWNERS = { ip: '198.51.100.7', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0' }
const STRANGERS = { ip: '203.0.113.99', userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' }
const reason = '致电导师确认为本人'
const stepUpRequired = { status: 403, error: 'stepUpRequired' }

let app: TestApp
let scene: ReturnType<typeof absenceScene>
let manager: TestPerson
let person: ReportOwner

beforeAll(async () => {
  app = await testApp()
  scene = absenceScene(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await scene.owner()
  app.clock.advance({ days: 91 })
  manager = await app.staff('manager')
})

const signInBySms = (from: typeof OWNERS) => scene.signInBySms(person, from)

/** What the manager sees of this customer. */
async function waiting() {
  return (await app.call(inDoubtList, {}, { as: manager })).list.find(({ id }) => id === person.id)
}

async function sessionFrom(place: string): Promise<number> {
  return (await waiting())?.sessions.find(({ ip }) => ip === place)?.id ?? 0
}

const opens = (as: { token: string }) => scene.opensFile(person, as)
const refusesFile = (as: { token: string }) => scene.refusesFile(person, as)
const vouch = (sessionIds: number[], as = manager, why = reason) =>
  app.call(accountVouch, { id: person.id, sessionIds, reason: why }, { as })

function audited(action: string) {
  const subject = `customer:${person.id}`
  return app.db.rows<{ reason: string; after: unknown; actorId: number }>(
    sql`select reason, after, actor_id from audit_log where action = ${action} and subject = ${subject} order by id`,
  )
}

describe('staff end all sessions of a customer who lost a phone', () => {
  it('at the next call each of them is signed out, other customers stay, and the reason stands in the audit log', async () => {
    const [one, other] = [await signInBySms(OWNERS), await signInBySms(STRANGERS)]
    const somebody = await scene.owner()
    const asked = { id: person.id, reason: '客户来电称手机遗失' }
    expect(await app.refusal(accountSignOut, asked, { as: await app.staff('finance') })).toMatchObject({ status: 403 })
    expect(await app.refusal(accountSignOut, { ...asked, reason: ' ' }, { as: manager })).toMatchObject({
      error: 'invalid',
    })
    expect(await app.refusal(accountSignOut, { ...asked, id: 999_999 }, { as: manager })).toMatchObject({ status: 404 })
    const { ended } = await app.call(accountSignOut, asked, { as: manager })
    expect(ended).toBeGreaterThanOrEqual(2)
    for (const as of [one, other]) expect(await app.refusal(userInfo, {}, { as })).toMatchObject({ status: 401 })
    await app.call(userInfo, {}, { as: somebody })
    expect(await audited('account.signOut')).toEqual([{ reason: asked.reason, actorId: manager.id, after: { ended } }])
    expect(await app.call(accountSignOut, asked, { as: manager })).toEqual({ ended: 0 })
  })
})

describe('staff confirm the identity of a customer', () => {
  it('[T-16] a manager lets in a customer without password and mailbox: once, with a reason, and the customer gets a message', async () => {
    const owner = await signInBySms(OWNERS)
    const seen = await waiting()
    expect(seen).toMatchObject({
      phone: `139****${person.phone.slice(-4)}`,
      sessions: [{ device: 'Chrome · Windows', ip: '198.51.100.*' }],
    })
    expect(JSON.stringify(seen)).not.toContain(OWNERS.ip)
    const sessionIds = seen?.sessions.map(({ id }) => id) ?? []
    const asked = { id: person.id, sessionIds, reason }
    expect(await app.refusal(accountVouch, { ...asked, reason: ' ' }, { as: manager })).toMatchObject({
      error: 'invalid',
    })
    expect(await app.refusal(accountVouch, { ...asked, sessionIds: [] }, { as: manager })).toMatchObject({
      error: 'invalid',
    })
    expect(await app.refusal(accountVouch, asked, { as: await app.staff('lab') })).toMatchObject({ status: 403 })
    await vouch(sessionIds)
    await opens(owner)
    expect(await waiting()).toBeUndefined()
    expect(await app.refusal(accountVouch, asked, { as: manager })).toMatchObject({ error: 'stageConflict' })
    expect(await audited('account.vouch')).toEqual([
      {
        reason,
        actorId: manager.id,
        after: { sessions: [{ id: sessionIds[0], device: 'Chrome · Windows', ip: '198.51.100.*' }] },
      },
    ])
    await app.drain()
    const outbox = (await app.outbox()).filter(({ to }) => to === person.phone).map(({ text }) => text)
    expect(outbox.some((text) => text.includes('已核实您的身份') && text.includes('Chrome · Windows'))).toBe(true)
  })

  it("[T-16] a stranger's session stays in doubt when the owner's is confirmed, and can be ended", async () => {
    const owner = await signInBySms(OWNERS)
    const stranger = await signInBySms(STRANGERS)
    expect((await waiting())?.sessions.map(({ device, ip }) => [device, ip])).toEqual([
      ['Chrome · Windows', '198.51.100.*'],
      ['Safari · iPhone', '203.0.113.*'],
    ])
    const theirs = await sessionFrom('203.0.113.*')
    await vouch([await sessionFrom('198.51.100.*')])
    await opens(owner)
    expect(await refusesFile(stranger)).toMatchObject(stepUpRequired)
    expect((await waiting())?.sessions.map(({ id }) => id)).toEqual([theirs])

    const away = { id: person.id, sessionId: theirs, reason: '本人确认不是其设备' }
    expect(await app.refusal(accountEndInDoubt, away, { as: await app.staff('lab') })).toMatchObject({ status: 403 })
    expect(await app.refusal(accountEndInDoubt, { ...away, reason: '' }, { as: manager })).toMatchObject({
      error: 'invalid',
    })
    await app.call(accountEndInDoubt, away, { as: manager })
    expect(await app.refusal(userInfo, {}, { as: stranger })).toMatchObject({ status: 401 })
    await opens(owner)
    expect(await app.refusal(accountEndInDoubt, away, { as: manager })).toMatchObject({ error: 'stageConflict' })
    expect(await audited('account.endInDoubt')).toEqual([
      {
        reason: away.reason,
        actorId: manager.id,
        after: { session: { id: theirs, device: 'Safari · iPhone', ip: '203.0.113.*' } },
      },
    ])
  })

  it('[T-16] all chosen sessions or none: one that has ended, is confirmed already or belongs to another account refuses all', async () => {
    const owner = await signInBySms(OWNERS)
    const stranger = await signInBySms(STRANGERS)
    const [mine = 0, theirs = 0] = [await sessionFrom('198.51.100.*'), await sessionFrom('203.0.113.*')]
    const conflict = async (input: { id: number; sessionIds: number[] }) =>
      expect(await app.refusal(accountVouch, { ...input, reason }, { as: manager })).toMatchObject({
        error: 'stageConflict',
      })
    const somebody = await app.customer(0)
    await conflict({ id: somebody.id, sessionIds: [mine] })
    await app.call(accountEndInDoubt, { id: person.id, sessionId: theirs, reason }, { as: manager })
    await conflict({ id: person.id, sessionIds: [mine, theirs] })
    expect(await refusesFile(owner)).toMatchObject(stepUpRequired)
    // A session that is not in doubt cannot be ended here.
    const settled = (await app.call(userSessions, {}, { as: somebody })).list[0]?.id ?? 0
    expect(
      await app.refusal(accountEndInDoubt, { id: somebody.id, sessionId: settled, reason }, { as: manager }),
    ).toMatchObject({ error: 'stageConflict' })
    // Of two members of staff who confirm at once, one succeeds; naming a session twice counts once.
    const both = await Promise.allSettled([vouch([mine, mine]), vouch([mine])])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await audited('account.vouch')).toHaveLength(1)
    await opens(owner)
    expect(await app.refusal(userInfo, {}, { as: stranger })).toMatchObject({ status: 401 })
  })

  it('[T-16] a stranger who signs in again after the owner was confirmed is still in doubt, also after being signed out', async () => {
    const owner = await signInBySms(OWNERS)
    await signInBySms(STRANGERS)
    const theirs = await sessionFrom('203.0.113.*')
    await vouch([await sessionFrom('198.51.100.*')])
    await app.call(accountEndInDoubt, { id: person.id, sessionId: theirs, reason }, { as: manager })
    const again = await signInBySms(STRANGERS)
    expect(await refusesFile(again)).toMatchObject(stepUpRequired)
    await opens(owner)

    // The confirmed owner changes the number: the former one no longer signs in, and no doubt is left.
    const phone = `137${person.phone.slice(3)}`
    await app.call(userCode4Contact, { kind: 'phone', contact: phone }, { as: owner })
    const change = { kind: 'phone' as const, contact: phone, code: await scene.lastCode(phone), password: PASSWORD }
    await app.call(userUpdateContact, change, { as: owner })
    expect(await app.refusal(userInfo, {}, { as: again })).toMatchObject({ status: 401 })
    app.clock.advance({ minutes: 1 })
    await opens(await app.call(login, { account: phone, password: PASSWORD }))
  })

  it('[T-16] confirming both devices of the owner, or a proof by the owner, leaves no doubt behind', async () => {
    await signInBySms(OWNERS)
    await signInBySms(STRANGERS)
    await vouch((await waiting())?.sessions.map(({ id }) => id) ?? [])
    await opens(await signInBySms(OWNERS))

    person = await scene.owner()
    app.clock.advance({ days: 91 })
    manager = await app.staff('manager')
    const forgotten = await signInBySms(STRANGERS)
    const owner = await signInBySms(OWNERS)
    app.clock.advance({ minutes: 2 })
    await app.call(userCode4StepUp, { to: 'phone' }, { as: owner })
    await app.call(userStepUp, { code: await scene.lastCode(person.phone), password: PASSWORD }, { as: owner })
    await opens(await signInBySms(OWNERS))
    expect(await refusesFile(forgotten)).toMatchObject(stepUpRequired)
  })
})

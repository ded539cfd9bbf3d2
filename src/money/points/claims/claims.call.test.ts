import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../../app/book-checks.ts'
import { hostileTexts } from '../../../app/testing/hostile-texts.ts'
import { pointScene } from '../../../app/testing/scenes/point-scene.ts'
import { noticesFor } from '../../../app/testing/sent-notices.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { runCheck } from '../../../platform/book-check.ts'
import { acknowledge } from '../../../shop/articles/contract.ts'
import { balancesOf } from '../../ledger/actions.ts'
import { integrationApply, integrationCancelApply, integrationClaims } from '../contract.ts'
import { staffClaimList } from '../list-contract.ts'
import { staffClaimApprove, staffClaimReject, staffClaimRevoke } from '../staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof pointScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await pointScene(app)
})
afterAll(async () => {
  for (const check of bookChecks.filter(({ key }) => /^(points|ledger)\./.test(key)))
    expect([check.key, (await runCheck(app.db, check, app.clock.now())).faults]).toEqual([check.key, []])
  await app.close()
})

const balance = async ({ id }: TestPerson) => (await balancesOf(app.system, id)).points

describe('a claim for an acknowledgement', () => {
  let papers = 0
  const paper = (changes: object = {}) => ({
    doi: `https://doi.org/10.1016/J.Test.2026.${++papers}`,
    title: '钙钛矿薄膜的表征',
    journal: 'Applied Surface Science',
    publishedOn: '2026-02-01',
    project: 'X 射线光电子能谱',
    company: '江南大学',
    words: '感谢明析科测提供的 XPS 测试。',
    link: 'https://www.example.com/paper',
    consent: true,
    ...changes,
  })

  it('[M-13] is checked by staff, earns once and is published with consent', async () => {
    const person = await app.customer(0)
    const wanted = paper()
    const { id } = await app.call(integrationApply, wanted, { as: person })
    expect((await app.refusal(integrationApply, wanted, { as: await app.customer(0) })).error).toBe('doiTaken')
    const row = (await app.call(staffClaimList, {}, { as: scene.editor })).list.find((each) => each.id === id)
    expect(row).toMatchObject({ doi: '10.1016/j.test.2026.1', points: 500, stage: 'pending' })
    const verdict = { id, version: 1 }
    const manager = await app.staff('manager')
    expect((await app.refusal(staffClaimApprove, verdict, { as: manager })).status).toBe(403)
    await app.call(staffClaimApprove, verdict, { as: scene.editor })
    expect((await app.refusal(staffClaimApprove, verdict, { as: scene.editor })).status).toBe(409)
    expect(await balance(person)).toBe(500)
    expect((await app.call(acknowledge, {})).list).toContainEqual(
      expect.objectContaining({ company: '江南大学', content: wanted.words }),
    )
    expect((await app.call(integrationClaims, {}, { as: person })).list[0]).toMatchObject({
      stage: 'approved',
      points: 500,
    })
  })

  it('without consent is not published; rejected or withdrawn earns nothing and may be claimed again', async () => {
    const person = await app.customer(0)
    const before = (await app.call(acknowledge, {})).total
    const first = await app.call(integrationApply, paper({ consent: false }), { as: person })
    await app.call(staffClaimApprove, { id: first.id, version: 1 }, { as: scene.editor })
    const again = paper()
    const second = await app.call(integrationApply, again, { as: person })
    const stranger = await app.customer(0)
    expect((await app.refusal(integrationCancelApply, { id: second.id }, { as: stranger })).error).toBe('notFound')
    await app.call(integrationCancelApply, { id: second.id }, { as: person })
    const third = await app.call(integrationApply, again, { as: person })
    const verdict = { id: third.id, version: 1, reason: '没有找到致谢' }
    await app.call(staffClaimReject, verdict, { as: scene.editor })
    await app.call(integrationApply, again, { as: person })
    expect([await balance(person), (await app.call(acknowledge, {})).total]).toEqual([500, before])
  })

  it('[Q-322] that was refused comes back with all its words to be corrected, until the paper is claimed again', async () => {
    const person = await app.customer(0)
    const wanted = paper({ doi: '10.1016/j.again.2026.1', link: 'https://example.org/paper' })
    const { id } = await app.call(integrationApply, wanted, { as: person })
    const newest = async () => (await app.call(integrationClaims, {}, { as: person })).list
    expect((await newest())[0]).toMatchObject({ mayWithdraw: true, mayRepeat: false })
    await app.call(staffClaimReject, { id, version: 1, reason: '致谢原文与论文不符' }, { as: scene.editor })
    const [refused] = await newest()
    expect(refused).toMatchObject({ ...wanted, stage: 'rejected', mayRepeat: true })
    await app.call(integrationApply, { ...wanted, words: '感谢明析科测。' }, { as: person })
    expect((await newest()).map(({ mayRepeat }) => mayRepeat)).toEqual([false, false])
  })

  it('approved by mistake is taken back with its acknowledgement, what is spent from later points, and may be claimed again', async () => {
    const person = await app.customer(0)
    const shown = async () => (await app.call(acknowledge, {})).total
    const before = await shown()
    const wanted = paper()
    const { id } = await app.call(integrationApply, wanted, { as: person })
    await app.call(staffClaimApprove, { id, version: 1 }, { as: scene.editor })
    expect([await balance(person), await shown()]).toEqual([500, before + 1])
    const revoked = { id, version: 2, reason: '致谢的是另一家实验室' }
    expect((await app.refusal(staffClaimRevoke, revoked, { as: await app.staff('manager') })).status).toBe(403)
    expect(await app.call(staffClaimRevoke, revoked, { as: scene.editor })).toEqual({ points: 500 })
    expect((await app.refusal(staffClaimRevoke, revoked, { as: scene.editor })).status).toBe(409)
    expect([await balance(person), await shown()]).toEqual([0, before])
    expect((await app.call(integrationClaims, {}, { as: person })).list[0]).toMatchObject({
      ...{ stage: 'rejected', reason: revoked.reason, points: 0, mayRepeat: true },
    })
    await app.drain()
    expect((await noticesFor(app, person.id)).join()).toContain('500 致谢积分已收回')
    await app.call(integrationApply, wanted, { as: person })
  })

  it('is refused while ten others of the customer wait; one that no longer waits makes room', async () => {
    const person = await app.customer(0)
    const waiting: number[] = []
    for (let i = 0; i < 10; i++) waiting.push((await app.call(integrationApply, paper(), { as: person })).id)
    expect((await app.refusal(integrationApply, paper(), { as: person })).error).toBe('tooManyClaims')
    await app.call(integrationCancelApply, { id: waiting[0] ?? 0 }, { as: person })
    await app.call(integrationApply, paper(), { as: person })
    await app.call(integrationApply, paper(), { as: await app.customer(0) })
  })

  it('[T-51] is refused without evidence, with a false DOI or link, and keeps hostile texts as texts', async () => {
    const person = await app.customer(0)
    const fields = async (changes: object) =>
      (await app.refusal(integrationApply, paper(changes), { as: person })).fields ?? {}
    expect(await fields({ doi: 'abc' })).toHaveProperty('doi')
    expect(await fields({ link: '' })).toHaveProperty('link')
    expect(await fields({ link: 'javascript:alert(1)' })).toHaveProperty('link')
    expect(await fields({ publishedOn: '2030-01-01' })).toHaveProperty('publishedOn')
    expect((await app.refusal(integrationApply, paper({ fileId: 999_999 }), { as: person })).error).toBe('notFound')
    const [hostile = ''] = hostileTexts
    await app.call(integrationApply, paper({ title: hostile.slice(0, 100) || '<b>' }), { as: person })
  })
})

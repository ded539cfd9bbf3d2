import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { redirectOf } from './actions.ts'
import { redirectAdd, redirectList, redirectPaste, redirectRemove } from './contract.ts'

let app: TestApp
let editor: TestPerson
beforeAll(async () => {
  app = await testApp()
  editor = await app.staff('editor')
})
afterAll(() => app.close())

const add = (from: string, to: string, as = editor) =>
  app.call(redirectAdd, { from, to }, { as, idempotencyKey: randomUUID() })
const refused = (from: string, to: string, as = editor) =>
  app.refusal(redirectAdd, { from, to }, { as, idempotencyKey: randomUUID() })
const paste = (text: string) => app.call(redirectPaste, { text }, { as: editor, idempotencyKey: randomUUID() })

describe('old addresses', () => {
  it('lead to the new one, whatever query and closing slash they come with, and are counted', async () => {
    await add('/product/xrd.html', '/detail/1?from=old')
    for (const address of ['/product/xrd.html', '/product/xrd.html?utm=1', '/product/xrd.html/'])
      expect(await redirectOf(app.system, address)).toBe('/detail/1?from=old')
    for (const address of ['/product/other.html', '/%00', '/a%00b', '/%', `/${'a'.repeat(2000)}`])
      expect(await redirectOf(app.system, address)).toBeUndefined()
    const { list } = await app.call(redirectList, { kw: 'xrd' }, { as: editor })
    expect(list).toMatchObject([{ from: '/product/xrd.html', hits: 3, createdByName: expect.any(String) }])
  })

  it('[T-13] [Q-121] never lead to another site, into a loop or a chain, which is told at the field', async () => {
    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example'])
      expect(await refused('/old-1', to)).toMatchObject({ error: 'invalid' })
    expect(await refused('/old-1', '/old-1?x=1')).toMatchObject({ error: 'loop', fields: { to: expect.any(String) } })
    await add('/old-2', '/project/1')
    expect(await refused('/old-3', '/old-2')).toMatchObject({ error: 'loop' })
    expect(await refused('/project/1', '/project/2')).toMatchObject({ error: 'loop' })
    expect(await refused('/old-2/', '/project/2')).toMatchObject({
      error: 'fromTaken',
      fields: { from: expect.any(String) },
    })
  })

  it('are pasted whole or not at all', async () => {
    const { added, faults } = await paste(
      '/p1 /project/1\n/p2 https://evil.example\n/p1 /project/2\n/console/x /project',
    )
    expect([added, faults.map(({ line }) => line)]).toEqual([0, [2, 3, 4]])
    expect(await redirectOf(app.system, '/p1')).toBeUndefined()
    expect((await paste('/p1 /p2\n/p2 /project')).faults.map(({ line }) => line)).toEqual([1])
    expect(await paste('/p1\t/project/1\n/p2\t/project/2')).toEqual({ added: 2, faults: [] })
    expect((await paste('/p2 /project/3')).faults).toMatchObject([{ line: 1 }])
    expect((await paste(Array.from({ length: 1001 }, (_, n) => `/n${n} /project`).join('\n'))).faults).toHaveLength(1)
  })

  it('are for editors and administrators, and a removed one is found no longer', async () => {
    for (const role of ['manager', 'lab', 'finance'] as const)
      expect(await refused('/old-9', '/project/1', await app.staff(role))).toMatchObject({ status: 403 })
    const { id } = await add('/old-10', '/project/1')
    await app.call(redirectRemove, { id }, { as: editor })
    expect(await redirectOf(app.system, '/old-10')).toBeUndefined()
    expect(await app.refusal(redirectRemove, { id }, { as: editor })).toMatchObject({ error: 'notFound' })
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../../../app/calls.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { actionRoles, roleMayAct, type Role, roles } from '../../../core/staff/rules.ts'
import { kindNames, kindOf } from './kind-rules.ts'
import { contentKindList } from '../revisions/revision-contract.ts'

let app: TestApp
const staff = new Map<Role, TestPerson>()
beforeAll(async () => {
  app = await testApp()
  for (const role of actionRoles['content.open']) staff.set(role, await app.staff(role))
})
afterAll(() => app.close())

/** All calls about an item of a kind, with an input that has the fields of all of them. */
const calls = handlers
  .map(({ call }) => call)
  .filter(({ action, path }) => action === 'content.open' && !/kinds$|names$/.test(path))

const inputs: Record<string, object> = {
  list: {},
  item: { id: 1 },
  version: { id: 1, version: 1 },
  save: { id: 1, baseVersion: 1, data: {}, note: '' },
  publish: { id: 1, version: 1 },
  schedule: { id: 1, version: 1, at: '2026-03-09T10:00' },
  unschedule: { id: 1, version: 1 },
  discard: { id: 1, version: 1 },
  restore: { id: 1, version: 1, baseVersion: 1 },
  archive: { id: 1 },
  unarchive: { id: 1 },
  move: { id: 1, direction: 'up' },
  preview: { id: 1, version: 1 },
  typed: { id: 1, data: {} },
}

describe('[F-78] kinds of content and roles', () => {
  it('every call lets a role reach exactly the kinds that it may edit', async () => {
    expect(calls.map(({ path }) => path.split('/').at(-1)).sort()).toEqual(Object.keys(inputs).sort())
    for (const [role, as] of staff)
      for (const kind of kindNames)
        for (const call of calls) {
          const input = { kind, ...inputs[call.path.split('/').at(-1) ?? ''] }
          const { status } = await app.send(call, input, { as, idempotencyKey: randomUUID() })
          const { action, guard } = kindOf(kind)
          const needed = call.path.endsWith('archive') ? (guard?.rest ?? action) : action
          expect([role, kind, call.path, status === 403]).toEqual([role, kind, call.path, !roleMayAct(role, needed)])
        }
  })

  it('a role that may edit any kind may open the editor, and sees only its own kinds', async () => {
    for (const role of Object.keys(roles) as Role[])
      expect([role, roleMayAct(role, 'content.open')]).toEqual([
        role,
        kindNames.some((kind) => roleMayAct(role, kindOf(kind).action)),
      ])
    for (const [role, as] of staff) {
      const offered = (await app.call(contentKindList, {}, { as })).map(({ kind }) => kind)
      expect(offered).toEqual(kindNames.filter((kind) => roleMayAct(role, kindOf(kind).action)))
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importKinds } from '../../app/import-kinds.ts'
import { raceRounds } from '../../app/testing/race-rounds.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { importCommit, importDetail, importStart, importStop, importUndo } from './contract.ts'
import { commitImport, undoImport } from './step-actions.ts'

let app: TestApp
let managers: TestPerson[]
let phones = 0
beforeAll(async () => {
  app = await testApp()
  managers = [await app.staff('manager'), await app.staff('manager')]
})
afterAll(() => app.close())

const rounds = raceRounds(4)
const [first, second] = [0, 1].map((which) => () => managers[which] ?? expect.fail('no manager')) as [
  () => TestPerson,
  () => TestPerson,
]

async function checked(rows: number): Promise<{ id: number; version: number; prefix: string }> {
  phones += 1
  const prefix = `139${String(phones).padStart(4, '0')}`
  const lines = Array.from({ length: rows }, (_, n) => `${prefix}${String(n).padStart(4, '0')},客户${n}`)
  const file = { name: '客户.csv', content: ['手机号,姓名', ...lines].join('\n') }
  const { id } = await app.call(importStart, { kind: 'customers' }, { as: first(), file })
  await app.drain()
  const { version } = await app.call(importDetail, { id }, { as: first() })
  return { id, version, prefix }
}

const accounts = async (prefix: string) =>
  (await app.db.one<{ count: number }>(sql`select count(*) as count from customers where phone like ${`${prefix}%`}`))
    .count
const detail = (id: number) => app.call(importDetail, { id }, { as: first() })

describe('two at once', () => {
  it('of two people who order one import, one wins', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, version, prefix } = await checked(3)
      const order = (as: TestPerson) => app.call(importCommit, { id, version, skipFaulty: false }, { as })
      const answers = await Promise.allSettled([order(first()), order(second())])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await app.drain()
      expect([await accounts(prefix), (await detail(id)).writtenRows]).toEqual([3, 3])
    }
  })

  it('two workers with the same job write every row once, and take every row back once', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, version, prefix } = await checked(250)
      await app.call(importCommit, { id, version, skipFaulty: false }, { as: first() })
      await Promise.all([commitImport(app.system, importKinds, id), commitImport(app.system, importKinds, id)])
      expect(await detail(id)).toMatchObject({ stage: 'committed', writtenRows: 250, refusedRows: 0 })
      expect(await accounts(prefix)).toBe(250)
      const after = await detail(id)
      await app.call(importUndo, { id, version: after.version }, { as: second() })
      await Promise.all([undoImport(app.system, importKinds, id), undoImport(app.system, importKinds, id)])
      expect(await detail(id)).toMatchObject({ stage: 'undone', undoneRows: 250, keptRows: 0 })
      expect(await accounts(prefix)).toBe(0)
      await app.drain()
    }
  })

  it('an import that is stopped while it is written has marked exactly the rows that were written, and goes on later', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, version, prefix } = await checked(400)
      await app.call(importCommit, { id, version, skipFaulty: false }, { as: first() })
      const working = commitImport(app.system, importKinds, id)
      await app.call(importStop, { id }, { as: second() }).catch(() => {})
      await working
      const stopped = await detail(id)
      expect(await accounts(prefix)).toBe(stopped.writtenRows)
      if (stopped.stage === 'stopped') {
        await app.call(importCommit, { id, version: stopped.version, skipFaulty: false }, { as: first() })
        await commitImport(app.system, importKinds, id)
      }
      expect([await accounts(prefix), (await detail(id)).stage]).toEqual([400, 'committed'])
      await app.drain()
    }
  })

  it('an import that is stopped while it is taken back counts exactly the rows that are gone, and goes on later', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, version, prefix } = await checked(2100)
      await app.call(importCommit, { id, version, skipFaulty: false }, { as: first() })
      await commitImport(app.system, importKinds, id)
      const { version: written } = await detail(id)
      await app.call(importUndo, { id, version: written }, { as: first() })
      const working = Promise.all([undoImport(app.system, importKinds, id), undoImport(app.system, importKinds, id)])
      await app.call(importStop, { id }, { as: second() }).catch(() => {})
      await working
      const stopped = await detail(id)
      expect(await accounts(prefix)).toBe(2100 - stopped.undoneRows)
      if (stopped.stage === 'stopped') {
        await app.call(importUndo, { id, version: stopped.version }, { as: first() })
        await undoImport(app.system, importKinds, id)
      }
      expect([await accounts(prefix), (await detail(id)).stage, (await detail(id)).undoneRows]).toEqual([
        0,
        'undone',
        2100,
      ])
      await app.drain()
    }
  })

  it('two imports of the same phones make each account once, and the later row is refused or finds it unchanged', async () => {
    for (let round = 0; round < rounds; round++) {
      const one = await checked(40)
      phones -= 1
      const other = await checked(40)
      expect(other.prefix).toBe(one.prefix)
      for (const { id, version } of [one, other])
        await app.call(importCommit, { id, version, skipFaulty: false }, { as: first() })
      await Promise.all([one, other].map(({ id }) => commitImport(app.system, importKinds, id)))
      expect(await accounts(one.prefix)).toBe(40)
      for (const { id } of [one, other]) expect((await detail(id)).stage).toBe('committed')
      await app.drain()
    }
  })
})

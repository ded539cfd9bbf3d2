import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { isNewer, version } from '../../platform/version.ts'
import { releaseList, releaseRead, releaseState } from './contract.ts'
import { releaseNotes } from './notes.ts'
import { putReadVersion } from './store.ts'

let app: TestApp
let person: TestPerson
beforeAll(async () => {
  app = await testApp()
  person = await app.staff('lab')
})
afterAll(() => app.close())

const state = (as: TestPerson) => app.call(releaseState, {}, { as })

describe('the notes of the releases', () => {
  it('say what the version of package.json brought, on which day', () => {
    const own = releaseNotes.find((each) => each.version === version)
    expect(own?.day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(own?.parts.flatMap(({ news }) => news).length).toBeGreaterThan(0)
  })

  it('are listed newest first, in Chinese, and only what is newer than this version has no day', () => {
    const sorted = releaseNotes.toSorted((left, right) => (isNewer(left.version, right.version) ? -1 : 1))
    expect(releaseNotes).toEqual(sorted)
    for (const { version: one, day, summary, parts } of releaseNotes) {
      expect([one, day === null]).toEqual([one, isNewer(one, version)])
      for (const text of [summary, ...parts.flatMap(({ news }) => news)])
        expect(text).toMatch(/^[^\n]*[\u4e00-\u9fff].*。$/)
      expect(parts.length).toBeGreaterThan(0)
    }
  })

  it('are unread for each member of staff until that person has opened them, and again after an upgrade', async () => {
    expect(await state(person)).toEqual({ version, unread: true })
    await app.call(releaseRead, {}, { as: person })
    expect(await state(person)).toEqual({ version, unread: false })
    expect((await state(await app.staff('lab'))).unread).toBe(true)
    await putReadVersion(app.db, person.id, '0.1.9', app.clock.now())
    expect((await state(person)).unread).toBe(true)
  })

  it('are answered with the running version', async () => {
    const { version: running, releases } = await app.call(releaseList, {}, { as: person })
    expect(running).toBe(version)
    expect(releases.map((each) => each.version)).toContain(version)
  })
})

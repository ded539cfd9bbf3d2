import { afterAll, beforeAll, expect, it } from 'vitest'
import { raceRounds } from '../../app/testing/race-rounds.ts'
import { type TestApp, testApp, type TestPerson } from '../../app/testing/test-app.ts'
import { addServiceTypes } from '../../shop/catalogue/service-type-actions.ts'
import { deviceSearch } from '../../shop/catalogue/contract.ts'
import { setupAddExample, setupRead, setupRemoveExample } from './contract.ts'

let app: TestApp
let people: TestPerson[]
beforeAll(async () => {
  app = await testApp()
  await addServiceTypes(app.system)
  people = [await app.staff('admin'), await app.staff('admin'), await app.staff('admin')]
})
afterAll(() => app.close())

it('[27.5] people who add the example project together, or remove it together, do it once', async () => {
  const together = (call: typeof setupAddExample | typeof setupRemoveExample) =>
    Promise.allSettled(people.map((as) => app.call(call as typeof setupAddExample, {}, { as })))
  const done = (answers: PromiseSettledResult<unknown>[]) =>
    answers.filter(({ status }) => status === 'fulfilled').length
  for (let round = 0; round < raceRounds(3); round++) {
    expect(done(await together(setupAddExample))).toBe(1)
    expect((await app.call(deviceSearch, { size: 10 })).list.map(({ name }) => name)).toEqual(['粉末衍射（示例）'])
    expect((await app.call(setupRead, {}, { as: people[0] })).example).toBe('stands')
    expect(done(await together(setupRemoveExample))).toBe(1)
    expect((await app.call(deviceSearch, { size: 10 })).list).toEqual([])
  }
})

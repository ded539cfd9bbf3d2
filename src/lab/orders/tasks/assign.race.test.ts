import { afterAll, beforeAll, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { raceRounds } from '../../../app/testing/race-rounds.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { staffOrderDetail } from '../staff/staff-contract.ts'
import { staffOrderAssign } from './task-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('of two who take the same work at once, one gets it and the other is told', async () => {
  const scene = await labScene(app)
  const { orderNo } = await scene.testing(await scene.buyer(0))
  const people = [scene.staff.lab, await app.staff('lab')]
  for (let round = 0; round < raceRounds(20); round++) {
    const { assignedTo: formerStaffId } = await app.call(staffOrderDetail, { orderNo }, { as: scene.staff.lab })
    if (formerStaffId !== null)
      await app.call(staffOrderAssign, { orderNo, staffId: null, formerStaffId }, { as: scene.staff.manager })
    const answers = await Promise.all(
      people.map((person) =>
        app.send(staffOrderAssign, { orderNo, staffId: person.id, formerStaffId: null }, { as: person }),
      ),
    )
    const won = answers.findIndex(({ body }) => body.code === 1)
    expect(answers.map(({ body }) => body.error).toSorted()).toEqual(['assignedMeanwhile', undefined])
    const { assignedTo } = await app.call(staffOrderDetail, { orderNo }, { as: scene.staff.lab })
    expect(assignedTo).toBe(people[won]?.id)
  }
})

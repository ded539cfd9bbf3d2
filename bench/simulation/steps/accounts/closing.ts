import { assetInit } from '../../../../src/billing/settlements/asset-contract.ts'
import { demoPhones } from '../../../../src/people/customers/rules.ts'
import {
  userClose,
  userCloseCancel,
  userCode4Privacy,
  userPrivacy,
} from '../../../../src/workspace/privacy/contract.ts'
import type { Person } from '../../base.ts'
import { standsAgainst } from '../../models/founded.ts'
import type { Scene, StepKind } from '../../scene.ts'

/** Customers close their accounts, think again, or are told what stands against it. */
export const closing: StepKind[] = [
  { name: 'a customer closes the account', weight: 0.4, act: close },
  { name: 'a customer takes the closing back', weight: 0.25, act: takeBack },
]
const RULE = 'an account without money, debts and open orders is closed, and no other'

async function close(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { base, model } = world
  const { leaving, closed } = model.closing
  // The accounts of the demo cannot be closed; too few people would be left, and rebates are judged by what the promoter reads.
  const isDemo = ({ phone }: Person) => demoPhones.includes(phone)
  const people = base.people.filter(
    (person) => person.id !== base.promoterId && (!isDemo(person) || random.chance(0.05)),
  )
  const free: Person[] = []
  for (const person of people) if ((await scene.by(person, userPrivacy, {}))?.obstacles.length === 0) free.push(person)
  const person = scene.one(free.length > 0 && random.chance(0.7) ? free : people)
  if (!person || leaving.size + closed.size >= 2) return
  const held = await standsAgainst(world, person.id)
  world.app.clock.advance({ minutes: 2 })
  const code = await world.code(userCode4Privacy, {}, person)
  const done = await scene.by(person, userClose, { code })
  scene.lines.push(person.name)
  if (done && isDemo(person)) scene.breaks(RULE, `${person.name} is an account of the demo`)
  if (done && (held || !free.includes(person)))
    scene.breaks(RULE, `${person.name} closes it with ${held?.what ?? 'something that stands against it'}`)
  if (!done && free.includes(person) && !scene.hadFaults && !isDemo(person))
    scene.breaks(RULE, `${person.name} cannot close it: ${scene.refusal}`)
  const isAsked = done ?? (scene.hadFaults && (await scene.by(person, userPrivacy, {}))?.closesAt)
  if (isAsked) model.closing.asked(world, person)
}

async function takeBack(scene: Scene): Promise<void> {
  const { world } = scene
  const { closing: book } = world.model
  const { person } = scene.one([...book.leaving.values()]) ?? {}
  if (!person || world.now >= (book.leaving.get(person.id)?.closesAt ?? world.now)) return
  const done = await scene.by(person, userCloseCancel, {})
  const isOver = done ?? (scene.hadFaults && (await scene.by(person, userPrivacy, {}))?.closesAt === null)
  if (!isOver) return
  book.comesBack(world, person)
  if (!(await scene.by(person, assetInit, {}))) scene.breaks(RULE, `${person.name} took the closing back in vain`)
}

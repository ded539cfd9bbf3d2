import { clusterDemandFactor } from '../../../../src/people/groups/contract.ts'
import {
  userBeginSecondFactor,
  userConfirmSecondFactor,
  userEndSecondFactor,
} from '../../../../src/people/customers/second-factor/second-factor-contract.ts'
import { totpCodeAt } from '../../../../src/platform/auth/totp.ts'
import type { Person } from '../../base.ts'
import type { Scene, StepKind } from '../../scene.ts'

export const factors: StepKind[] = [
  { name: 'switch a second factor on or off', weight: 1.5, act: change },
  { name: 'the group demands a second factor', weight: 0.8, act: demand },
]

async function change(scene: Scene): Promise<void> {
  const { factors: book, group, people } = scene.world.model
  const acting = [...group.person('owner'), ...group.person('manager')]
  const person = scene.one(scene.random.chance(0.7) ? acting : people)
  if (!person) return
  if (!book.on.has(person.id)) return switchOn(scene, person)
  if (scene.random.chance(0.3)) await switchOff(scene, person)
}

async function switchOn(scene: Scene, person: Person): Promise<void> {
  const { model, now } = scene.world
  const begun = await scene.by(person, userBeginSecondFactor, { password: person.password })
  // Whoever proves the password goes on with a new token.
  await scene.world.keepSignedIn(person)
  if (!begun) return
  model.factors.secrets.set(person.id, begun.secret)
  const done = await scene.by(person, userConfirmSecondFactor, { code: totpCodeAt(begun.secret, now) })
  await settled(scene, done, () => model.factors.on.add(person.id))
}

async function switchOff(scene: Scene, person: Person): Promise<void> {
  const { model, now } = scene.world
  const secret = model.factors.secrets.get(person.id)
  if (secret === undefined) return
  const done = await scene.by(person, userEndSecondFactor, { code: totpCodeAt(secret, now) })
  await settled(scene, done, () => model.factors.on.delete(person.id))
}

async function demand(scene: Scene): Promise<void> {
  const { factors: book, group } = scene.world.model
  const { owner, groupNo } = group
  if (!owner) return
  const needsFactor = book.isDemanded ? scene.random.chance(0.4) : scene.random.chance(0.8)
  const done = await scene.by(owner, clusterDemandFactor, { groupNo, needsFactor })
  if (done && needsFactor && !book.on.has(owner.id))
    scene.breaks('who demands a second factor has one', `${owner.name} demands it`)
  await settled(scene, done, () => (book.isDemanded = needsFactor))
}

async function settled(scene: Scene, done: unknown, learn: () => void): Promise<void> {
  if (done) learn()
  else if (scene.hadFaults) await scene.world.model.factors.read(scene.world.database)
}

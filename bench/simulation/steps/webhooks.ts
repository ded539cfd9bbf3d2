import {
  webhookAdd,
  webhookDelete,
  webhookList,
  webhookPing,
  webhookRotate,
  webhookSwitch,
} from '../../../src/workspace/webhooks/contract.ts'
import { webhookTypes, type WebhookType } from '../../../src/workspace/webhooks/rules.ts'
import type { Habit, Hook } from '../receiver.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Programs of customers are told what happens to their orders. */
export const webhooks: StepKind[] = [
  { name: 'register an address for messages', weight: 1.5, act: register },
  { name: 'look after an address for messages', weight: 2, act: lookAfter },
  { name: 'a receiver changes its habits', weight: 1.5, act: changeHabit },
]

const allTypes = Object.keys(webhookTypes) as WebhookType[]

async function register(scene: Scene): Promise<void> {
  const { person, random, world } = scene
  const { receiver, now } = world
  const path = `/${person.name}/${receiver.hooks.size + 1}`
  const types = random.chance(0.7) ? allTypes : allTypes.filter(() => random.chance(0.5))
  const url = receiver.url + path
  const added = await scene.mine(webhookAdd, { url, types: types.length > 0 ? types : allTypes })
  // An answer that was lost made an address whose secret nobody knows.
  const { list = [] } = (await scene.mine(webhookList, {})) ?? {}
  for (const { id, url: known } of list) if (known === url && id !== added?.id) await scene.mine(webhookDelete, { id })
  if (!added) return
  const hook: Hook = {
    ...{ id: added.id, path, ownerId: person.id, types: types.length > 0 ? types : allTypes, secret: added.secret },
    ...{ formers: [], state: 'active', since: now, habit: 'answers', answersSince: now },
    ...{ failing: undefined, everFailed: false },
  }
  receiver.hooks.set(path, hook)
  scene.lines.push(path)
}

function anyHook(scene: Scene): Hook | undefined {
  return scene.one([...scene.world.receiver.hooks.values()].filter(({ state }) => state !== 'deleted'))
}

async function lookAfter(scene: Scene): Promise<void> {
  const { world, random } = scene
  // Mostly one whose secret was changed: what it gets later shows whether the former secret still signs.
  const rotated = [...world.receiver.hooks.values()].filter(
    ({ state, formers }) => state === 'active' && formers.length > 0,
  )
  const hook = random.chance(0.5) ? (scene.one(rotated) ?? anyHook(scene)) : anyHook(scene)
  const person = world.base.people.find(({ id }) => id === hook?.ownerId)
  if (!hook || !person) return
  const { id } = hook
  const what = random.weighted({ ping: 5, switch: 3, rotate: 4, delete: 0.5 })
  scene.lines.push(hook.path)
  if (what === 'ping') await scene.by(person, webhookPing, { id })
  else if (what === 'rotate') {
    const changed = await scene.by(person, webhookRotate, { id })
    if (changed) world.receiver.rotated(hook, changed.secret, !scene.hadFaults)
  } else if (what === 'delete') {
    await scene.by(person, webhookDelete, { id })
    hook.state = 'deleted'
  } else {
    const on = hook.state !== 'active'
    if (!(await scene.by(person, webhookSwitch, { id, on }))) return
    // Off does not change an address that was disabled meanwhile; on begins a new count of failures.
    if (on) Object.assign(hook, { state: 'active', since: world.now, failing: undefined })
    else hook.state = 'paused'
  }
}

async function changeHabit(scene: Scene): Promise<void> {
  const hook = anyHook(scene)
  if (!hook) return
  const habit = scene.random.weighted<Habit>({ answers: 4, falters: 2, refuses: 2, 'hangs up': 1 })
  const answered = ['answers', 'falters'].includes(hook.habit)
  hook.habit = habit
  if (!answered) hook.answersSince = scene.world.now
  scene.lines.push(`${hook.path} ${habit}`)
}

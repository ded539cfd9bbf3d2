import type { NotifyPlan } from '../../../src/platform/pay/doubles/double-notifies.ts'
import type { Scene, StepKind } from '../scene.ts'

/** What happens around the laboratory: channels report payments late, twice or never, customers pay later, and clocks jump. */
export const around: StepKind[] = [
  { name: 'customers pay in the app', weight: 4, act: pay },
  { name: 'the channels report', weight: 5, act: report },
  { name: 'the channels change their habits', weight: 1, act: habits },
  { name: 'the clock jumps', weight: 1, act: jump },
  { name: 'the clock is set back', weight: 0.7, act: setBack },
  { name: 'the server is off for days', weight: 0.15, act: off },
]

async function pay(scene: Scene): Promise<void> {
  const { outside } = scene.world
  const open = scene.one(outside.openPayments)
  if (open) scene.lines.push(outside.pays(open) ? `paid ${open.amountFen}` : 'could not pay')
}

async function report(scene: Scene): Promise<void> {
  scene.lines.push(`${await scene.world.outside.reports()} reports`)
}

async function habits(scene: Scene): Promise<void> {
  const { doubles } = scene.world.outside
  const plan = () =>
    scene.random.weighted<NotifyPlan>({ normal: 5, late: 2, duplicate: 2, reversed: 1, never: 1, forged: 0.5 })
  doubles.wechatpay.notifies.plan = plan()
  doubles.alipay.notifies.plan = plan()
  scene.lines.push(`${doubles.wechatpay.notifies.plan} and ${doubles.alipay.notifies.plan}`)
}

/** Forward only: what was due in between is done at once. */
async function jump(scene: Scene): Promise<void> {
  const minutes = scene.random.whole(1, 90)
  scene.world.app.clock.advance({ minutes })
  scene.lines.push(`${minutes} minutes`)
}

/** As when a host takes over whose clock is behind. */
async function setBack(scene: Scene): Promise<void> {
  const seconds = scene.random.whole(1, 180)
  scene.world.app.clock.advance({ seconds: -seconds })
  scene.lines.push(`${seconds} seconds`)
}

/** Over a holiday nobody asks and no work is done; then everything is due at once. */
async function off(scene: Scene): Promise<void> {
  const hours = scene.random.whole(10, 80)
  scene.world.app.clock.advance({ hours })
  await scene.world.periodicWork()
  scene.lines.push(`${hours} hours`)
}

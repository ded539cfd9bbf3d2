import {
  integrationApply,
  integrationCancelApply,
  integrationCancelTransfer,
  integrationClaims,
  integrationTransfers,
} from '../../../src/money/points/contract.ts'
import { staffClaimList } from '../../../src/money/points/list-contract.ts'
import { staffClaimApprove, staffClaimReject, staffClaimRevoke } from '../../../src/money/points/staff-contract.ts'
import { shanghaiDate } from '../../../src/platform/time.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Points for papers that acknowledge the laboratory, and points that their giver takes back. */
export const papers: StepKind[] = [
  { name: 'ask for points for a paper', weight: 1, act: ask },
  { name: 'an editor looks at papers', weight: 1.5, act: look },
  { name: 'take back the points of a paper', weight: 0.5, act: revoke },
  { name: 'take back points that nobody accepted', weight: 0.7, act: takeBack },
]
const reason = '模拟编辑的理由'

/** There are few papers, so that several people ask for the same one. */
async function ask(scene: Scene): Promise<void> {
  const { random, world } = scene
  const waiting = scene.one(
    ((await scene.mine(integrationClaims, {}))?.list ?? []).filter(({ mayWithdraw }) => mayWithdraw),
  )
  if (waiting && random.chance(0.3)) {
    if (await scene.mine(integrationCancelApply, { id: waiting.id })) world.model.paperClaims.ended.add(waiting.id)
    return
  }
  const asked = await scene.mine(integrationApply, {
    ...{ doi: `10.1016/j.sim.2026.${random.whole(1, 9)}`, title: '模拟的论文', journal: '模拟学报' },
    ...{ publishedOn: shanghaiDate(world.now), project: 'XRD', company: '模拟大学', words: '感谢明析科测的测试支持' },
    ...{ link: 'https://example.com/paper', consent: random.chance(0.5) },
  })
  if (asked) world.model.paperClaims.asked.set(asked.id, scene.person.id)
}

async function look(scene: Scene): Promise<void> {
  const found = scene.one((await scene.staff('editor', staffClaimList, { tab: 'pending', size: 50 }))?.list)
  if (!found) return
  const { id, version } = found
  const { paperClaims } = scene.world.model
  if (scene.random.chance(0.3)) {
    if (await scene.staff('editor', staffClaimReject, { id, version, reason })) paperClaims.ended.add(id)
    return
  }
  const done = await scene.staff('editor', staffClaimApprove, { id, version })
  if (done) paperClaims.approved.set(id, done.points)
}

/** Approved by mistake, also after the points were spent. */
async function revoke(scene: Scene): Promise<void> {
  const found = scene.one(
    (await scene.staff('editor', staffClaimList, { tab: 'all', filters: { stage: ['approved'] } }))?.list,
  )
  if (!found) return
  const { id, version } = found
  const { approved } = scene.world.model.paperClaims
  if (await scene.staff('editor', staffClaimRevoke, { id, version, reason })) approved.set(id, 0)
  // Nobody was told whether the first try was done.
  else if (scene.hadFaults) approved.delete(id)
}

async function takeBack(scene: Scene): Promise<void> {
  for (const person of scene.some(scene.world.base.people, scene.world.base.people.length)) {
    const { list = [] } = (await scene.by(person, integrationTransfers, {})) ?? {}
    const open = scene.one(list.filter(({ sent, stage }) => sent && stage === 'offered'))
    if (!open) continue
    const done = await scene.by(person, integrationCancelTransfer, { id: open.id })
    if (done) scene.world.model.paperClaims.takenBack.add(open.id)
    return
  }
}

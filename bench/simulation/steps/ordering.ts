import { filledForm } from '../../../demo/life/form.ts'
import { firstAgreementVersion as agreementVersion } from '../../../src/core/agreements/agreement-rules.ts'
import { orderAdd } from '../../../src/lab/ordering/contract.ts'
import { planAdd, planDelete } from '../../../src/lab/plans/contract.ts'
import { discountChoices } from '../../../src/money/coupons/contract.ts'
import type { SentTo } from '../../../src/platform/contract/call.ts'
import type { Person, Project } from '../base.ts'
import type { Scene, StepKind } from '../scene.ts'
import { withinCredit } from './credit.ts'

export const ordering: StepKind[] = [{ name: 'order samples', weight: 15, act: orderSamples }]

async function orderSamples(scene: Scene): Promise<void> {
  const { random, person } = scene
  await orderFor(scene, person, person.groupNo && random.chance(0.6) ? person.groupNo : '')
}

/** A person orders, in the name of a group when it is named. Whether the order was placed. */
export async function orderFor(scene: Scene, person: Person, groupNo: string): Promise<boolean> {
  const { random } = scene
  const planIds: number[] = []
  const samples: SentTo<typeof orderAdd>['samples'] = []
  for (let n = random.chance(0.25) ? 2 : 1; n > 0; n--) {
    const project = pickedProject(scene)
    const sampleCount = random.whole(1, 3)
    const parameters = filledForm(project.form, random)
    const line = { rid: project.rid, parameters, sampleCount, urgent: random.chance(0.1) }
    const added = await scene.by(person, planAdd, line)
    if (!added) continue
    planIds.push(added.id)
    samples.push(...samplesOf(scene, added.id, project, sampleCount))
  }
  if (planIds.length === 0) return false
  // A person makes mistakes: a sample too few, or a line of somebody else.
  if (random.chance(0.04)) samples.pop()
  if (random.chance(0.02)) planIds.push(random.whole(1, 40))
  const returnsSamples = samples.some(({ returnWanted }) => returnWanted)
  const placed = await scene.by(person, orderAdd, {
    ...{ planIds, samples, delivery: { kind: 'self_send' }, invoice: { type: 0 }, remark: '', groupNo },
    contact: { name: '模拟客户', phone: person.phone, email: '' },
    ...(returnsSamples ? { returnAddress } : {}),
    ...{ agreementVersion, agreed: true, warningsConfirmed: true },
    couponIds: await couponIds(scene, person, planIds, { returnsSamples, groupNo }),
  })
  if (!placed) {
    await scene.by(person, planDelete, { ids: planIds })
    return false
  }
  scene.lines.push(`${placed.orderNo} ${placed.stage} ${placed.estimateFen}-${placed.discountFen}`)
  const isOnCredit = groupNo !== '' || person.kind === 'student' || person.kind === 'teacher'
  if (isOnCredit && (placed.estimateFen ?? 0) > placed.discountFen)
    await withinCredit(scene, groupNo ? scene.world.model.accountOf(groupNo) : person.id)
  return true
}

const returnAddress = { name: '模拟客户', phone: '13800138000', address_code: '320211', address: '滨湖大道 18 号' }

function pickedProject({ world, random }: Scene): Project {
  return random.pick(world.base.projects.filter(({ typeId, forms }) => typeId === 1 && forms.length > 0))
}

function samplesOf({ random }: Scene, planId: number, { forms }: Project, count: number) {
  const form = forms.includes('powder') ? 'powder' : (forms[0] ?? 'powder')
  return Array.from({ length: count }, (_, n) => ({
    ...{ planId, ownNo: `${planId}-${n + 1}`, name: `样品 ${n + 1}`, form, composition: 'ZnO', hazards: [] },
    ...{ storage: 'room' as const, returnWanted: random.chance(0.3), remark: '' },
  }))
}

/** Mostly the best coupon, sometimes one that does not fit. */
async function couponIds(
  scene: Scene,
  person: Person,
  planIds: number[],
  of: { returnsSamples: boolean; groupNo: string },
) {
  if (scene.random.chance(0.5)) return []
  const choices = (await scene.by(person, discountChoices, { planIds, ...of }))?.choices ?? []
  const usable = choices.filter(({ fault, discountFen }) => fault === '' && discountFen > 0)
  const chosen = scene.one(scene.random.chance(0.9) ? usable : choices)
  return chosen ? [chosen.id] : []
}

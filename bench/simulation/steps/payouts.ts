import {
  staffWithdrawConfirm,
  staffWithdrawMake,
  staffWithdrawReject,
  withdrawList,
} from '../../../src/money/withdrawals/contract.ts'
import { transferCode } from '../../../src/money/prestore/rules.ts'
import type { Person } from '../base.ts'
import { balanceOf } from '../models/payouts.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Finance pays the balance of a customer out without being asked in the product, and a second person confirms large amounts. */
export const payouts: StepKind[] = [{ name: 'finance pays a balance out', weight: 1, act: make }]
const RULE = 'finance pays out what lies on the balance, and large amounts with a second person'
/** From the settings of the demo. */
const SECOND_PERSON_ABOVE_FEN = 1_000_000
const reason = '客户来函申请退款'

/** Whose balance, named by the phone or by the code of the account, and who reads of it. */
function receiver({ random, world }: Scene): {
  accountId: number
  customer: string
  reader: Person
  forGroup: boolean
} {
  const { group, factors, founded } = world.model
  const { owner, accountId } = group
  const other = random.chance(0.3) ? random.pick([undefined, ...founded.live()]) : undefined
  const founder = world.model.people.find(({ id }) => id === other?.founderId)
  if (other && founder) {
    const reader = { ...founder, groupNo: other.groupNo }
    return { accountId: other.accountId, customer: transferCode(other.accountId), reader, forGroup: true }
  }
  if (owner && !factors.lacks(owner.id) && random.chance(0.3))
    return { accountId, customer: transferCode(accountId), reader: owner, forGroup: true }
  const person = random.pick(world.base.people)
  const customer = random.chance(0.7) ? person.phone : transferCode(person.id)
  return { accountId: person.id, customer, reader: person, forGroup: false }
}

async function make(scene: Scene): Promise<void> {
  const { random, world } = scene
  const maker = random.pick(['finance', 'finance2'] as const)
  const { accountId, customer, reader, forGroup } = receiver(scene)
  const balance = await balanceOf(world, accountId)
  const share = random.pick([1, 1, 2, 3])
  const amountFen = Math.max(1, random.chance(0.2) ? balance + 1 : Math.floor(balance / share))
  const to = { holder: '模拟客户', bank: '模拟银行', account: '6222000099990000' }
  const made = await scene.staff(maker, staffWithdrawMake, { customer, amountFen, ...to, reason })
  scene.lines.push(`${amountFen} of ${balance} for ${forGroup ? 'the group' : reader.name}`)
  if (made && amountFen > balance) scene.breaks(RULE, `${amountFen} of ${balance} were paid out`)
  if (!made && amountFen <= balance) scene.breaks(RULE, `${amountFen} of ${balance} were refused: ${scene.refusal}`)
  if (!made) return
  const { id, stage } = made
  world.model.payouts.made.set(id, { accountId, amountFen, by: world.base.staff[maker].id })
  if ((stage === 'checking') !== amountFen > SECOND_PERSON_ABOVE_FEN) scene.breaks(RULE, `${amountFen} is ${stage}`)
  const { list = [] } = (await scene.by(reader, withdrawList, { size: 50 }, { forGroup })) ?? {}
  const own = list.find((each) => each.id === id)
  if (own?.amountFen !== amountFen || own.reason !== reason)
    scene.breaks(RULE, `${reader.name} reads ${own?.amountFen} and 「${own?.reason}」`)
  const chosen = { id, version: own.version, amountFen }
  if (stage === 'checking' && (await scene.staff(maker, staffWithdrawConfirm, chosen)))
    scene.breaks(RULE, `${maker} confirmed the own proposal`)
  // The bank refused it.
  if (random.chance(0.15)) await scene.staff('finance', staffWithdrawReject, { id, version: own.version, reason })
}

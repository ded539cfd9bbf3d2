import { integrationApply } from '../../src/money/points/contract.ts'
import { staffClaimList } from '../../src/money/points/list-contract.ts'
import { staffClaimApprove } from '../../src/money/points/staff-contract.ts'
import { bankImport, prestoreApplyAdd, transferConfirmMatch, transferMatch } from '../../src/money/prestore/contract.ts'
import { bankList, staffTransferList } from '../../src/money/prestore/list-contract.ts'
import { transferCode } from '../../src/money/prestore/rules.ts'
import { staffWithdrawApprove, staffWithdrawConfirm, staffWithdrawPay } from '../../src/money/withdrawals/contract.ts'
import { staffWithdrawList } from '../../src/money/withdrawals/list-contract.ts'
import { clusterAdd } from '../../src/people/groups/contract.ts'
import { staffGroupList } from '../../src/people/groups/list-contract.ts'
import { staffGroupVerify } from '../../src/people/groups/staff-contract.ts'
import { addDays, shanghaiDate } from '../../src/platform/time.ts'
import { askForWithdrawal } from '../withdrawals.ts'
import { acting, type Actor, type Life, type World } from './world.ts'

/** The payer of a transfer without a code, which waits on the page of bank lines. */
const UNNAMED = { yuan: 1200, payer: '海州大学（演示）', memo: '测试费' }

/** What the small demo leaves waiting is done in the first week of the life. */
export async function* firstWeek(world: World): Life {
  yield world.office(1, 1)
  await payWithdrawals(world)
  await matchTransfers(world)
  const claims = await world.byStaff('editor', staffClaimList, { tab: 'pending' })
  for (const { id, version } of claims.list) await world.byStaff('editor', staffClaimApprove, { id, version })
  const groups = await world.byStaff('manager', staffGroupList, { tab: 'pending' })
  for (const { groupNo, version } of groups.list)
    await world.byStaff('manager', staffGroupVerify, { groupNo, version, creditFen: 0 })
}

/** On the last morning the same kinds wait again, for whoever tries the demo. */
export async function* lastMorning(world: World): Life {
  const teacher = personOf(world, '13800000001')
  const student = personOf(world, '13800000002')
  const day = shanghaiDate(world.now)
  await transferred(world, { ...teacher, group: undefined }, 5000, day)
  const { yuan, payer, memo } = UNNAMED
  await world.byStaff('finance', bankImport, { text: `LIFE-LAST-2\t${day} 09:42\t${yuan}\t${payer}\t\t${memo}` })
  await askForWithdrawal(world.app.system)
  yield world.later(0.5)
  await world.call(
    integrationApply,
    {
      ...{ doi: '10.5555/demo.2026.0103', title: '二氧化钛薄膜的晶相与带隙（演示）', journal: '演示期刊' },
      ...{ publishedOn: shanghaiDate(addDays(world.now, -12)), project: 'X 射线衍射（XRD）', company: student.company },
      ...{
        words: '感谢明析科测完成 XRD 测试。',
        link: 'https://doi.org/10.5555/demo.2026.0103',
        fileId: null,
        consent: false,
      },
    },
    student,
  )
  const founder = world.people.find(({ kind, group }) => kind === 'firm' && group === undefined)
  if (!founder) throw new Error('no firm without a group')
  const name = `${founder.company.replace('（演示）', '')}质量部（演示）`
  await world.call(clusterAdd, { name, unit: founder.company, kind: 'enterprise', note: '' }, founder)
}

function personOf(world: World, phone: string): Actor {
  const found = world.people.find((person) => person.phone === phone)
  if (!found) throw new Error(`nobody has the phone ${phone}`)
  return found
}

/** A transfer of a person to the own balance with its application, which finance has not matched. */
async function transferred(world: World, payer: Actor, yuan: number, day: string): Promise<void> {
  const claim = { amountFen: yuan * 100, payerName: payer.company, transferredOn: day, voucherFileId: null, remark: '' }
  await world.call(prestoreApplyAdd, claim, payer)
  const text = `LIFE-LAST-1\t${day} 10:20\t${yuan}\t${payer.company}\t\t预存 ${transferCode(payer.id)}`
  await world.byStaff('finance', bankImport, { text })
}

async function payWithdrawals(world: World): Promise<void> {
  const { list } = await world.byStaff('finance', staffWithdrawList, { tab: 'pending' })
  for (const { id, version, amountFen } of list) {
    const { stage } = await world.byStaff('finance', staffWithdrawApprove, { id, version, amountFen })
    const twice = stage !== 'approved'
    if (twice) await world.byStaff('finance2', staffWithdrawConfirm, { id, version: version + 1, amountFen })
    const paid = { bankSerial: `LIFE-OUT-${id}`, paidOn: shanghaiDate(world.now) }
    await world.byStaff('finance', staffWithdrawPay, { id, version: version + (twice ? 2 : 1), amountFen, ...paid })
  }
}

/** The line with the code of the application, and the other one, for which its payer applies now. */
async function matchTransfers(world: World): Promise<void> {
  const other = world.people.find(({ company, kind }) => company.startsWith('海州大学') && kind === 'teacher')
  if (other) {
    const day = shanghaiDate(addDays(world.now, -2))
    const { yuan, payer } = UNNAMED
    const claim = { amountFen: yuan * 100, payerName: payer, transferredOn: day, voucherFileId: null, remark: '测试费' }
    await world.call(prestoreApplyAdd, claim, other, acting(other))
  }
  const { list: lines } = await world.byStaff('finance', bankList, { tab: 'open' })
  const { list: claims } = await world.byStaff('finance', staffTransferList, { tab: 'pending' })
  for (const { id: claimId, amountFen, version } of claims) {
    const line = lines.find((each) => each.amountFen === amountFen)
    if (!line) continue
    const match = { claimId, bankLineId: line.id, version, overrideReason: '户名一致，已电话核实' }
    const { stage } = await world.byStaff('finance', transferMatch, match)
    if (stage === 'checking') await world.byStaff('finance2', transferConfirmMatch, { claimId, version: version + 1 })
  }
}

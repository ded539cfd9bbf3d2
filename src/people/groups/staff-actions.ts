import { requireLimit } from '../../core/staff/roles/limit-actions.ts'
import { listed } from '../../core/lists/listed-actions.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { historyOf, transition } from '../../platform/lifecycle/transition.ts'
import { formatFen } from '../../platform/money.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { customersLike, customersOf } from '../customers/actions.ts'
import { customerName } from '../customers/name-rules.ts'
import { maskPhone } from '../customers/rules.ts'
import { groupIndex } from './list-contract.ts'
import { groupSource, type ListedGroup, listedGroup, listedGroups } from './list-store.ts'
import { countMembers, membersPage, ownerOf, ownersOf } from './members/member-store.ts'
import { memberViews } from './read-actions.ts'
import { groupErrors } from './errors.ts'
import { type GroupKind, groupKinds, groupLifecycle } from './rules.ts'
import { changes } from './store.ts'

export const groups = listed({
  index: groupIndex,
  source: (ctx) => groupSource((typed) => customersLike(ctx, typed)),
  rows: async (ctx, ids) => wires(ctx, await listedGroups(ctx.db, ids)),
})

async function wires(ctx: Ctx, rows: readonly ListedGroup[]) {
  const owners = await ownersOf(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const people = await customersOf(
    ctx,
    owners.map(({ customerId }) => customerId),
  )
  const byGroup = new Map(owners.map(({ groupId, customerId }) => [groupId, people.get(customerId)]))
  return rows.map(({ id, ...row }) => {
    const owner = byGroup.get(id)
    return {
      groupNo: row.groupNo,
      accountId: row.accountId,
      ownerId: owner?.id ?? null,
      name: row.name,
      unit: row.unit,
      kind: row.kind,
      kindLabel: groupKinds[row.kind],
      note: row.note,
      stage: row.stage,
      stageLabel: groupLifecycle.stages[row.stage],
      version: row.version,
      refuseReason: row.refuseReason,
      ownerName: customerName(owner),
      ownerPhone: maskPhone(owner?.phone ?? ''),
      ownerCompany: owner?.company ?? '',
      memberCount: row.memberCount,
      createdAt: shanghaiTime(row.createdAt),
      verifiedAt: row.verifiedAt && shanghaiTime(row.verifiedAt),
    }
  })
}

export async function groupForStaff(ctx: Ctx<Staff>, groupNo: string) {
  const row = await existing(ctx, groupNo)
  const [wire] = await wires(ctx, [row])
  if (!wire) throw refuse(commonErrors.notFound)
  const history = await historyOf(ctx, groupLifecycle.entity, row.id)
  const staff = await namesOfStaff(
    ctx,
    history.flatMap(({ actorKind, actorId }) => (actorKind === 'staff' && actorId ? [actorId] : [])),
  )
  return {
    ...wire,
    needsFactor: row.needsFactor,
    history: history.map(({ at, action, actorKind, actorId, reason }) => ({
      at: shanghaiTime(at),
      action:
        action === 'create'
          ? '提交核验'
          : groupLifecycle.transitions[action as keyof typeof groupLifecycle.transitions].label,
      by: actorKind === 'staff' ? (staff.get(actorId ?? 0) ?? '') : '所有者',
      reason: reason ?? '',
    })),
  }
}

export async function membersForStaff(
  ctx: Ctx<Staff>,
  { groupNo, part, ...paging }: { groupNo: string; part: 'joined' | 'ended'; page: number; size: number },
) {
  const { id } = await existing(ctx, groupNo)
  const rows = await membersPage(ctx.db, id, part, paging)
  return { list: await memberViews(ctx, id, rows), total: await countMembers(ctx.db, id, part), ...paging }
}

interface Chosen {
  groupNo: string
  version: number
}

/**
 * The unit is real: members may order, and the credit of the account is opened, with the limit of the settings unless staff give another one. A limit
 * that needs a second person is given by an application for credit only.
 */
export function verifyGroup(
  ctx: Ctx<Staff>,
  { groupNo, version, creditFen = null }: Chosen & { creditFen?: number | null },
) {
  return inTx(ctx, async (inner) => {
    const { id, name, accountId, kind } = await existing(inner, groupNo)
    if (creditFen !== null) await refuseCredit(inner, kind, creditFen)
    // The event carries the amount that the limit of the person was compared with, so that the same is opened.
    const openedFen = creditFen ?? (await standardCreditFen(inner, kind))
    await requireLimit(inner, 'credit', openedFen, 'group.verify')
    const { customerId } = await ownerOf(inner.db, id)
    const { to } = await transition(inner, groupLifecycle, id, 'verify', {
      version,
      set: changes.verified(ctx.actor.id, inner.clock.now()),
      payload: { customerId, groupNo, groupName: name, accountId, creditFen: openedFen },
    })
    return { stage: to }
  })
}

/** What is opened when staff give no amount. */
async function standardCreditFen(ctx: Ctx, kind: GroupKind): Promise<number> {
  const { enterprise, teacher } = await readSetting(ctx, 'creditLimitFen')
  return kind === 'enterprise' ? enterprise : teacher
}

async function refuseCredit(ctx: Ctx, kind: GroupKind, creditFen: number): Promise<void> {
  const { noCreditForFirms, creditTooHigh } = groupErrors
  if (kind === 'enterprise' && creditFen > 0)
    throw refuse(noCreditForFirms, undefined, { fields: { creditFen: noCreditForFirms.message } })
  const mostFen = await readSetting(ctx, 'secondPersonAboveFen')
  const text = `最多直接开通 ${formatFen(mostFen)}，更高的额度请由课题组提交额度申请`
  if (creditFen > mostFen) throw refuse(creditTooHigh, text, { fields: { creditFen: text } })
}

/** The owner corrects the details and hands them in again. */
export function refuseGroup(ctx: Ctx<Staff>, { groupNo, version, reason }: Chosen & { reason: string }) {
  return inTx(ctx, async (inner) => {
    const { id, name } = await existing(inner, groupNo)
    const { customerId } = await ownerOf(inner.db, id)
    const { to } = await transition(inner, groupLifecycle, id, 'refuse', {
      version,
      reason,
      set: changes.refused(reason),
      payload: { customerId, groupNo, groupName: name, reason },
    })
    return { stage: to }
  })
}

async function existing(ctx: Ctx, groupNo: string): Promise<ListedGroup> {
  const row = await listedGroup(ctx.db, groupNo)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

import { randomBytes } from 'node:crypto'
import { refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type HeldData, type Obstacle, obstaclesIn } from '../../platform/held-data.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { closeGroupAccount, customerOf, openGroupAccount, renameGroupAccount } from '../customers/actions.ts'
import { withSecondFactor } from '../customers/second-factor/second-factor-actions.ts'
import { asLeast, inGroup } from './access-actions.ts'
import { groupErrors } from './errors.ts'
import { factorDemanded } from './events.ts'
import { insertMember, joinedMembers, liveMembers, memberChanges } from './members/member-store.ts'
import { type GroupKind, groupLifecycle, groupNo, MAX_GROUPS, memberLifecycle, userTypeOf } from './rules.ts'
import {
  changes,
  countBelongings,
  type Group,
  insertGroup,
  nextGroupNumber,
  setJoinCode,
  setNeedsFactor,
  updateGroup,
} from './store.ts'
import { closeOffer } from './transfers/transfer-actions.ts'

export interface GroupFields {
  name: string
  unit: string
  kind: GroupKind
  note: string
}

/** Founds a group with its account; the person becomes its owner. Staff verify the unit before anybody orders for it. */
export async function foundGroup(ctx: Ctx<Customer>, fields: GroupFields): Promise<Group> {
  const me = await customerOf(ctx, ctx.actor.id)
  if (me.profileCompletedAt === null) throw refuse(groupErrors.profileFirst)
  return inTx(ctx, async (inner) => {
    if ((await countBelongings(inner.db, me.id)) >= MAX_GROUPS) throw refuse(groupErrors.tooManyGroups)
    const now = inner.clock.now()
    const accountId = await openGroupAccount(inner, me.id, accountOf(fields))
    const no = groupNo(shanghaiDate(now), await nextGroupNumber(inner.db))
    const group = await insertGroup(inner.db, { ...fields, groupNo: no, accountId, founderId: me.id }, now)
    await recordCreation(inner, groupLifecycle, group.id, 'pending')
    const owner = {
      groupId: group.id,
      customerId: me.id,
      phone: null,
      role: 'owner',
      stage: 'joined',
      message: '',
    } as const
    const member = await insertMember(inner.db, owner, now)
    if (!member) throw new Error('a new group has no members')
    await recordCreation(inner, memberLifecycle, member.id, 'joined')
    return group
  })
}

/** Unit and kind decide on prices, so they are fixed once staff have verified them. A group that was refused is handed in again. */
export function editGroup(
  ctx: Ctx<Customer>,
  { groupNo: no, ...fields }: GroupFields & { groupNo: string },
): Promise<void> {
  return inGroup(ctx, no, 'owner', async (inner, group, { id: ownerId }) => {
    const fixed = group.stage === 'verified'
    if (fixed && (fields.unit !== group.unit || fields.kind !== group.kind)) throw refuse(groupErrors.verifiedFixed)
    await updateGroup(inner.db, group.id, fields)
    await renameGroupAccount(inner, group.accountId, accountOf(fields))
    const { name, unit, kind, note } = group
    await recordAudit(inner, {
      action: 'group.edit',
      subject: `group:${group.id}`,
      before: { name, unit, kind, note },
      after: fields,
    })
    if (group.stage === 'refused')
      await transition(inner, groupLifecycle, group.id, 'resubmit', {
        set: changes.resubmitted(),
        payload: { customerId: ownerId, groupNo: no, groupName: fields.name },
      })
  })
}

/**
 * Ends a group without open work, debts or money. Everything that a slice says stands against closing its account stands against this too.
 * Memberships, applications, invitations and an offer to transfer it end with it.
 */
export function dissolveGroup(ctx: Ctx<Customer>, held: readonly HeldData[], no: string): Promise<void> {
  return inGroup(ctx, no, 'owner', async (inner, group, { id: ownerId }) => {
    const obstacles = await obstaclesIn(held, inner.db, group.accountId)
    if (obstacles.length > 0)
      throw refuse(groupErrors.mayNotDissolve, `课题组暂不能解散：${obstacles.map(({ text }) => text).join('；')}`)
    const now = inner.clock.now()
    const told = { groupNo: no, groupName: group.name }
    await closeOffer(inner, group)
    for (const member of await liveMembers(inner.db, group.id)) {
      const customerId =
        member.customerId === null || member.customerId === ownerId ? {} : { customerId: member.customerId }
      await transition(inner, memberLifecycle, member.id, 'dissolve', {
        set: memberChanges.ended(now),
        payload: { ...told, ...customerId, memberName: '' },
      })
    }
    await transition(inner, groupLifecycle, group.id, 'dissolve', {
      set: changes.dissolved(now),
      payload: { ...told, customerId: ownerId },
    })
    await closeGroupAccount(inner, group.accountId)
  })
}

/** What stands against dissolving the group, for its owner to read before; the pages open in the name of the group. */
export async function obstaclesToDissolve(
  ctx: Ctx<Customer>,
  held: readonly HeldData[],
  no: string,
): Promise<Obstacle[]> {
  const { accountId } = await asLeast(ctx, no, 'owner')
  const found = await obstaclesIn(held, ctx.db, accountId)
  return found.map(({ text, to }) => ({ text, to: `${to}${to.includes('?') ? '&' : '?'}account=${no}` }))
}

/**
 * Whether everybody who works or orders for the group needs a second factor. Only an owner who has one may demand it, and so keeps access. Members
 * who lack it are told.
 */
export function demandFactor(ctx: Ctx<Customer>, no: string, needsFactor: boolean): Promise<void> {
  return inGroup(ctx, no, 'owner', async (inner, group, owner) => {
    if (group.needsFactor === needsFactor) return
    const people = (await joinedMembers(inner.db, group.id)).map(({ customerId }) => customerId)
    const withFactor = await withSecondFactor(inner, people)
    if (needsFactor && !withFactor.has(owner.id)) throw refuse(groupErrors.ownFactorFirst)
    await setNeedsFactor(inner.db, group.id, needsFactor)
    await recordAudit(inner, {
      action: 'group.demandFactor',
      subject: `group:${group.id}`,
      before: { needsFactor: group.needsFactor },
      after: { needsFactor },
    })
    if (!needsFactor) return
    const at = inner.clock.now().toISOString()
    for (const customerId of people.filter((id) => !withFactor.has(id)))
      await emit(inner, factorDemanded, { customerId, groupNo: no, groupName: group.name, at })
  })
}

/** The code of the link and QR code of a group; a new one makes the old one useless. */
export function joinCodeOf(ctx: Ctx<Customer>, no: string, renew: boolean): Promise<string> {
  return inGroup(ctx, no, 'manager', async (inner, group) => {
    if (group.joinCode !== null && !renew) return group.joinCode
    const code = randomBytes(12).toString('base64url')
    await setJoinCode(inner.db, group.id, code)
    return code
  })
}

function accountOf({ name, unit, kind }: GroupFields) {
  return { name, company: unit, userType: userTypeOf(kind) }
}

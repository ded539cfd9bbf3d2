import { foundGroup } from '../../../people/groups/group-actions.ts'
import { verifyGroup } from '../../../people/groups/staff-actions.ts'
import { insertMember } from '../../../people/groups/members/member-store.ts'
import { type GroupKind, type GroupRole, type Limits, noLimits } from '../../../people/groups/rules.ts'
import type { Group } from '../../../people/groups/store.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { Ctx, Customer, Staff } from '../../../platform/http/ctx.ts'
import type { TestApp, TestPerson } from '../test-app.ts'

/** A group with its owner; verified unless told otherwise. */
export async function groupOf(
  app: TestApp,
  owner: TestPerson,
  { kind = 'institute', verified = true }: { kind?: GroupKind; verified?: boolean } = {},
): Promise<Group> {
  const ctx = app.customerCtx(owner.id) as Ctx<Customer>
  const group = await foundGroup(ctx, { name: '固体催化课题组', unit: '测试大学', kind, note: '' })
  if (verified) {
    const staff = await app.staff('manager')
    const { groupNo, version } = group
    await verifyGroup(app.staffCtx(staff.id, 'manager') as Ctx<Staff>, { groupNo, version, creditFen: 0 })
  }
  return group
}

/** Makes a person a member, without an invitation. */
export async function joined(
  app: TestApp,
  group: Pick<Group, 'id'>,
  person: TestPerson,
  role: Exclude<GroupRole, 'owner'> = 'member',
  limits: Partial<Limits> = {},
): Promise<void> {
  const row = { groupId: group.id, customerId: person.id, phone: null, role, stage: 'joined', message: '' } as const
  const member = await insertMember(app.db, row, app.clock.now())
  if (!member) throw new Error('already a member')
  const { monthLimitFen, projectLimits, approvalAboveFen } = { ...noLimits, ...limits }
  await app.db.run(sql`
    update group_members set month_limit_fen = ${monthLimitFen}, project_limits = ${json(projectLimits)}::jsonb, approval_above_fen = ${approvalAboveFen}
    where id = ${member.id}`)
}

/** The headers of a call that a person makes in the name of a group. */
export function inNameOf(person: TestPerson, group: Pick<Group, 'groupNo'>) {
  return { as: person, headers: { account: group.groupNo } }
}

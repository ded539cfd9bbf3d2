import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { actionName, knownActions } from './action-rules.ts'
import { staffErrors } from '../errors.ts'
import type { RoleWire, staffRoleLimits, staffRoles, staffRoleSave } from './role-contract.ts'
import { actionsOfRole, completed, isBuiltIn, MOST_ROLES, neverGranted } from './role-rules.ts'
import {
  customRoles,
  holdersOf,
  insertRole,
  isNameTaken,
  limitRows,
  lockRole,
  peopleByRole,
  replaceLimits,
  type RoleRow,
  setRoleArchived,
  updateRole,
} from './role-store.ts'
import { type Role, roles } from '../rules.ts'

export async function listRoles(ctx: Pick<Ctx, 'db'>): Promise<OutputOf<typeof staffRoles>> {
  const people = new Map((await peopleByRole(ctx.db)).map(({ key, people }) => [key, people]))
  const limits = Map.groupBy(await limitRows(ctx.db), ({ roleKey }) => roleKey)
  const complete = (role: Omit<RoleWire, 'people' | 'limits'>): RoleWire => ({
    ...role,
    people: people.get(role.key) ?? 0,
    limits: (limits.get(role.key) ?? []).map(({ kind, dayFen }) => ({ kind, dayFen })),
  })
  const builtIn = (Object.keys(roles) as Role[]).map((key) =>
    complete({
      ...{ key, name: roles[key], note: '', base: key, actions: actionsOfRole(key) },
      ...{ builtIn: true, version: 0, archived: false },
    }),
  )
  const custom = (await customRoles(ctx.db)).map(({ id, archivedAt, ...row }) =>
    complete({
      ...row,
      actions: knownActions(row.actions),
      key: String(id),
      builtIn: false,
      archived: archivedAt !== null,
    }),
  )
  return { list: [...builtIn, ...custom] }
}

/** Rights are read at every call, so a change takes effect at the next call of everybody who has the role. */
export function saveRole(
  ctx: Ctx<Staff>,
  { id, version, name, note, base, actions }: InputOf<typeof staffRoleSave>,
): Promise<{ key: string }> {
  const kept = actions.find((action) => (neverGranted as readonly string[]).includes(action))
  if (kept) {
    const text = `“${actionName(kept)}”只属于内置的管理员，不能放入自定义角色`
    throw refuse(staffErrors.notGrantable, text, { fields: { actions: text } })
  }
  const row = { name, note, base, actions: completed(actions) as string[] }
  return inTx(ctx, async (ctx) => {
    if ((Object.values(roles) as string[]).includes(name) || (await isNameTaken(ctx.db, name, id ?? 0)))
      throw nameTaken()
    if (id === null) {
      const inUse = (await customRoles(ctx.db)).filter(({ archivedAt }) => archivedAt === null)
      if (inUse.length >= MOST_ROLES) throw refuse(staffErrors.tooManyRoles)
      const made = await insertRole(ctx.db, row, ctx.clock.now())
      if (!made) throw nameTaken()
      await audit(ctx, 'role.create', made.id, undefined, words(row))
      return { key: String(made.id) }
    }
    const before = await lockRole(ctx.db, id)
    if (!before) throw refuse(commonErrors.notFound)
    if (before.version !== version) throw refuse(staffErrors.roleChanged)
    await updateRole(ctx.db, id, row)
    await audit(ctx, 'role.change', id, words(before), words(row))
    return { key: String(id) }
  })
}

/** For the audit trail: names, which are read there by people. */
function words({ name, note, base, actions }: Pick<RoleRow, 'name' | 'note' | 'base' | 'actions'>) {
  return { name, note, base: roles[base], actions: actions.map(actionName).join('、') }
}

function nameTaken() {
  const { message } = staffErrors.roleNameTaken
  return refuse(staffErrors.roleNameTaken, message, { fields: { name: message } })
}

/** A role that somebody has stays: its people would silently get the rights of the built-in role. */
export function archiveRole(ctx: Ctx<Staff>, { id, archived }: { id: number; archived: boolean }): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const row = await lockRole(ctx.db, id)
    if (!row) throw refuse(commonErrors.notFound)
    if ((row.archivedAt !== null) === archived) return
    const holders = await holdersOf(ctx.db, id)
    if (archived && holders > 0)
      throw refuse(staffErrors.roleInUse, `还有 ${holders} 位员工（含已停用）是“${row.name}”，请先为他们更改角色`)
    if (!archived && (await isNameTaken(ctx.db, row.name, id))) throw nameTaken()
    await setRoleArchived(ctx.db, id, archived ? ctx.clock.now() : null)
    await audit(ctx, 'role.archive', id, { archived: !archived }, { archived })
  })
}

export function setLimits(ctx: Ctx<Staff>, { key, limits }: InputOf<typeof staffRoleLimits>): Promise<void> {
  return inTx(ctx, async (ctx) => {
    if (!isBuiltIn(key) && !(await lockRole(ctx.db, Number(key)))) throw refuse(commonErrors.notFound)
    const before = await limitRows(ctx.db, key)
    const unique = new Map(limits.map(({ kind, dayFen }) => [kind, { kind, dayFen }]))
    await replaceLimits(ctx.db, key, [...unique.values()])
    await audit(
      ctx,
      'role.limits',
      key,
      Object.fromEntries(before.map(({ kind, dayFen }) => [kind, dayFen])),
      Object.fromEntries(limits.map(({ kind, dayFen }) => [kind, dayFen])),
    )
  })
}

/** The built-in role and the custom one of a key, for a person who gets the role. */
export async function roleOfKey(
  ctx: Ctx,
  key: string,
): Promise<{ role: Role; customRoleId: number | null; name: string }> {
  if (isBuiltIn(key)) return { role: key, customRoleId: null, name: roles[key] }
  const found = Number.isSafeInteger(Number(key)) ? await lockRole(ctx.db, Number(key)) : undefined
  if (!found || found.archivedAt !== null) throw refuse(staffErrors.noSuchRole)
  return { role: found.base, customRoleId: found.id, name: found.name }
}

function audit(ctx: Ctx, action: string, key: number | string, before: unknown, after: unknown): Promise<void> {
  return recordAudit(ctx, { action, subject: `role:${key}`, before, after })
}

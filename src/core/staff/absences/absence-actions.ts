import { knownActions } from '../roles/action-rules.ts'
import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { addDays, shanghaiDate } from '../../../platform/time.ts'
import type { absenceAdd, absenceList } from './absence-contract.ts'
import { ABSENCE_MOST_DAYS, standsInFor, whoWorks } from './absence-rules.ts'
import { absenceById, absencesFrom, absencesOn, absenceWithin, endAbsence, insertAbsence } from './absence-store.ts'
import { staffErrors } from '../errors.ts'
import { mayAct, roles } from '../rules.ts'
import { activeStaffIds, activeStaffList, lockStaff, staffById, staffNames } from '../store.ts'

type Reader = Pick<Ctx, 'db' | 'clock'>

const today = ({ clock }: Reader) => shanghaiDate(clock.now())

/**
 * These people where they are present, else who stands in for them; without a deputy, and for whoever's account is blocked, everybody present
 * in the role. When nobody is, the absent people themselves, so that nothing is lost.
 */
export async function presentOrDeputies(ctx: Reader, staffIds: readonly number[]): Promise<number[]> {
  const absences = await absencesOn(ctx.db, today(ctx))
  const active = new Set((await activeStaffList(ctx.db)).map(({ id }) => id))
  const found = staffIds.map((id) => ({ id, works: active.has(id) ? whoWorks(id, absences) : undefined }))
  const alone = found.filter(({ works }) => works === undefined).map(({ id }) => id)
  const roleOf = alone.length === 0 ? [] : await staffNames(ctx.db, alone)
  const colleagues = await Promise.all(
    [...new Set(roleOf.map(({ role }) => role))].map((role) => activeStaffIds(ctx.db, role)),
  )
  const present = colleagues.flat().flatMap(({ id }) => (whoWorks(id, absences) === id ? id : []))
  const working = [...new Set([...found.flatMap(({ works }) => works ?? []), ...present])]
  return working.length > 0 ? working : alone
}

/** The person, and the people whose work the person does today. */
export async function worksFor(ctx: Reader, staffId: number): Promise<number[]> {
  return [staffId, ...standsInFor(staffId, await absencesOn(ctx.db, today(ctx)))]
}

/** The ids of those who are away today, with the last day. */
export async function awayToday(ctx: Reader): Promise<Map<number, string>> {
  return new Map((await absencesOn(ctx.db, today(ctx))).map(({ staffId, lastDay }) => [staffId, lastDay]))
}

export async function listAbsences(ctx: Ctx<Staff>): Promise<OutputOf<typeof absenceList>> {
  const day = today(ctx)
  const rows = await absencesFrom(ctx.db, day)
  const current = rows.filter(({ firstDay }) => firstDay <= day)
  const mine = new Set(standsInFor(ctx.actor.id, current))
  const forOthers = mayAct(ctx.actor, 'staff.absence')
  const people = await activeStaffList(ctx.db)
  return {
    list: rows.map(({ deputyId: _, ...row }) => ({
      ...row,
      now: row.firstDay <= day,
      mayEnd: forOthers || row.staffId === ctx.actor.id,
    })),
    people: people.map(({ account: _, customRole, ...person }) => ({
      ...person,
      actions: knownActions(person.actions),
      roleName: customRole ?? roles[person.role],
    })),
    forOthers,
    standsInFor: current
      .filter(({ staffId }) => mine.has(staffId))
      .map(({ staffId: id, staffName: name, lastDay }) => ({ id, name, lastDay })),
  }
}

/** Enters when a person is away. Everyone may do it for the own person. */
export function addAbsence(ctx: Ctx<Staff>, input: InputOf<typeof absenceAdd>): Promise<{ id: number }> {
  const { staffId, deputyId, firstDay, lastDay } = input
  requireRight(ctx, staffId)
  const day = today(ctx)
  if (lastDay < firstDay || lastDay < day) throw refuseAt('lastDay', staffErrors.absenceDays)
  if (lastDay > shanghaiDate(addDays(ctx.clock.now(), ABSENCE_MOST_DAYS)))
    throw refuseAt('lastDay', staffErrors.absenceTooFar)
  return inTx(ctx, async (ctx) => {
    // Locked, so that two overlapping absences of a person cannot be entered at once. In order of id, so that two writers cannot block each other.
    for (const id of [staffId, ...(deputyId === null ? [] : [deputyId])].toSorted((a, b) => a - b))
      await lockStaff(ctx.db, id)
    const person = await staffById(ctx.db, staffId)
    if (!person) throw refuse(commonErrors.notFound)
    if (await absenceWithin(ctx.db, [staffId], firstDay, lastDay)) throw refuse(staffErrors.absenceOverlaps)
    if (deputyId !== null) await requireDeputy(ctx, person, { deputyId, firstDay, lastDay })
    const row = await insertAbsence(ctx.db, { ...input, createdBy: ctx.actor.id }, ctx.clock.now())
    await recordAudit(ctx, { action: 'staff.absence.add', subject: `staff:${staffId}`, after: input })
    return row
  })
}

/** A deputy has the same role, so that standing in gives nobody a right that the own role does not have. */
async function requireDeputy(
  ctx: Ctx,
  person: { id: number; role: string },
  { deputyId, firstDay, lastDay }: { deputyId: number; firstDay: string; lastDay: string },
): Promise<void> {
  const deputy = await staffById(ctx.db, deputyId)
  if (!deputy || deputy.id === person.id || deputy.role !== person.role) throw refuse(staffErrors.notDeputy)
  const clash = await absenceWithin(ctx.db, [deputyId], firstDay, lastDay)
  if (clash)
    throw refuse(
      staffErrors.deputyAway,
      `${deputy.name} ${clash.firstDay} 至 ${clash.lastDay} 也不在岗，请选择其他代班人`,
    )
}

export async function finishAbsence(ctx: Ctx<Staff>, id: number): Promise<void> {
  const row = await absenceById(ctx.db, id)
  if (!row) throw refuse(commonErrors.stageConflict)
  requireRight(ctx, row.staffId)
  await inTx(ctx, async (ctx) => {
    if ((await endAbsence(ctx.db, id, ctx.clock.now())) === 0) throw refuse(commonErrors.stageConflict)
    await recordAudit(ctx, { action: 'staff.absence.end', subject: `staff:${row.staffId}`, before: row })
  })
}

function requireRight(ctx: Ctx<Staff>, staffId: number): void {
  if (staffId !== ctx.actor.id && !mayAct(ctx.actor, 'staff.absence')) throw refuse(commonErrors.forbidden)
}

import { attachFile } from '../../core/files/actions.ts'
import { listed } from '../../core/lists/listed-actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { projectItems } from '../../shop/catalogue/actions.ts'
import { availabilityOf } from './availability-actions.ts'
import type { InstrumentForm } from './contract.ts'
import { instrumentErrors } from './errors.ts'
import { instrumentBlocked } from './events.ts'
import { instrumentIndex } from './list-contract.ts'
import { instrumentSource } from './list-store.ts'
import {
  calibrationState,
  type DiaryKind,
  type InstrumentAction,
  instrumentLifecycle,
  unusableForStaff,
} from './rules.ts'
import {
  downtimesOf,
  entriesOf,
  entryById,
  followCalibration,
  insertDowntime,
  insertEntry,
  insertInstrument,
  type InstrumentRow,
  instrumentById,
  instrumentsByIds,
  lockInstrument,
  numberHolder,
  removeDowntime,
  ridsOf,
  servedOf,
  anyInstrument,
  setProjects,
  updateInstrument,
  withdrawEntry,
} from './store.ts'

const mostDaysDown = 366

export const instruments = listed({
  index: instrumentIndex,
  source: (ctx) => instrumentSource(ctx.clock.now()),
  rows: async (ctx, ids) => (await instrumentsByIds(ctx.db, ids)).map((row) => itemOf(row, ctx.clock.now())),
})

export async function hasInstruments(ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  return (await anyInstrument(ctx.db)) !== undefined
}

export async function addInstrument(
  ctx: Ctx,
  { projectIds, separateIds, ...fields }: InstrumentForm,
): Promise<{ id: number }> {
  return inTx(ctx, async (inner) => {
    const rids = await knownProjects(inner, projectIds)
    const added = await insertInstrument(inner.db, fields, ctx.clock.now())
    if (!added) throw refuseAt('instrumentNo', instrumentErrors.numberTaken)
    await setProjects(inner.db, added.id, rids, separateIds)
    await recordCreation(inner, instrumentLifecycle, added.id, 'usable')
    return added
  })
}

export async function editInstrument(
  ctx: Ctx<Staff>,
  { id, version, projectIds, separateIds, ...fields }: InstrumentForm & { id: number; version: number },
): Promise<{ version: number }> {
  return inTx(ctx, async (inner) => {
    const before = await lockInstrument(inner.db, id)
    if (!before) throw refuse(commonErrors.notFound)
    const served = await ridsOf(inner.db, id)
    // A project that was taken off sale stays; only a project that is added must be on sale.
    const added = await knownProjects(
      inner,
      projectIds.filter((rid) => !served.includes(rid)),
    )
    const rids = [...projectIds.filter((rid) => served.includes(rid)), ...added]
    const holder = await numberHolder(inner.db, fields.instrumentNo)
    if (holder && holder.id !== id) throw refuseAt('instrumentNo', instrumentErrors.numberTaken)
    const saved = await updateInstrument(inner.db, id, version, fields)
    if (!saved) throw refuse(commonErrors.stageConflict)
    await setProjects(inner.db, id, [...new Set(rids)], separateIds)
    await recordAudit(inner, {
      action: 'instrument.edit',
      subject: `instrument:${id}`,
      before: { ...before, projectIds: served },
      after: { ...fields, projectIds: rids, separateIds },
    })
    return saved
  })
}

export async function moveInstrument(
  ctx: Ctx<Staff>,
  { id, version, action, reason }: { id: number; version: number; action: InstrumentAction; reason: string },
) {
  const moved = await transition(ctx, instrumentLifecycle, id, action, { version, reason: reason || undefined })
  return { stage: moved.to }
}

interface Note {
  id: number
  kind: DiaryKind
  happenedOn: string
  note: string
  certificateNo: string
  certificateFileId: number | null
  nextDue?: string | undefined
}

/** Enters a calibration or a service. A calibration sets until when the instrument is valid. */
export async function noteInstrument(ctx: Ctx<Staff>, entry: Note): Promise<{ id: number }> {
  const { id, kind, happenedOn, note } = entry
  const calibrated = kind === 'calibration'
  const nextDue = (calibrated && entry.nextDue) || null
  if (happenedOn > shanghaiDate(ctx.clock.now())) throw refuseAt('happenedOn', instrumentErrors.laterThanToday)
  if (nextDue !== null && nextDue <= happenedOn) throw refuseAt('nextDue', instrumentErrors.dueTooEarly)
  return inTx(ctx, async (inner) => {
    if (!(await lockInstrument(inner.db, id))) throw refuse(commonErrors.notFound)
    const certificateFileId = calibrated ? entry.certificateFileId : null
    if (certificateFileId !== null) await attachFile(inner, certificateFileId, `instrument:${id}`, ['certificate'])
    const added = await insertEntry(
      inner.db,
      {
        ...{ instrumentId: id, kind, happenedOn, note, nextDue, certificateFileId },
        certificateNo: calibrated ? entry.certificateNo : '',
        staffId: ctx.actor.id,
      },
      ctx.clock.now(),
    )
    if (calibrated) await followCalibration(inner.db, id)
    await recordAudit(inner, { action: `instrument.${kind}`, subject: `instrument:${id}`, after: entry })
    return added
  })
}

/** Withdraws an entry that was made by mistake; it stays readable with the reason. Without a calibration the calibration that held before holds again. */
export async function withdrawNote(ctx: Ctx<Staff>, { entryId, reason }: { entryId: number; reason: string }) {
  return inTx(ctx, async (inner) => {
    const found = await entryById(inner.db, entryId)
    if (!found) throw refuse(commonErrors.notFound)
    const { instrumentId, kind } = found
    // In the order in which entries are made, so that one of them follows the calibrations as the other left them.
    await lockInstrument(inner.db, instrumentId)
    if ((await withdrawEntry(inner.db, entryId, { staffId: ctx.actor.id, reason }, ctx.clock.now())) === 0)
      throw refuse(instrumentErrors.noteWithdrawn)
    if (kind === 'calibration') await followCalibration(inner.db, instrumentId)
    await recordAudit(inner, {
      action: 'instrument.withdrawNote',
      subject: `instrument:${instrumentId}`,
      before: found,
      reason,
    })
    return {}
  })
}

/** No slot and no test while it lasts. Bookings that stand in it stay; their customers are told, and staff propose another time. */
export async function blockInstrument(
  ctx: Ctx<Staff>,
  input: { id: number; startsAt: string; endsAt: string; reason: string },
): Promise<{ id: number }> {
  const [startsAt, endsAt] = [fromShanghai(input.startsAt), fromShanghai(input.endsAt)]
  if (endsAt <= startsAt) throw refuseAt('endsAt', instrumentErrors.blockTooShort)
  if (endsAt <= ctx.clock.now()) throw refuseAt('endsAt', instrumentErrors.blockPast)
  if (endsAt > addDays(startsAt, mostDaysDown)) throw refuseAt('endsAt', instrumentErrors.blockTooLong)
  return inTx(ctx, async (inner) => {
    // Waits for bookings that have seen the instrument free.
    if (!(await lockInstrument(inner.db, input.id))) throw refuse(commonErrors.notFound)
    const row = { instrumentId: input.id, startsAt, endsAt, reason: input.reason, staffId: ctx.actor.id }
    const added = await insertDowntime(inner.db, row, ctx.clock.now())
    await recordAudit(inner, { action: 'instrument.block', subject: `instrument:${input.id}`, after: row })
    const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
    await emit(inner, instrumentBlocked, { id: input.id, downtimeId: added.id, ...times })
    return added
  })
}

export async function unblockInstrument(ctx: Ctx<Staff>, downtimeId: number): Promise<Record<string, never>> {
  return inTx(ctx, async (inner) => {
    const removed = await removeDowntime(inner.db, downtimeId, ctx.clock.now())
    if (!removed) throw refuse(instrumentErrors.blockOver)
    const subject = `instrument:${removed.instrumentId}`
    await recordAudit(inner, { action: 'instrument.unblock', subject, before: removed })
    return {}
  })
}

export async function instrumentPage(ctx: Ctx<Staff>, id: number) {
  const [row] = await instrumentsByIds(ctx.db, [id])
  if (!row) throw refuse(commonErrors.notFound)
  const now = ctx.clock.now()
  const served = await servedOf(ctx.db, [id])
  const rids = served.map(({ rid }) => rid)
  const names = new Map((await projectItems(ctx, rids)).map((item) => [item.rid, item.name]))
  const moment = { startsAt: now, endsAt: new Date(now.getTime() + 1) }
  const [available] = await availabilityOf(ctx, [row], moment)
  return {
    ...itemOf(row, now),
    serves: served.map(({ rid, shared }) => ({ rid, shared, name: names.get(rid) ?? `已下架的项目 ${rid}` })),
    obstacle: (available && unusableForStaff(available, moment)) ?? '',
  }
}

export async function diaryPage(ctx: Ctx<Staff>, filter: { id: number; kind: DiaryKind; page: number; size: number }) {
  await requireInstrument(ctx, filter.id)
  const rows = await entriesOf(ctx.db, filter)
  const names = await namesOfStaff(
    ctx,
    rows.flatMap(({ staffId, withdrawnBy }) => (withdrawnBy === null ? [staffId] : [staffId, withdrawnBy])),
  )
  const list = rows.map(({ id, happenedOn, note, certificateNo, certificateFileId, nextDue, ...row }) => ({
    ...{ id, happenedOn, note, certificateNo, certificateFileId, nextDue },
    staffName: names.get(row.staffId) ?? '',
    createdAt: shanghaiTime(row.createdAt),
    withdrawn: row.withdrawnAt && {
      at: shanghaiTime(row.withdrawnAt),
      reason: row.withdrawnReason ?? '',
      staffName: names.get(row.withdrawnBy ?? 0) ?? '',
    },
  }))
  return { list, total: rows[0]?.total ?? 0, page: filter.page, size: filter.size }
}

export async function downtimePage(ctx: Ctx<Staff>, { id, page, size }: { id: number; page: number; size: number }) {
  await requireInstrument(ctx, id)
  const rows = await downtimesOf(ctx.db, id, { page, size })
  const names = await namesOfStaff(
    ctx,
    rows.map(({ staffId }) => staffId),
  )
  const list = rows.map((row) => ({
    id: row.id,
    startsAt: shanghaiTime(row.startsAt),
    endsAt: shanghaiTime(row.endsAt),
    reason: row.reason,
    staffName: names.get(row.staffId) ?? '',
    removable: row.removedAt === null && row.endsAt > ctx.clock.now(),
    removed: row.removedAt !== null,
  }))
  return { list, total: rows[0]?.total ?? 0, page, size }
}

async function requireInstrument(ctx: Ctx, id: number): Promise<void> {
  if (!(await instrumentById(ctx.db, id))) throw refuse(commonErrors.notFound)
}

async function knownProjects(ctx: Ctx, projectIds: readonly number[]): Promise<number[]> {
  const rids = [...new Set(projectIds)]
  const known = await projectItems(ctx, rids)
  if (known.length !== rids.length) throw refuse(instrumentErrors.unknownProject)
  return rids
}

function itemOf(row: InstrumentRow & { projects: number }, now: Date) {
  return {
    ...row,
    stageLabel: instrumentLifecycle.stages[row.stage],
    calibration: calibrationState(row.calibrationDue, now),
  }
}

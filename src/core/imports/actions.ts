import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import type { UploadedFile } from '../../platform/http/handler.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { attachFile, detachFiles, keepUpload } from '../files/actions.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { listed } from '../lists/listed-actions.ts'
import { namesOfStaff, staffNamed } from '../staff/actions.ts'
import { mayAct } from '../staff/rules.ts'
import type { importCommit, importDetail, importKinds, importRows, importUndo } from './contract.ts'
import { finishedStep } from './end-actions.ts'
import { importErrors } from './errors.ts'
import { checkImportJob, commitImportJob, undoImportJob } from './events.ts'
import { allowedKind, lockedRun, readableRun } from './kind-actions.ts'
import type { AnyKind } from './kind-actions.ts'
import type { ImportColumn } from './rules.ts'
import { importIndex, type ImportRun } from './list-contract.ts'
import { dropRows } from './row-actions.ts'
import { countState, rowsInState } from './row-store.ts'
import { importLifecycle, importLimits, rowStates } from './rules.ts'
import { beginStep, busyRunsOf, insertRun, nameFile, runById, type RunRow, runSource, runsInPlaces } from './store.ts'
import { shanghaiTime } from '../../platform/time.ts'

/** What the reader may import, with the columns of each file. */
export function kindsFor(ctx: Ctx<Staff>, kinds: readonly AnyKind[]): OutputOf<typeof importKinds> {
  return {
    kinds: kinds
      .filter(({ action }) => mayAct(ctx.actor, action))
      .map(({ name, label, about, noUndo, columns }) => ({
        name,
        label,
        about,
        noUndo: noUndo ?? '',
        columns: columns.map(({ head, hint, example, required }) => ({
          head,
          hint,
          example,
          required: required ?? false,
        })),
      })),
  }
}

/** Keeps the file and has it checked in the background. */
export async function startImport(
  ctx: Ctx<Staff>,
  kinds: readonly AnyKind[],
  kindName: string,
  upload: UploadedFile,
): Promise<{ id: number }> {
  const kind = allowedKind(ctx, kinds, kindName)
  return inTx(ctx, async (inner) => {
    if ((await busyRunsOf(inner.db, ctx.actor.id)) >= importLimits.atOnce) throw refuse(importErrors.tooManyAtOnce)
    const file = await keepUpload(inner, upload, 'importTable')
    const run = { kind: kind.name, kindLabel: kind.label, staffId: ctx.actor.id, fileName: file.name, fileId: file.id }
    const { id } = await insertRun(inner.db, run, ctx.clock.now())
    await attachFile(inner, file.id, `import:${id}`, ['importTable'])
    await recordCreation(inner, importLifecycle, id, 'checking')
    await recordAudit(inner, {
      action: 'import.start',
      subject: `importRun:${id}`,
      after: { kind: kind.label, fileName: file.name },
    })
    await enqueue(inner, checkImportJob, { id })
    return { id }
  })
}

/** Runs of the kinds that the reader may import. */
export const importRuns = (kinds: readonly AnyKind[]) =>
  listed<ImportRun>({
    index: importIndex,
    source: (ctx) =>
      runSource(
        kinds.filter(({ action }) => mayAct(ctx.actor, action)).map(({ name }) => name),
        (typed) => staffNamed(ctx, typed),
      ),
    rows: async (ctx, ids) => runsWire(ctx, await runsInPlaces(ctx.db, ids)),
  })

async function runsWire(ctx: Pick<Ctx, 'db'>, runs: readonly RunRow[]): Promise<ImportRun[]> {
  const names = await namesOfStaff(ctx, [...new Set(runs.map(({ staffId }) => staffId))])
  return runs.map((run) => ({
    id: run.id,
    kindLabel: run.kindLabel,
    fileName: run.fileName,
    staffName: names.get(run.staffId) ?? '',
    stage: run.stage,
    stageName: importLifecycle.stages[run.stage],
    version: run.version,
    total: run.total,
    done: run.done,
    newRows: run.newRows,
    changedRows: run.changedRows,
    unchangedRows: run.unchangedRows,
    faultyRows: run.faultyRows,
    writtenRows: run.writtenRows,
    refusedRows: run.refusedRows,
    undoneRows: run.undoneRows,
    keptRows: run.keptRows,
    createdAt: shanghaiTime(run.createdAt),
  }))
}

/** One run, for its page. */
export async function importFor(
  ctx: Ctx<Staff>,
  kinds: readonly AnyKind[],
  id: number,
): Promise<OutputOf<typeof importDetail>> {
  const { run, kind } = await readableRun(ctx, kinds, id)
  const [shown] = await runsWire(ctx, [run])
  if (!shown) throw refuse(commonErrors.notFound)
  return {
    ...shown,
    failure: run.failure,
    ignored: run.ignored,
    columns: kind.columns.map(({ key, head }) => ({ key, head })),
    own: run.staffId === ctx.actor.id,
    rowsDropped: run.rowsDroppedAt !== null,
    noUndo: kind.noUndo ?? '',
  }
}

/** [T-58] Somebody else than the person who has the file sees personal cells masked. */
export async function rowsFor(
  ctx: Ctx<Staff>,
  kinds: readonly AnyKind[],
  { id, state, page, size }: InputOf<typeof importRows>,
): Promise<OutputOf<typeof importRows>> {
  const { run, kind } = await readableRun(ctx, kinds, id)
  const rows = await rowsInState(ctx.db, id, state, { page, size })
  const heads = new Map(kind.columns.map(({ key, head }) => [key, head]))
  const own = run.staffId === ctx.actor.id
  const list = rows.map((row) => ({
    rowNo: row.rowNo,
    state: row.state,
    stateName: rowStates[row.state],
    cells: own ? row.cells : masked(row.cells, kind.columns),
    faults: row.faults.map((fault) => ({ ...fault, head: heads.get(fault.column) ?? '' })),
    note: row.note,
  }))
  return { list, total: await countState(ctx.db, id, state), page, size }
}

function masked(cells: Record<string, string>, columns: readonly ImportColumn[]): Record<string, string> {
  return Object.fromEntries(columns.map(({ key, mask }) => [key, mask ? mask(cells[key] ?? '') : (cells[key] ?? '')]))
}

/** Has the rows written in the background. Of two people who ask for it at once, one is refused, because the version has changed. */
export function commitRun(
  ctx: Ctx<Staff>,
  kinds: readonly AnyKind[],
  { id, version, skipFaulty }: InputOf<typeof importCommit>,
) {
  return inTx(ctx, async (inner) => {
    const { run } = await lockedRun(inner, kinds, id)
    if (run.faultyRows > 0 && !skipFaulty) throw refuse(importErrors.faultyLeft)
    const left = (await countState(inner.db, id, 'new')) + (await countState(inner.db, id, 'changed'))
    const moved = await transition(inner, importLifecycle, id, 'commit', {
      version,
      set: beginStep(ctx.actor.id),
    })
    if (left === 0) throw refuse(run.rowsDroppedAt ? importErrors.rowsGone : importErrors.nothingToWrite)
    await enqueue(inner, commitImportJob, { id })
    return { id, stage: moved.to, version: moved.version }
  })
}

/** Has the written rows taken back in the background. */
export function undoRun(ctx: Ctx<Staff>, kinds: readonly AnyKind[], { id, version }: InputOf<typeof importUndo>) {
  return inTx(ctx, async (inner) => {
    const { run, kind } = await lockedRun(inner, kinds, id)
    if (!kind.undo) throw refuse(importErrors.noUndo, kind.noUndo)
    if (run.rowsDroppedAt) throw refuse(importErrors.rowsGone)
    const moved = await transition(inner, importLifecycle, id, 'undo', { version, set: beginStep(ctx.actor.id) })
    if ((await countState(inner.db, id, 'written')) === 0) throw refuse(importErrors.nothingToUndo)
    await enqueue(inner, undoImportJob, { id })
    return { id, stage: moved.to, version: moved.version }
  })
}

/** Stops checking, writing or taking back after the part that is at work; when nothing is left to do, the step counts as finished. */
export function stopRun(ctx: Ctx<Staff>, kinds: readonly AnyKind[], id: number) {
  return inTx(ctx, async (inner) => {
    const { run } = await lockedRun(inner, kinds, id)
    if (await finishedStep(inner, run)) {
      const { stage, version } = (await runById(inner.db, id)) ?? run
      return { id, stage, version }
    }
    const moved = await transition(inner, importLifecycle, id, 'stop')
    return { id, stage: moved.to, version: moved.version }
  })
}

/** Nothing was written, so the rows and the file are not needed any more. */
export function cancelRun(ctx: Ctx<Staff>, kinds: readonly AnyKind[], id: number) {
  return inTx(ctx, async (inner) => {
    const { run } = await lockedRun(inner, kinds, id)
    const moved = await transition(inner, importLifecycle, id, 'cancel')
    if (run.fileId !== null) await detachFiles(inner, [run.fileId])
    await nameFile(inner.db, id, null)
    await dropRows(inner, id)
    return { id, stage: moved.to, version: moved.version }
  })
}

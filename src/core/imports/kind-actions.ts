import type { z } from 'zod'
import { commonErrors, Refusal, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { staffMember } from '../staff/actions.ts'
import { mayAct } from '../staff/rules.ts'
import { importErrors } from './errors.ts'
import type { ImportColumn, RowFault } from './rules.ts'
import { lockRun, runById, type RunRow } from './store.ts'

/** What writing a row would do. `customerId`: whose data the row holds, so that they go with the account. */
export type Checked =
  | { outcome: 'new' | 'changed' | 'unchanged'; note?: string; customerId?: number }
  | { outcome: 'faulty'; faults: RowFault[]; customerId?: number | undefined }

export interface Written {
  /** What `undo` needs, as JSON. */
  made: unknown
  customerId?: number
}

/** Why a row was not written or not taken back. */
export interface RowRefused {
  refused: string
}

/**
 * What can be imported. A slice above declares a kind with the schema and the actions of its own calls; src/app collects the kinds.
 * `write` and `undo` take many rows of a part in few statements, run in a transaction with the rights of the person who ordered it, and answer
 * for each row in its place. When they throw a Refusal, or the database refuses what they write, they are called again with half of the rows,
 * down to the row that is at fault (decision 0105).
 */
export interface ImportKind<Values = unknown, Made = unknown, Known = unknown> {
  name: string
  label: string
  /** What an import does, in one or two sentences. */
  about: string
  action: string
  columns: readonly ImportColumn[]
  /** Reads the cells of a row by the keys of the columns; an empty cell is absent. Its messages are shown with the row. */
  schema: z.ZodType<Values>
  /** What may occur once in a file; empty: nothing. */
  keyOf: (values: Values) => string
  /** The name of what the key is, for the message about duplicates. */
  keyLabel: string
  /** In the order of the rows. */
  check: (ctx: Ctx<Staff>, rows: readonly Values[]) => Promise<Checked[]>
  /** What `write` needs for every row, read once for each part of the rows. */
  prepare?: (ctx: Ctx<Staff>) => Promise<Known>
  write: (ctx: Ctx<Staff>, rows: readonly Values[], known: Known) => Promise<(Written | RowRefused)[]>
  /** From the last row to the first. Absent: `noUndo` says why nothing can be taken back. */
  undo?: (ctx: Ctx<Staff>, rows: readonly Made[]) => Promise<(RowRefused | undefined)[]>
  /** What a row wrote does not rest on what another one wrote, so that two parts may be taken back at once. */
  independent?: true
  /** Its rows are written one at a time: each call gets one. */
  alone?: true
  noUndo?: string
}

// oxlint-disable-next-line typescript/no-explicit-any -- kinds of every slice, whose values only their own functions read
export type AnyKind = ImportKind<any, any, any>

export function importKind<Values, Made, Known = undefined>(kind: ImportKind<Values, Made, Known>): AnyKind {
  return kind
}

export function kindNamed(kinds: readonly AnyKind[], name: string): AnyKind {
  const found = kinds.find((kind) => kind.name === name)
  if (!found) throw refuse(importErrors.noSuchKind)
  return found
}

/** The kind, which this person may import. Refuses forbidden. */
export function allowedKind(ctx: Ctx<Staff>, kinds: readonly AnyKind[], name: string): AnyKind {
  const kind = kindNamed(kinds, name)
  if (!mayAct(ctx.actor, kind.action)) throw refuse(commonErrors.forbidden)
  return kind
}

/** The run with its kind, for a person who may import this kind; a run of another kind is not found. */
export async function readableRun(ctx: Ctx<Staff>, kinds: readonly AnyKind[], id: number) {
  return withKind(ctx, kinds, await runById(ctx.db, id))
}

/** The same, locked until the end of the transaction. */
export async function lockedRun(ctx: Ctx<Staff>, kinds: readonly AnyKind[], id: number) {
  return withKind(ctx, kinds, await lockRun(ctx.db, id))
}

function withKind(ctx: Ctx<Staff>, kinds: readonly AnyKind[], run: RunRow | undefined) {
  const kind = run && kinds.find(({ name }) => name === run.kind)
  if (!run || !kind || !mayAct(ctx.actor, kind.action)) throw refuse(commonErrors.notFound)
  return { run, kind }
}

/** The person in whose name a job works, with the role of now; undefined when the role may no longer import this kind. */
export async function actingCtx(ctx: Ctx, run: RunRow, kind: AnyKind): Promise<Ctx<Staff> | undefined> {
  const id = run.actedBy ?? run.staffId
  const person = await staffMember(ctx, id)
  if (!person || !mayAct(person, kind.action)) return undefined
  return { ...ctx, actor: { kind: 'staff', id, ...person, sessionId: 0 } }
}

/** The values of a row, or what is wrong with its cells. */
export function valuesOf(kind: AnyKind, cells: Record<string, string>): { values: unknown } | { faults: RowFault[] } {
  const filled = Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''))
  const missing = kind.columns.filter(({ key, required }) => required && filled[key] === undefined)
  if (missing.length > 0)
    return { faults: missing.map(({ key, head }) => ({ column: key, reason: `「${head}」不能为空` })) }
  const { success, data, error } = kind.schema.safeParse(filled)
  if (success) return { values: data }
  return { faults: error.issues.map(({ path, message }) => ({ column: String(path[0] ?? ''), reason: message })) }
}

/** What a failed row says; `conflict`: when the database refuses it. Other errors are of the system: the job fails and is tried again. */
export function rowFailure(error: unknown, conflict: string): string {
  if (error instanceof Refusal) return error.message
  const { code } = error as { code?: string }
  // Data exceptions and violated constraints are of this row alone.
  if (code?.startsWith('22') || code?.startsWith('23')) return conflict
  throw error
}

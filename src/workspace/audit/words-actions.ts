import type { AnyListed, Listed } from '../../core/lists/listed-actions.ts'
import { mayAct } from '../../core/staff/rules.ts'
import type { Call } from '../../platform/contract/call.ts'
import type { IndexQuery } from '../../platform/contract/index-list.ts'
import { allKeys } from '../../platform/db/index-query.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import type { Lifecycle } from '../../platform/lifecycle/lifecycle.ts'
import { actionWords, shortSummary } from './rules.ts'

// How rows of the audit log are called. src/app collects the words: every slice writes such rows, and this one knows none of them.

/** A kind of record that audit rows are about, by the part of the subject before the colon. */
export interface SubjectKind {
  entity: string
  label: string
  /** The list that knows how people call such a record, and the field of its number. */
  numbered?: { list: AnyListed; field: string }
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of every slice, which only their own functions read
  name?: (row: any) => string
  /** For records whose id is a word of the program. */
  wordOf?: (id: string) => string | undefined
  /** Address of the page that shows it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  to?: (row: any) => string
  /** The page by the id itself, for records without a list, and the action that it needs. */
  page?: { action: string; to: (id: string) => string }
}

export function numberedSubject<Row>(
  entity: string,
  label: string,
  list: Listed<Row>,
  name: (row: Row) => string,
  more: { field?: string; to?: (row: Row) => string } = {},
): SubjectKind {
  return { entity, label, numbered: { list, field: more.field ?? 'no' }, name, ...(more.to ? { to: more.to } : {}) }
}

export interface AuditWords {
  lifecycles: readonly Lifecycle[]
  subjects: readonly SubjectKind[]
}

/** Summaries of calls by name. Filled where all calls are put together, because the list of audit rows is itself behind one of them. */
const callSummaries = new Map<string, string>()

/** Tells the words of calls; answers what it was given. */
export function withCallNames<H extends { call: Call }>(handlers: H[]): H[] {
  for (const { call } of handlers) callSummaries.set(call.name, call.summary)
  return handlers
}

/** `订单 · 审核通过`; the stored name of an action that nobody has named. */
export function actionName({ lifecycles }: AuditWords, action: string): string {
  if (action.startsWith('call:')) return shortSummary(callSummaries.get(action.slice(5)) ?? action)
  const [entity = '', verb = ''] = action.split('.')
  return lifecycles.find((each) => each.entity === entity)?.transitions[verb]?.label ?? actionWords[action] ?? action
}

/** The actions whose words contain a text. */
export function actionsNamed(words: AuditWords, typed: string): string[] {
  const wanted = typed.toLowerCase()
  const all = [
    ...Object.keys(actionWords),
    ...[...callSummaries.keys()].map((name) => `call:${name}`),
    ...words.lifecycles.flatMap(({ entity, transitions }) =>
      Object.keys(transitions).map((verb) => `${entity}.${verb}`),
    ),
  ]
  return [...new Set(all)].filter(
    (action) => action.toLowerCase().includes(wanted) || actionName(words, action).toLowerCase().includes(wanted),
  )
}

export interface SubjectText {
  name: string
  to: string
}

/** What subjects are called, by their stored text. People (`staff:3`, `customer:5`) are named by `people`. */
export async function subjectNames(
  ctx: Ctx<Staff>,
  { subjects: kinds }: AuditWords,
  subjects: readonly string[],
  people: (subject: string) => string | undefined,
): Promise<Map<string, SubjectText>> {
  const names = new Map<string, SubjectText>()
  const rows = new Map<string, unknown>()
  for (const kind of kinds) {
    if (!kind.numbered) continue
    const ids = idsOf(kind.entity, subjects)
    for (const [id, row] of await rowsOf(ctx, kind.numbered.list, ids)) rows.set(`${kind.entity}:${id}`, row)
  }
  for (const subject of subjects) {
    const [entity = '', id = ''] = splitSubject(subject)
    const kind = kinds.find((each) => each.entity === entity)
    const row = rows.get(subject)
    const own = row === undefined ? undefined : kind?.name?.(row)
    const label = kind?.label ?? entity
    const mayOpen = kind?.numbered !== undefined && mayAct(ctx.actor, kind.numbered.list.index.action)
    const opened = row !== undefined && mayOpen ? (kind?.to?.(row) ?? '') : ''
    const byId = kind?.page && mayAct(ctx.actor, kind.page.action) ? kind.page.to(id) : ''
    const call = entity === 'call' ? '' : `${label} ${own ?? people(subject) ?? kind?.wordOf?.(id) ?? id}`.trim()
    names.set(subject, { name: call, to: opened || byId })
  }
  return names
}

/** Subjects that a person means by a text: a stored subject, a kind with an id (`客户 12`), or a number of some record. */
export async function subjectsTyped(
  ctx: Ctx<Staff>,
  { subjects: kinds }: AuditWords,
  typed: string,
): Promise<string[]> {
  if (/^[A-Za-z]+:[\w-]+$/.test(typed)) return [typed]
  const [, word = '', id = ''] = /^(\p{Script=Han}+)\s*#?(\d+)$/u.exec(typed) ?? []
  if (id !== '') return kinds.filter(({ label }) => label === word).map(({ entity }) => `${entity}:${id}`)
  // Numbers begin with letters or a day. A word would search every list of the console.
  if (!/^[A-Za-z]{1,6}[A-Za-z\d-]*\d[\d-]*$/.test(typed) || typed.length < 4) return []
  const found = await Promise.all(
    kinds.map(async ({ entity, numbered }) => {
      if (!numbered || !('no' in numbered.list.index.fields)) return []
      const { index, source } = numbered.list
      const query: IndexQuery = { tab: '', kw: '', filters: { [numbered.field]: typed }, sort: index.sort }
      const keys = await allKeys(ctx.db, index, source(ctx), query, { most: MOST_RECORDS, chosen: null })
      return keys.map((key) => `${entity}:${key}`)
    }),
  )
  return found.flat()
}

const MOST_RECORDS = 50

function splitSubject(subject: string): [string, string] {
  const at = subject.indexOf(':')
  return [subject.slice(0, at), subject.slice(at + 1)]
}

export function idsOf(entity: string, subjects: readonly string[]): number[] {
  const ids = subjects
    .filter((each) => each.startsWith(`${entity}:`))
    .map((each) => Number(each.slice(entity.length + 1)))
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))]
}

/** Rows of a list by id. Lists leave out what no longer exists; then each is read alone, so that no row gets another's name. */
async function rowsOf(ctx: Ctx<Staff>, list: AnyListed, ids: number[]): Promise<[number, unknown][]> {
  if (ids.length === 0) return []
  const rows: unknown[] = await list.rows(ctx, ids)
  if (rows.length === ids.length) return rows.map((row, i) => [ids[i] ?? 0, row])
  const each = await Promise.all(ids.map(async (id) => [id, (await list.rows(ctx, [id]))[0]] as [number, unknown]))
  return each.filter(([, row]) => row !== undefined)
}

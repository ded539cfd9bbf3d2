import { listed } from '../../core/lists/listed-actions.ts'
import { deviceName } from '../../core/sign-ins/device-rules.ts'
import { namesOfStaff, staffNamed } from '../../core/staff/actions.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customersAbout, customersFound } from '../../people/customers/search-actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import {
  rowsAbout,
  rowsBy,
  rowsInPlaces,
  rowsNotOf,
  rowsOf,
  type AuditRow,
  rowSource,
} from '../../platform/audit/audit-list.ts'
import { chainHead } from '../../platform/audit/seal.ts'
import { signInsInPlaces, signInsOf, signInSource } from '../../platform/auth/sign-in-log.ts'
import { eitherOf } from '../../platform/db/index-query.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { auditIndex, type AuditEntry, type SignInEntry, signInIndex } from './list-contract.ts'
import { type About, changesOf } from './change-rules.ts'
import { type ActorKind, actorKinds, groupActions, groupOf } from './rules.ts'
import { actionName, actionsNamed, type AuditWords, idsOf, subjectNames, subjectsTyped } from './words-actions.ts'

/** The audit log as a list. */
export const auditLog = (words: AuditWords) =>
  listed<AuditEntry>({
    index: auditIndex,
    source: (ctx) =>
      rowSource({
        who: async (typed) => rowsBy(await staffNamed(ctx, typed), await customersAbout(ctx, typed), kindsNamed(typed)),
        action: (typed) => rowsOf(actionsNamed(words, typed)),
        subject: async (typed) => rowsAbout(await subjectsTyped(ctx, words, typed), typed.toUpperCase()),
        group: (groups) => eitherOf(groups.map(groupCondition)),
        meant: async (typed) => ({
          staff: await staffNamed(ctx, typed),
          customers: await customersFound(ctx, typed),
          kinds: kindsNamed(typed),
          actions: actionsNamed(words, typed),
          subjects: await subjectsTyped(ctx, words, typed),
          no: typed.toUpperCase(),
        }),
      }),
    rows: async (ctx, ids) => {
      const rows = await rowsInPlaces(ctx.db, ids)
      const people = await peopleOf(ctx, rows)
      const subjects = await subjectNames(
        ctx,
        words,
        rows.map(({ subject }) => subject),
        (subject) => people.name(subject),
      )
      return rows.map((row) => entryOf(words, row, people, subjects.get(row.subject)))
    },
  })

/** Sign-ins as a list. */
export const signIns = listed<SignInEntry>({
  index: signInIndex,
  source: (ctx) =>
    signInSource(async (typed) => signInsOf(await staffNamed(ctx, typed), await customersAbout(ctx, typed))),
  rows: async (ctx, ids) => {
    const rows = await signInsInPlaces(ctx.db, ids)
    const people = await namesOf(
      ctx,
      rows.map(({ kind, subjectId }) => `${kind}:${subjectId}`),
    )
    return rows.map(({ at, kind, subjectId, typed, userAgent, ...row }) => ({
      ...{ id: row.id, method: row.method, outcome: row.outcome, ip: row.ip, kind },
      at: shanghaiTime(at),
      known: subjectId !== null,
      who: people.name(`${kind}:${subjectId}`) ?? typed,
      device: deviceName(userAgent),
    }))
  },
})

export async function chainEnd(ctx: Ctx) {
  const head = await chainHead(ctx.db)
  return { links: head?.n ?? 0, hash: head?.hash ?? '', sealedAt: head ? shanghaiTime(head.sealedAt) : null }
}

function kindsNamed(typed: string): ActorKind[] {
  return (Object.keys(actorKinds) as ActorKind[]).filter((kind) => actorKinds[kind].includes(typed))
}

function groupCondition(group: string) {
  if (group !== 'work') {
    const { actions, beginnings } = groupActions[group as keyof typeof groupActions]
    return rowsOf(actions, beginnings)
  }
  const named = Object.values(groupActions)
  return rowsNotOf(
    named.flatMap(({ actions }) => actions),
    named.flatMap(({ beginnings }) => beginnings),
  )
}

interface People {
  /** Undefined when the subject is no person. */
  name: (subject: string) => string | undefined
}

function peopleOf(ctx: Ctx, rows: readonly AuditRow[]): Promise<People> {
  return namesOf(
    ctx,
    rows.flatMap((row) => [row.subject, `${row.actorKind}:${row.actorId}`]),
  )
}

async function namesOf(ctx: Ctx, subjects: readonly string[]): Promise<People> {
  const staff = await namesOfStaff(ctx, idsOf('staff', subjects))
  const customers = await customersOf(ctx, idsOf('customer', subjects))
  return {
    name: (subject) => {
      const [kind, id] = subject.split(':')
      if (kind === 'staff') return staff.get(Number(id))
      const customer = kind === 'customer' ? customers.get(Number(id)) : undefined
      return customer && customerName(customer)
    },
  }
}

function entryOf(
  words: AuditWords,
  row: AuditRow,
  people: People,
  subject: { name: string; to: string } | undefined,
): AuditEntry {
  return {
    id: row.id,
    at: shanghaiTime(row.at),
    kind: row.actorKind in actorKinds ? (row.actorKind as ActorKind) : 'system',
    who: people.name(`${row.actorKind}:${row.actorId}`) ?? '',
    group: groupOf(row.action),
    action: row.action,
    actionName: actionName(words, row.action),
    subject: row.subject,
    subjectName: subject?.name || (row.namedNo ?? ''),
    subjectTo: subject?.to ?? '',
    changes: changesOf(row.before, row.after, aboutOf(words, row.subject)),
    reason: row.reason ?? '',
    ip: row.ip,
    requestId: row.requestId === '-' ? '' : row.requestId,
    sealed: row.sealed,
  }
}

/** `order:12` is about an order, and so is `call:order/assign`. */
function aboutOf({ lifecycles, subjects }: AuditWords, subject: string): About {
  const entity = subject.replace(/^call:/, '').split(/[:/]/)[0] ?? ''
  const lifecycle = lifecycles.find((each) => each.entity === entity)
  const actions = Object.entries(lifecycle?.transitions ?? {}).map(([action, { label }]) => [action, label])
  const lists = subjects.flatMap(({ numbered }) =>
    numbered ? [[numbered.list.index.name, numbered.list.index.label]] : [],
  )
  return {
    entity,
    stages: lifecycle?.stages ?? {},
    actions: Object.fromEntries(actions),
    lists: Object.fromEntries(lists),
  }
}

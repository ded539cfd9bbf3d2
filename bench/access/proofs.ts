import type { CallOptions } from '../../src/app/testing/test-app.ts'
import type { AccessDemo } from './demo.ts'
import { fingerprints, type OwnedThings } from './owned.ts'
import type { Proof } from './owners.ts'
import { putToStage } from './world.ts'

export interface Stranger {
  who: string
  signIn: () => Promise<CallOptions>
  /** The number of a group whose member the person is; its own things are no foreign ones. */
  groupNo: string | undefined
}

/** Calls that anybody may ask with anything, and why their answer tells nothing of the owner. They change nothing of others either. */
export const FOR_ANYBODY: Readonly<Record<string, string>> = {
  'cluster/apply': 'whoever has the code may ask to join; the owner decides',
  'discount4user/choices': 'lines of others are passed over, so nothing is left to price',
  'settlement/coupons': 'rows of others are passed over, so nothing is left to price',
  'tempDevice/quote': 'a price of the public catalogue',
  'tempDevice/add': 'a line of the own plan',
  'draft/save': 'the own draft',
  'device/names': 'names of the public catalogue',
  'tempDevice/sameChoices': 'own orders of a public project',
  'tempDevice/take': 'whoever has the secret address may take the plan',
}

/**
 * Asks as a stranger exactly what the owner was answered, with the row at the same stage. Wrong is an answer that holds what the owner's held, and a
 * row of somebody else that is changed. Everything is taken back.
 */
export async function askedByStranger(
  { app, sandbox }: AccessDemo,
  { call, input, target, answer }: Proof,
  { who, signIn }: Stranger,
  { tables, last, before }: { tables: OwnedThings['tables']; last: number; before: ReadonlyMap<string, string> },
): Promise<{ kind: string; fault?: string }> {
  const session = await signIn()
  return sandbox.takenBack(async () => {
    await putToStage(app.db, target)
    // Only the row at its stage differs from before.
    const put = await fingerprints(
      app.db,
      tables.filter(({ name }) => name === target.table),
      last,
    )
    const writes = await sandbox.writes()
    const { status, body } = await app.send(call, input, session)
    const kind = body.code === 1 ? 'answered' : `${status} ${body.error}`
    const about = `${call.path} for ${who}, as its owner was answered: ${JSON.stringify(input).slice(0, 200)}`
    if (body.code === 1 && !(call.name in FOR_ANYBODY) && tells(body.data, answer.data))
      return { kind, fault: `answered ${about}` }
    if (status === 401 || status >= 500) return { kind, fault: `${status} ${about}` }
    const written = new Set(await sandbox.writtenSince(writes))
    const suspects = tables.filter(({ name }) => written.has(name))
    const after = await fingerprints(app.db, suspects, last)
    const changed = suspects
      .filter(({ name }) => after.get(name) !== (put.get(name) ?? before.get(name)))
      .map(({ name }) => name)
    return changed.length > 0 ? { kind, fault: `changed ${changed.join()} ${about}` } : { kind }
  })
}

/** Whether the answer holds something, and the same as the owner's. An empty list of a search tells nothing. */
export function tells(data: unknown, owners: unknown): boolean {
  return JSON.stringify(data) === JSON.stringify(owners) && !isEmpty(data)
}

function isEmpty(data: unknown): boolean {
  if (data === null || data === undefined || data === 0 || data === '' || data === false) return true
  if (typeof data !== 'object') return false
  // A list repeats which page was asked for.
  return Object.entries(data).every(([name, value]) => name === 'page' || name === 'size' || isEmpty(value))
}

/** Things of the member's own group are no foreign ones. */
export function isForeign(
  { target, owner }: Proof,
  { groupNo }: Stranger,
  groupOf: (row: unknown) => unknown,
): boolean {
  if (groupNo === undefined) return true
  return (
    owner.headers?.account !== groupNo &&
    groupOf(target.values.groupId) !== groupNo &&
    target.values.groupNo !== groupNo
  )
}

import type { RowRefused } from '../../../core/imports/kind-actions.ts'
import { type HeldData, holdersAmong } from '../../../platform/held-data.ts'
import { recordAudits } from '../../../platform/http/audit.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { customerImportErrors } from '../errors.ts'
import {
  deleteCustomers,
  fieldsOf,
  type ImportedFields,
  lockByIds,
  type PhoneRow,
  setImported,
} from './import-store.ts'

export interface Made {
  id: number
  /** Null: the account is new. */
  before: ImportedFields | null
  after: ImportedFields
}

/** Only while the account is as the import left it, and for a new account while nothing rests on it. */
export async function undoCustomers(
  ctx: Ctx<Staff>,
  held: readonly HeldData[],
  rows: readonly Made[],
): Promise<(RowRefused | undefined)[]> {
  const ids = rows.map(({ id }) => id)
  const accounts = new Map((await lockByIds(ctx.db, ids)).map((row) => [row.id, row]))
  const hindrances = rows.map((made) => changedSince(made, accounts.get(made.id)))
  const fresh = rows.filter(({ before }, place) => !before && !hindrances[place]).map(({ id }) => id)
  const holders = await holdersAmong(ctx.db, resting(held), fresh)
  const results = rows.map((made, place): RowRefused | undefined => {
    const title = holders.get(made.id)
    if (hindrances[place]) return { refused: hindrances[place] }
    return title === undefined ? undefined : { refused: `客户已有「${title}」，不能撤销` }
  })
  const free = rows.filter((_, place) => !results[place])
  await recordAudits(
    ctx,
    free.map(({ id, before, after }) => ({
      action: 'customer.import.undo',
      subject: `customer:${id}`,
      before: { ...after },
      ...(before ? { after: { ...before } } : {}),
    })),
  )
  await setImported(
    ctx.db,
    free.flatMap(({ id, before }) => (before ? [{ id, fields: before }] : [])),
  )
  await deleteCustomers(
    ctx.db,
    free.filter(({ before }) => !before).map(({ id }) => id),
  )
  return results
}

function changedSince({ before, after }: Made, account: PhoneRow | undefined): string | undefined {
  if (!account) return customerImportErrors.gone.message
  const now = fieldsOf(account)
  const same = (Object.keys(now) as (keyof ImportedFields)[]).every((field) => now[field] === after[field])
  const completed = !before && account.profileCompletedAt
  return !same || account.disabledAt || completed ? customerImportErrors.changedSince.message : undefined
}

/** What may rest on an account: the account itself and its row of the import do not. */
function resting(held: readonly HeldData[]) {
  return held.flatMap(({ tables }) => tables).filter(({ table }) => table !== 'customers' && table !== 'import_rows')
}

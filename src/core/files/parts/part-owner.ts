import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer, Staff } from '../../../platform/http/ctx.ts'
import { partErrors } from './part-errors.ts'
import { lockedUpload, type UploadOwner, type UploadRow } from './part-store.ts'

export type Person = Ctx<Customer> | Ctx<Staff>

export const ownerOf = ({ actor }: Person): UploadOwner => ({ kind: actor.kind, id: actor.id })

/** The person's own upload, locked, while it takes parts. */
export async function openForParts(db: Ctx['db'], ctx: Person, uploadNo: string): Promise<UploadRow> {
  const upload = await lockedUpload(db, uploadNo, ownerOf(ctx))
  if (!upload) throw refuse(commonErrors.notFound)
  if (upload.finishedAt !== null) throw refuse(partErrors.uploadFinished)
  return upload
}

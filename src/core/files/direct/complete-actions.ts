import type { Ctx } from '../../../platform/http/ctx.ts'
import { examine, refuseUpload } from '../parts/assemble-actions.ts'
import { dropDirect, matching } from './direct-actions.ts'
import { signedPartsOf } from './direct-part-store.ts'
import { partCountOf } from '../parts/part-rules.ts'
import { uploadById } from '../parts/part-store.ts'

/**
 * Makes one file of the parts that the store has. The store joins them; here only the first bytes are read, and the whole when there is a
 * scanner. Repeated after a crash, it finds the parts joined.
 */
export async function completeDirect(ctx: Ctx, uploadId: number): Promise<void> {
  const upload = await uploadById(ctx.db, uploadId)
  if (!upload || upload.fileId !== null || upload.refusedAs !== null) return
  const { storageKey: key, storeUploadId, sha256, size } = upload
  const { direct } = ctx.files
  if (key === null || storeUploadId === null || sha256 === null) return
  if (!direct) throw new Error('an upload lies in an S3-compatible store that is not configured any more')
  const found = await direct.parts(key, storeUploadId)
  if (found) {
    const parts = matching(found, await signedPartsOf(ctx.db, uploadId), ctx.log)
    if (parts.length === partCountOf(upload)) await direct.complete(key, storeUploadId, parts)
  }
  if ((await direct.size(key)) === size) return examine(ctx, upload, { key, size, sha256, declared: true })
  await refuseUpload(ctx, upload, 'damaged', 'parts at the store')
  await dropDirect(ctx, upload)
}

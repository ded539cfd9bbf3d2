import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import type { UploadedFile } from '../../platform/http/handler.ts'
import { fileErrors } from './errors.ts'
import { KIND_BYTES, misnamedText } from './kind-rules.ts'

/** Refuses a file whose name tells another kind than its bytes, such as a ZIP named .png. `name` is the whole file's when this is its first part. */
export async function refuseMisnamed(ctx: Pick<Ctx, 'files'>, file: Pick<UploadedFile, 'key' | 'name'>): Promise<void> {
  const text = misnamedText(file.name, await ctx.files.head(file.key, KIND_BYTES))
  if (text !== undefined) throw refuse(fileErrors.misnamed, text)
}

import { createHash } from 'node:crypto'
import { keepFromVisitor } from '../../core/files/actions.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import type { UploadedFile } from '../../platform/http/handler.ts'
import { addHours } from '../../platform/time.ts'
import { postDemand } from './actions.ts'
import { demandErrors } from './errors.ts'
import type { requirementSend } from './require-contract.ts'
import { requireLimits } from './rules.ts'
import { countAttempts, setFiles } from './store.ts'

/** A visitor's requirement; staff call back. Limited per IP address, per phone number and in total against flooding. */
export function takeRequirement(
  ctx: Ctx,
  { name, phone, body, title, company }: InputOf<typeof requirementSend>,
  files: UploadedFile[],
): Promise<{ receiptNo: string }> {
  return inTx(ctx, async (inner) => {
    await refuseFlood(inner, phone)
    const { id, receiptNo } = await postDemand(inner, {
      ...{ kind: 'visitor', customerId: null, contactName: name, contactPhone: phone, company, body },
      title: title || firstWords(body),
      ...{ serviceType: null, budgetFen: null, deadline: null, fileIds: [] },
    })
    const kept: number[] = []
    for (const file of files) kept.push((await keepFromVisitor(inner, file, `demand:${id}`)).id)
    if (kept.length > 0) await setFiles(inner.db, id, kept)
    return { receiptNo }
  })
}

async function refuseFlood(ctx: Ctx, phone: string): Promise<void> {
  const now = ctx.clock.now()
  const limits: [key: string, most: number][] = [
    [keyOf('phone', phone), requireLimits.perPhone],
    [keyOf('ip', ctx.request?.ip ?? ''), requireLimits.perAddress],
    ['all', requireLimits.inAll],
  ]
  const counts = await countAttempts(
    ctx.db,
    limits.map(([key]) => key),
    addHours(now, -1),
    now,
  )
  if (limits.some(([key, most]) => (counts.get(key) ?? 0) > most)) throw refuse(demandErrors.tooManyRequirements)
}

/** Phone numbers and IP addresses are stored for an hour as hashes, only to be counted. */
function keyOf(kind: string, value: string): string {
  return `${kind}:${createHash('sha256').update(`require:${value}`).digest('base64url').slice(0, 22)}`
}

const titleLength = 30

/** The first line of the text is the title in lists. */
function firstWords(body: string): string {
  const line = [...(body.split('\n', 1)[0] ?? '').trim()]
  return line.length > titleLength ? `${line.slice(0, titleLength - 1).join('')}…` : line.join('')
}

import { type FileRow, sameResults } from '../../../core/files/actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { orderRecord } from '../../orders/read-actions.ts'
import { currentResults } from '../store.ts'

/**
 * Which result of another sample, also of other orders, has the same bytes: most likely the wrong file was chosen. Answers words such as
 * “MX250925000020101 的 a.xy”, or nothing. Measurements repeat in no two files, so that nobody is warned without need.
 */
export async function sameDataAs(
  ctx: Pick<Ctx, 'db'>,
  { orderId, sampleNo, file }: { orderId: number; sampleNo: string; file: FileRow },
): Promise<string> {
  const ids = await sameResults(ctx, file)
  if (ids.length === 0) return ''
  const others = (await currentResults(ctx.db, ids)).filter(
    (row) => row.orderId !== orderId || row.sampleNo !== sampleNo,
  )
  const [first] = others
  if (!first) return ''
  const at = first.sampleNo || ((await orderRecord(ctx, first.orderId))?.orderNo ?? '')
  return `${at} 的 ${first.name}${others.length > 1 ? ' 等文件' : ''}`
}

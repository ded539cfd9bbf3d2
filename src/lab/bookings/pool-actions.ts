import type { Ctx } from '../../platform/http/ctx.ts'
import type { Span } from '../instruments/rules.ts'

/** Where a slot of a project can hold its places, the one to try first first. */
export async function poolsOf(_ctx: Pick<Ctx, 'db'>, rid: number, _span: Span, _first?: string): Promise<string[]> {
  return [`project:${rid}`]
}

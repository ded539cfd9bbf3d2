import { shanghaiTime } from '../../../platform/time.ts'
import type { ContentKind } from './define-kind-rules.ts'

/** The values of a new item before anything is entered. A moment that is required starts as now: a draft cannot be saved without it. */
export function blankItem(kind: ContentKind, now: Date): Record<string, unknown> {
  const entries = Object.entries(kind.fields).map(([name, { schema, options, control, required }]) => {
    const parsed = schema.safeParse(undefined)
    if (parsed.success) return [name, parsed.data]
    if (control === 'select') return [name, options?.[0]?.value]
    return [name, control === 'moment' && required ? shanghaiTime(now).slice(0, 16) : '']
  })
  return Object.fromEntries(entries)
}

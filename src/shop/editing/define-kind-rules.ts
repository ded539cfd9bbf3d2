import { z } from 'zod'
import { type ContentField, shapeOf } from './field-rules.ts'

/** What is needed beside the fields. A new kind is one entry here, its two statements in kind-store.ts and a line in kind-actions.ts. */
export interface ContentKind<F extends Record<string, ContentField> = Record<string, ContentField>> {
  label: string
  group: '首页' | '栏目' | '检测项目' | '设置'
  /** Who may edit it. */
  action: 'content.edit' | 'catalogue.edit' | 'settings.edit'
  fields: F
  schema: z.ZodObject<{ [K in keyof F]: F[K]['schema'] }>
  /** The field that names an item in lists. */
  title?: string
  /** There is exactly one; its item number is 1. */
  single?: boolean
  /** Items have their places on pages: none is added and none taken away. */
  fixed?: boolean
  /** Items stand in an order that editors choose. */
  ordered?: boolean
  /** What a change makes stale. */
  tags: readonly string[]
  /** The public page that shows an item. */
  path: (id: number, data: Record<string, unknown>) => string
  hint?: string
}

export function defineKind<const F extends Record<string, ContentField>>(
  kind: Omit<ContentKind<F>, 'schema' | 'action'> & { action?: ContentKind['action'] },
): ContentKind<F> {
  return { action: 'content.edit', ...kind, schema: z.strictObject(shapeOf(kind.fields)) }
}

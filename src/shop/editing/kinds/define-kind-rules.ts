import { z } from 'zod'
import type { StaffAction } from '../../../core/staff/rules.ts'
import { type ContentField, shapeOf } from './field-rules.ts'

export const contentGroups = ['首页', '栏目', '检测项目'] as const
export const settingGroups = ['网站', '送样与取样', '检测与报告', '付款与合同'] as const
export type ContentGroup = (typeof contentGroups)[number] | (typeof settingGroups)[number]

/** A kind's properties besides its fields. A new kind is an entry in kind-rules.ts and a source in kind-actions.ts. */
export interface ContentKind<F extends Record<string, ContentField> = Record<string, ContentField>> {
  label: string
  /** Under which heading the console lists it. */
  group: ContentGroup
  /** The permission that editing needs. */
  action: 'content.edit' | 'catalogue.edit' | 'settings.edit' | 'project.open'
  /** Fields whose change needs another permission than `action`; `rest` is for all others. */
  guard?: { fields: Partial<Record<string, StaffAction>>; rest: StaffAction }
  /** Parts of a long form, shown one at a time. */
  sections?: readonly { name: string; label: string; fields: readonly string[] }[]
  /** The console's list of the items, for a kind that has its own. */
  home?: string
  fields: F
  schema: z.ZodObject<{ [K in keyof F]: F[K]['schema'] }>
  /** The field that names an item in lists. */
  title?: string
  /** The kind has exactly one item, with id 1. */
  single?: boolean
  /** Each item has a fixed page, so items can be neither added nor hidden. */
  fixed?: boolean
  /** Editors choose the order of the items. */
  ordered?: boolean
  /** Cache tags that a change purges. */
  tags: readonly string[]
  /** For items whose pages are cached by item: the tag of one, and the tag for all, which is purged when an item appears, moves or goes. */
  itemTags?: { one: (id: number) => string; all: string }
  /** The public page that shows an item; absent when none does, so there is nothing to preview. */
  path?: (id: number, data: Record<string, unknown>) => string
  /** Where the page shows a field: a selector by the name of the field, for the preview beside the form. */
  places?: Partial<Record<string, string>>
  /** In the preview beside the form the item stands first: its page shows the others only as time goes by, or not at all. */
  leadsTyped?: boolean
  hint?: string
}

/** `agree` compares fields with each other: the name of a field and what is wrong with it, or undefined. */
export function defineKind<const F extends Record<string, ContentField>>({
  agree,
  ...kind
}: Omit<ContentKind<F>, 'schema' | 'action'> & {
  action?: ContentKind['action']
  agree?: (data: { [K in keyof F]: z.output<F[K]['schema']> }) => [field: keyof F & string, says: string] | undefined
}): ContentKind<F> {
  const schema = z.strictObject(shapeOf(kind.fields))
  if (!agree) return { action: 'content.edit', ...kind, schema }
  const agreeing = schema.superRefine((data, ctx) => {
    const [field, message] = agree(data as Parameters<typeof agree>[0]) ?? []
    if (field !== undefined) ctx.addIssue({ code: 'custom', path: [field], message })
  })
  return { action: 'content.edit', ...kind, schema: agreeing }
}

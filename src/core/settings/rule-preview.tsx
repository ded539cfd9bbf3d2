import type { z } from 'zod'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { type Dated, ruleAt, withRule } from './dated-rules.ts'

/** The paid order of which the preview tells what it earns. */
export const PREVIEW_FEN = 100_000

/**
 * What a paid order of ¥1,000 earns today and from the first day of the rule in the form, so that whoever writes a rule sees what it does. `earns` is
 * the function by which orders earn.
 */
export function RulePreview<R extends Dated>({
  rules,
  today,
  schema,
  draft,
  earns,
}: {
  rules: readonly R[]
  today: string
  /** Of the call that saves the rule: what does not fit it has no preview. */
  schema: z.ZodType<R>
  draft: unknown
  earns: (rule: R | undefined) => string
}) {
  const { data: rule } = schema.safeParse(draft)
  const day = rule && rule.from > today ? rule.from : today
  return (
    <section aria-label="试算：实付 ¥1,000 的订单" aria-live="polite">
      <DescriptionList
        items={[
          { term: '试算：今天付清 ¥1,000 的订单', value: earns(ruleAt(rules, today)) },
          {
            term: rule ? `${day} 起付清` : '新规则生效后付清',
            value: rule ? earns(ruleAt(withRule(rules, rule), day)) : '填写完整后显示',
          },
        ]}
      />
    </section>
  )
}

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { orderPoints } from '../../money/points/rules.ts'
import { PREVIEW_FEN, RulePreview } from './rule-preview.tsx'
import { pointRuleSchema } from './rules.ts'

const rule = {
  from: '2026-01-01',
  perHundredYuan: 100,
  evaluationPoints: 50,
  claimPoints: 500,
  validMonths: 12,
  transferMost: 500,
  transferMostPerMonth: 800,
  reminderDays: 30,
}
const shown = (draft: unknown, rules = [rule]) =>
  renderToStaticMarkup(
    <RulePreview
      rules={rules}
      today="2026-03-02"
      schema={pointRuleSchema}
      draft={draft}
      earns={(found) => (found ? `${orderPoints(found, PREVIEW_FEN)} 积分` : '没有')}
    />,
  ).replace(/<[^>]*>/g, '|')

it('a rule in the form is tried on an order of ¥1,000, today by the rule in force and from its first day by itself', () => {
  const text = shown({ ...rule, from: '2026-04-01', perHundredYuan: 250 })
  expect(text).toMatch(/今天付清 ¥1,000 的订单\|+1000 积分\|+2026-04-01 起付清\|+2500 积分/)
})

it('what is not a rule yet has no result, and the first rule begins today', () => {
  expect(shown({ ...rule, from: '' })).toMatch(/1000 积分\|+新规则生效后付清\|+填写完整后显示/)
  expect(shown({ ...rule, from: '2026-03-02', perHundredYuan: 1 }, [])).toMatch(/没有\|+2026-03-02 起付清\|+10 积分/)
})

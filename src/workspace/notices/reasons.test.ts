import { expect, test } from 'vitest'
import { templates } from './templates/template-rules.ts'

test('[Q-140] no message says the reason of a decision twice', () => {
  const payload = { name: '扫描电镜', title: '一篇论文', points: 200, value: '减 ¥50.00', reason: '图片不清楚' }
  const said = Object.entries(templates).flatMap(([event, template]) => {
    try {
      return [[event, template.write(payload).text.split('图片不清楚').length - 1] as const]
    } catch {
      // Some texts need facts that this payload lacks.
      return []
    }
  })
  expect(said.filter(([, times]) => times > 1)).toEqual([])
  const once = [
    'review.hide',
    'pointExchange.cancelByStaff',
    'pointClaim.reject',
    'pointClaim.revoke',
    'coupon.received',
  ]
  expect(once.map((event) => [event, new Map(said).get(event)])).toEqual(once.map((event) => [event, 1]))
})

import { expect, it } from 'vitest'
import { meta } from './step6.tsx'

it('[Q-294] the tab of a placed order names the order', () => {
  const title = (search: string) => meta({ location: { search } })[0]?.title
  expect(title('?orderNo=MX26030200001&pickup')).toBe('提交成功 MX26030200001 · 明析科测')
  expect(title('')).toBe('提交成功 · 明析科测')
})

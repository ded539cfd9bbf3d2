import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Memo } from './memo.tsx'

const shown = (text: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Memo text={text} />
    </MemoryRouter>,
  )

it('[Q-300] the order that a movement of points or money names is a link to it', () => {
  expect(shown('订单 MX26030200001 预付款')).toMatch(
    /^订单 <a [^>]*href="\/member\/order\/MX26030200001"[^>]*>MX26030200001<\/a> 预付款$/,
  )
  expect(shown('银行转账预存')).toBe('银行转账预存')
})

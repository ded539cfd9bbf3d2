import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Total } from './spending-panel.tsx'

it('[Q-122] the costs of a year say that they contain orders that are not paid, and nothing where there are no orders', () => {
  const text = (orders: number) => renderToStaticMarkup(<Total orders={orders} totalFen={60_000} />)
  expect(text(1)).toContain('含尚未付款的订单，未核定的按报价或预估计算')
  expect(text(0)).not.toContain('含')
})

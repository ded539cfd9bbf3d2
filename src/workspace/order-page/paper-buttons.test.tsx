import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PaperButtons } from './paper-buttons.tsx'

test('[Q-374] a paper says in sight that it is a PDF, beside the link that prints the labels at once', () => {
  const order = {
    orderNo: 'MX1',
    stage: 'toSend',
    serviceType: 1,
    quoteFen: null,
    quoteVersion: 0,
    estimateFen: 100,
    samples: [],
  }
  const shown = renderToStaticMarkup(<PaperButtons order={order} as="staff" />)
  expect(shown.match(/[\u4e00-\u9fff]+ PDF/g)).toEqual(['报价单 PDF', '送样单 PDF', '样品标签 PDF', '服务协议 PDF'])
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { OutputOf } from '../../../platform/contract/call.ts'
import type { staffReportDetail } from '../contract.ts'
import { Results } from './order-results.tsx'

it('[Q-117] staff read on the page of an order which samples have no data, and why, as the customer does', () => {
  const nothing = { records: [], files: [], reports: [], withData: [], withoutData: [] }
  const page = (withoutData: { sampleNo: string; reason: string }[]) =>
    renderToStaticMarkup(
      <Results orderNo="MX1" data={{ ...nothing, withoutData } as unknown as OutputOf<typeof staffReportDetail>} />,
    )
  expect(page([{ sampleNo: 'MX103', reason: '样品受潮' }])).toMatch(/无数据的样品.*MX103.*样品受潮/)
  expect(page([])).not.toContain('无数据的样品')
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QueryScope } from '../../../platform/client/query-scope.tsx'
import type { StaffCreditApplication } from '../contract.ts'
import { applicantOf } from './applicant.ts'
import { RaiseForm } from './raise-form.tsx'

test('[Q-368] who decides on a limit reads the reason in the dialog, and the name of a group without the gap of a phone', () => {
  const row = {
    ...{ id: 1, version: 1, wantedFen: 4000000, reason: '新项目，预计每月 100 个样品' },
    ...{ customerName: '王建国课题组', customerPhone: '', credit: { limitFen: 2000000 } },
  } as StaffCreditApplication
  const shown = renderToStaticMarkup(
    <QueryScope>
      <RaiseForm row={row} onClose={() => undefined} />
    </QueryScope>,
  )
  expect(shown).toContain('理由：新项目，预计每月 100 个样品')
  expect(shown).toContain('王建国课题组，现有额度')
  expect(applicantOf({ ...row, customerPhone: '13800000001' })).toBe('王建国课题组 13800000001')
})

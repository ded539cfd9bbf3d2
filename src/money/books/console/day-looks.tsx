import type { Look } from '../../../core/list-page/row-fields.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import type { ClosedFigure, dayIndex } from '../contract.ts'

/** On a phone the movements of an account stand in the second line, and what it holds in the first. */
export const dayLooks: Partial<Record<keyof typeof dayIndex.fields, Look<ClosedFigure>>> = {
  day: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <SmartLink to={`/console/days/${row.day}`} className="num">
        {row.day}
      </SmartLink>
    ),
  },
  account: { line: 1, render: (row) => row.label },
  in: { line: 2 },
  out: { line: 2 },
  closing: { line: 1 },
}

import type { Ctx, Customer } from '../../../platform/http/ctx.ts'
import { deliveredOrder } from '../record-actions.ts'
import { paperTexts } from './methods-rules.ts'
import { tableCsv, tableHtml, tableLatex, tableText, valueTable } from './value-table-rules.ts'

/** Methods paragraph, acknowledgement and tables of results of a delivered order. */
export async function paperOf(ctx: Ctx<Customer>, orderNo: string) {
  const { laboratory, tests } = await deliveredOrder(ctx, orderNo)
  return {
    ...paperTexts({ orderNo, laboratory, records: tests }),
    tables: tests
      .filter(({ measured }) => measured.length > 0)
      .map(({ projectName, measured }) => {
        const table = valueTable(projectName, measured)
        return {
          title: projectName,
          html: tableHtml(table),
          text: tableText(table),
          csv: tableCsv(table),
          latex: tableLatex(table),
        }
      }),
  }
}

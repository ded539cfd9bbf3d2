import { useState } from 'react'
import type { OutputOf } from '../../../../platform/contract/call.ts'
import { Button } from '../../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../../ui/text/link.tsx'
import { type Column, Table } from '../../../../ui/tables/table.tsx'
import type { webIndex } from '../../../articles/contract.ts'
import css from './thanks-table.module.css'

export type ThanksItem = OutputOf<typeof webIndex>['thanksArr'][number]

export const FIRST_THANKS = 5

const columns: Column<ThanksItem>[] = [
  { key: 'company', header: '作者单位', width: '15rem', rowHeader: true, render: (row) => row.company },
  { key: 'title', header: '服务项目', width: '10rem', render: (row) => row.title },
  { key: 'code', header: '期刊', width: '10rem', render: (row) => row.code },
  { key: 'content', header: '致谢内容', render: (row) => row.content },
  { key: 'sketch', header: '文章摘要', render: (row) => <span className={css.sketch}>{row.sketch}</span> },
  {
    key: 'source',
    header: '原文',
    width: '6rem',
    render: (row) =>
      row.source ? (
        <SmartLink to={row.source} aria-label={`查看原文：${row.code}（新窗口打开）`}>
          查看原文
        </SmartLink>
      ) : (
        '—'
      ),
  },
]

export type ThanksTableProps = {
  rows: readonly ThanksItem[]
  /** The total, when there are more than the given rows: the others are fetched on demand. Without it all rows are shown. */
  total?: number
}

/** The first five rows; the others on demand. */
export function ThanksTable({ rows, total = rows.length }: ThanksTableProps) {
  const [others, setOthers] = useState<readonly ThanksItem[]>()
  const [open, setOpen] = useState(false)
  const hidden = total - rows.length
  const toggle = async () => {
    const found = others ?? (await allRows(total).catch(() => undefined))
    // When the request fails, the link above the table still leads to the whole list.
    if (!found) return window.location.assign('/list/thanks')
    setOthers(found)
    setOpen(!open)
  }
  return (
    <div className={css.thanks}>
      <Table
        caption="文章致谢列表"
        hideCaption
        columns={columns}
        rows={open && others ? others : rows}
        rowKey={(row) => String(row.rid)}
      />
      {hidden > 0 && (
        <div className={css.rest}>
          <Button aria-expanded={open} onClick={() => void toggle()} icon={open ? 'chevron-up' : 'chevron-down'}>
            {open ? '收起' : `展开其余 ${hidden} 条`}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The acknowledgements of the home page, in its order. Uses fetch() directly, because importing the declared call would load its validator. */
async function allRows(total: number): Promise<ThanksItem[]> {
  const answer = await fetch(`/api/open/web/acknowledge?size=${total}`)
  const { data } = (await answer.json()) as { data: { list: ThanksItem[] } }
  return data.list
}

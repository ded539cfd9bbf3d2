import { useState } from 'react'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/button.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { webIndex } from '../../contract.ts'
import css from './thanks-table.module.css'

export type ThanksItem = OutputOf<typeof webIndex>['thanksArr'][number]

const FIRST_ROWS = 5

const columns: Column<ThanksItem>[] = [
  { key: 'company', header: '作者单位', width: '11rem', rowHeader: true, render: (row) => row.company },
  { key: 'title', header: '服务项目', width: '7rem', render: (row) => row.title },
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

/** The first five; the others on demand. */
export function ThanksTable({ rows, all }: { rows: readonly ThanksItem[]; all?: boolean }) {
  const [open, setOpen] = useState(all ?? false)
  const hidden = rows.length - FIRST_ROWS
  return (
    <div className={css.thanks}>
      <Table
        caption="文章致谢列表"
        hideCaption
        columns={columns}
        rows={open ? rows : rows.slice(0, FIRST_ROWS)}
        rowKey={(row) => String(row.rid)}
      />
      {!all && hidden > 0 && (
        <div className={css.rest}>
          <Button aria-expanded={open} onClick={() => setOpen(!open)} icon={open ? 'chevron-up' : 'chevron-down'}>
            {open ? '收起' : `展开其余 ${hidden} 条`}
          </Button>
        </div>
      )}
    </div>
  )
}

import { useState } from 'react'
import { wholeList } from '../../platform/contract/index-address.ts'
import type { AnyIndex } from '../../platform/contract/index-list.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { countText } from '../../ui/index/count-text.ts'
import type { IndexState } from '../../ui/index/use-index-address.ts'
import css from '../../ui/index/index.module.css'
import { DownloadButton } from '../files/download-button.tsx'
import { exportCancel, exportList, exportStart, type ListExport } from './contract.ts'
import { EXPORT_HOURS, MOST_CHOSEN, MOST_ROWS } from './rules.ts'
import { minuteText } from '../../ui/text/day-text.ts'

/** As a list answers it: an export takes all rows, also those that were not counted. */
interface Total {
  total: number
  totalIsCapped: boolean
}

interface ButtonProps {
  index: AnyIndex
  state: IndexState
  total: Total
}

/** Exports the list as it is shown, and shows the person's exports with their progress. */
export function ExportButton({ index, state, total }: ButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        <span className={css.word}>导出</span>
      </Button>
      {open && (
        <ExportDialog
          index={index}
          address={wholeList(index, state.query)}
          total={total}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface Wanted {
  index: AnyIndex
  address: string
  total: Total
  /** Ids of chosen rows; without it the whole list. */
  rowIds?: number[]
}

export function ExportDialog({ onClose, ...wanted }: Wanted & { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`导出${wanted.index.label}`}>
      <ExportBody {...wanted} />
    </Dialog>
  )
}

function ExportBody({ index, address, total, rowIds }: Wanted) {
  const most = rowIds ? MOST_CHOSEN : MOST_ROWS
  const rows = countText(total.total, total.totalIsCapped)
  const [polling, setPolling] = useState(false)
  const made = useCall(exportList, {}, { alwaysAsk: true, ...(polling ? { refetchSeconds: 1 } : {}) })
  const start = useAct(exportStart, { refreshes: [exportList] })
  const cancel = useAct(exportCancel, { refreshes: [exportList] })
  const own = (made.data?.list ?? []).filter((each) => each.index === index.name)
  const waiting = own.some(isWaiting)
  if (waiting !== polling) setPolling(waiting)
  return (
    <div className="stack">
      <p>
        {rowIds ? `按当前的排序和列导出所选的 ${rows} 行` : `按当前的筛选、排序和列导出 ${rows} 行`}
        （Excel 文件）。文件注明导出人和时间，{EXPORT_HOURS} 小时后失效；导出和下载均有记录。
      </p>
      {total.total > most && (
        <p role="alert">
          {rowIds ? `一次最多导出所选的 ${most} 行，请减少选择。` : `一次最多导出 ${most} 行，请先缩小筛选范围。`}
        </p>
      )}
      <div className="cluster">
        <Button
          variant="primary"
          busy={start.busy}
          disabled={total.total === 0 || total.total > most}
          onClick={() => void start.run({ index: index.name, address, ...(rowIds ? { rowIds } : {}) })}
        >
          开始导出
        </Button>
      </div>
      <ul role="list" className={css.results} aria-label="我的导出">
        {own.map((one) => (
          <li key={one.id} className={css.result}>
            <span>
              {minuteText(one.createdAt)}
              {one.total !== null && ` · ${one.total} 行`}
            </span>
            <span className="cluster">
              <Progress one={one} />
              {one.failure === '' && (
                <Button
                  size="s"
                  variant="quiet"
                  busy={cancel.busy}
                  aria-label={`${isWaiting(one) ? '取消' : '删除'} ${minuteText(one.createdAt)} 的导出`}
                  onClick={() => void cancel.run({ id: one.id })}
                >
                  {isWaiting(one) ? '取消' : '删除'}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const isWaiting = (one: ListExport) => one.fileId === null && one.failure === ''

function Progress({ one }: { one: ListExport }) {
  if (one.fileId !== null) return <DownloadButton fileId={one.fileId} name={one.fileName} as="staff" />
  if (one.failure) return <span role="status">{one.failure}</span>
  return (
    <progress aria-label="导出进度" value={one.total ? one.rowsDone / one.total : undefined} max={1}>
      正在生成
    </progress>
  )
}

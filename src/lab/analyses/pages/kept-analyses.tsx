import { type ReactNode, useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { send } from '../../../platform/client/transport.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { fileName } from '../../../ui/chart/save-figure.ts'
import { saveAs } from '../../../ui/inputs/save-file.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { CellNote } from '../../../ui/tables/cell-note.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { analysisEdit, analysisList, analysisRemove, analysisText } from '../contract.ts'
import { analysisLimits, valueText } from '../rules.ts'
import css from './analysis.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

type Kept = OutputOf<typeof analysisList>['list'][number]

interface Props {
  /** Absent: of all files. */
  fileId?: number
  series?: number
  /** Absent: a link to the curve. */
  onOpen?: (kept: Kept) => void
  empty: ReactNode
}

export function KeptAnalyses({ fileId, series, onOpen, empty }: Props) {
  const [page, setPage] = useState(1)
  const [noted, setNoted] = useState<Kept>()
  const [removed, setRemoved] = useState<Kept>()
  const list = useCall(analysisList, { ...(fileId === undefined ? {} : { fileId, series }), page })
  const remove = useAct(analysisRemove, { refreshes: [analysisList] })
  const change = async (kept: Kept, gone: boolean) => {
    if (await remove.run({ id: kept.id, removed: gone })) setRemoved(gone ? kept : undefined)
  }
  return (
    <div className="stack">
      {removed && (
        <p role="status" className="cluster">
          {`已移除“${removed.toolTitle}”（${analysisLimits.removedDays} 天后彻底删除）`}
          <Button size="s" onClick={() => void change(removed, false)}>
            撤销移除
          </Button>
        </p>
      )}
      <PagedTable
        caption="保存的分析"
        of={list}
        page={page}
        onPage={setPage}
        rowKey={(row) => String(row.id)}
        empty={empty}
        columns={[
          ...(fileId === undefined ? [fileColumn] : []),
          toolColumn,
          resultColumn,
          {
            key: 'actions',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            render: (row) => (
              <Actions row={row} onOpen={onOpen} onNote={() => setNoted(row)} onRemove={() => void change(row, true)} />
            ),
          },
        ]}
      />
      <NoteDialog key={noted?.id} kept={noted} onClose={() => setNoted(undefined)} />
    </div>
  )
}

const fileColumn: Column<Kept> = {
  key: 'file',
  header: '数据文件',
  width: '14rem',
  rowHeader: true,
  render: (row) => (
    <>
      <SmartLink to={`/member/order/${row.orderNo}`}>{row.sampleNo || row.orderNo}</SmartLink>
      <span className={css.note}>{row.fileName}</span>
    </>
  ),
}

const toolColumn: Column<Kept> = {
  key: 'tool',
  header: '分析',
  render: (row) => (
    <div>
      <span className={css.tool}>{row.toolTitle}</span>
      <CellNote num>{minuteText(row.createdAt)}</CellNote>
      {row.currentVersion !== row.toolVersion && (
        <span className={css.hint}>
          {row.currentVersion === null
            ? `（第 ${row.toolVersion} 版，已不再提供）`
            : `（由第 ${row.toolVersion} 版算出，现为第 ${row.currentVersion} 版）`}
        </span>
      )}
    </div>
  ),
}

const shownValues = 3

function valuesText(values: Kept['values']): string {
  if (values.length === 0) return '见文字'
  const first = values.slice(0, shownValues).map((value) => `${value.name} ${valueText(value)}`)
  return first.join('；') + (values.length > shownValues ? ` 等 ${values.length} 项` : '')
}

const resultColumn: Column<Kept> = {
  key: 'result',
  header: '结果',
  width: '45%',
  render: (row) => (
    <div>
      {row.readable ? valuesText(row.values) : '您已不能查看这个文件'}
      {row.note && <CellNote>{row.note}</CellNote>}
    </div>
  ),
}

interface ActionsProps {
  row: Kept
  onOpen: Props['onOpen']
  onNote: () => void
  onRemove: () => void
}

function Actions({ row, onOpen, onNote, onRemove }: ActionsProps) {
  const named = `${row.toolTitle} ${minuteText(row.createdAt)}`
  const [failed, setFailed] = useState<string>()
  const download = async () => {
    setFailed(undefined)
    try {
      const { name, text } = await send(analysisText, { id: row.id })
      saveAs(fileName(name), text, 'text/plain')
    } catch (error) {
      setFailed(error instanceof Error ? error.message : '下载失败，请重试')
    }
  }
  return (
    <span className={`cluster ${css.verbs}`}>
      {row.readable && onOpen && row.currentVersion !== null && (
        <Button size="s" aria-label={`打开 ${named}`} onClick={() => onOpen(row)}>
          打开
        </Button>
      )}
      {row.readable && !onOpen && (
        <SmartLink
          to={`/member/analysis?file=${row.fileId}&series=${row.series}&kept=${row.id}`}
          aria-label={`打开 ${named}`}
        >
          打开
        </SmartLink>
      )}
      {row.readable && (
        <Button size="s" variant="quiet" aria-label={`下载文字 ${named}`} onClick={() => void download()}>
          文字
        </Button>
      )}
      <Button size="s" variant="quiet" aria-label={`修改备注 ${named}`} onClick={onNote}>
        备注
      </Button>
      <Button size="s" variant="quiet" aria-label={`移除 ${named}`} onClick={onRemove}>
        移除
      </Button>
      {failed && <span role="alert">{failed}</span>}
    </span>
  )
}

function NoteDialog({ kept, onClose }: { kept: Kept | undefined; onClose: () => void }) {
  const [note, setNote] = useState(kept?.note ?? '')
  const [refusal, setRefusal] = useState<string>()
  const edit = useAct(analysisEdit, { refreshes: [analysisList], quiet: true })
  const save = async () => {
    if (!kept) return
    try {
      await edit.submit({ id: kept.id, note })
      onClose()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '保存失败，请重试')
    }
  }
  return (
    <Dialog
      open={kept !== undefined}
      onClose={onClose}
      title="修改备注"
      size="s"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={edit.busy} onClick={() => void save()}>
            保存备注
          </Button>
        </>
      }
    >
      <Field label="备注" error={refusal}>
        <TextArea value={note} onValue={setNote} rows={3} maxLength={analysisLimits.note} />
      </Field>
    </Dialog>
  )
}

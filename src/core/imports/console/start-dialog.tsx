import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { send } from '../../../platform/client/transport.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FileInput } from '../../../ui/inputs/file-input.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { sheetText } from '../../../ui/inputs/sheet-text.ts'
import { Table } from '../../../ui/tables/table.tsx'
import { browserKey, useDownload } from '../../files/download-button.tsx'
import { type importKinds, importStart, importTemplate } from '../contract.ts'
import { importList } from '../list-contract.ts'
import { importLimits } from '../rules.ts'

type Kind = OutputOf<typeof importKinds>['kinds'][number]

/** Kind, template and file; the upload leads to the page of the run. */
export function StartDialog({ kinds, onClose }: { kinds: readonly Kind[]; onClose: () => void }) {
  const [name, setName] = useState(kinds[0]?.name ?? '')
  const kind = kinds.find((each) => each.name === name)
  return (
    <Dialog open onClose={onClose} title="新建导入" size="l">
      <div className="stack">
        <Field label="导入什么">
          <Select
            value={name}
            onValue={setName}
            options={kinds.map((each) => ({ value: each.name, label: each.label }))}
          />
        </Field>
        {kind && (
          <>
            <p>
              {kind.about}
              {kind.noUndo}
            </p>
            <div className="cluster">
              <TemplateButton kind={kind} format="xlsx" label="模板 Excel" />
              <TemplateButton kind={kind} format="csv" label="模板 CSV" />
              <TemplateButton kind={kind} format="gbk" label="模板 CSV（GBK）" />
            </div>
            <Upload kind={kind} />
            <Columns kind={kind} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Columns({ kind }: { kind: Kind }) {
  return (
    <Table
      caption={`${kind.label}的列`}
      hideCaption
      rows={kind.columns}
      rowKey={({ head }) => head}
      columns={[
        { key: 'head', header: '列', rowHeader: true, render: ({ head }) => head },
        { key: 'required', header: '必填', render: ({ required }) => (required ? '必填' : '选填') },
        { key: 'hint', header: '说明', render: ({ hint }) => hint },
        { key: 'example', header: '示例', render: ({ example }) => example || '—' },
      ]}
    />
  )
}

function TemplateButton({ kind, format, label }: { kind: Kind; format: 'xlsx' | 'csv' | 'gbk'; label: string }) {
  const { busy, download } = useDownload(() =>
    send(importTemplate, { kind: kind.name, format, browserKey: browserKey() }),
  )
  return (
    <Button size="s" icon="download" busy={busy} onClick={() => void download()}>
      {label}
    </Button>
  )
}

/** The browser opens an Excel file and sends its cells as text, so that the server parses no archive of a stranger. */
function Upload({ kind }: { kind: Kind }) {
  const goTo = useNavigate()
  const [work, setWork] = useState<{ name: string; share?: number; failure?: string }>()
  const start = useAct(importStart, { refreshes: [importList], quiet: true })
  const take = async ([file]: File[]) => {
    if (!file) return
    setWork({ name: file.name, share: 0 })
    try {
      const text = await sheetText(file, importLimits.bytes)
      // The name of a workbook would not fit the text that is sent in its place.
      const name = file.name.replace(/\.xlsx?$/i, '$&.csv')
      const sent = new File([text], name, { type: 'text/csv' })
      const { id } = await start.submit(
        { kind: kind.name },
        { file: sent, onProgress: (share) => setWork({ name: file.name, share }) },
      )
      void goTo(`/console/imports/${id}`)
    } catch (error) {
      setWork({ name: file.name, failure: error instanceof Error ? error.message : '读不出这个文件' })
    }
  }
  return (
    <FileInput
      aria-label="选择要导入的表格"
      accept=".xlsx,.xls,.csv,.txt"
      disabled={work !== undefined && work.failure === undefined}
      limit={`Excel（.xlsx）、CSV 或文本，UTF-8 或 GBK，最大 ${importLimits.bytes / 2 ** 20} MB、${importLimits.rows / 10_000} 万行`}
      onFiles={(files) => void take(files)}
      items={
        work
          ? [
              {
                key: 'file',
                name: work.name,
                ...(work.share === undefined ? {} : { progress: work.share }),
                ...(work.failure === undefined ? {} : { error: work.failure }),
              },
            ]
          : []
      }
    />
  )
}

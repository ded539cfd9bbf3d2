import { useState } from 'react'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import type { OutputOf, SentTo } from '../../../platform/contract/call.ts'
import { send } from '../../../platform/client/transport.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { saveAs } from '../../../ui/inputs/save-file.ts'
import { TableFileInput } from '../../../ui/inputs/table-file-input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type GroupFen, priceGroups } from '../../catalogue/prices/price-rules.ts'
import { staffProjectList } from '../../catalogue/project-list-contract.ts'
import { projectPriceCheck, projectPriceExport, projectPriceImport } from '../contract.ts'

type Filter = Omit<SentTo<typeof projectPriceExport>, 'format' | 'browserKey'>
type Check = OutputOf<typeof projectPriceCheck>
type Taken = OutputOf<typeof projectPriceImport>

export function PriceExport({ filter, format }: { filter: Filter; format: 'xlsx' | 'csv' }) {
  const ask = async () => {
    const answer = await send(projectPriceExport, { ...filter, format, browserKey: browserKey() })
    toast.success(`已导出 ${answer.projects} 个项目的价格`)
    return answer
  }
  const { busy, download } = useDownload(ask)
  return (
    <Button icon="download" busy={busy} onClick={() => void download()}>
      价格表 {format === 'xlsx' ? 'Excel' : 'CSV'}
    </Button>
  )
}

/** Prices from a table: first what would change, then the import. */
export function PriceImportDialog({ onClose }: { onClose: () => void }) {
  const [checked, setChecked] = useState<{ text: string; answer: Check }>()
  const [taken, setTaken] = useState<Taken>()
  return (
    <Dialog open onClose={onClose} title="导入价格" size="l">
      {taken ? (
        <TakeBack taken={taken} onClose={onClose} />
      ) : checked ? (
        <Preview {...checked} onBack={() => setChecked(undefined)} onTaken={setTaken} />
      ) : (
        <SheetForm onClose={onClose} onChecked={(text, answer) => setChecked({ text, answer })} />
      )}
    </Dialog>
  )
}

function SheetForm({ onClose, onChecked }: { onClose: () => void; onChecked: (text: string, answer: Check) => void }) {
  const form = useZodForm({
    schema: projectPriceCheck.input,
    initial: { text: '' },
    onSubmit: async (input) => onChecked(input.text, await send(projectPriceCheck, input)),
  })
  return (
    <Form form={form} aria-label="导入价格">
      <p>先用「价格表」导出作为模板，只改金额。可从 Excel 复制后粘贴（含列名），或选择 Excel、CSV 文件。</p>
      <TableFileInput onText={(text) => form.set('text', text)} />
      <Field label="价格表" of={form.at('text')} required>
        <TextArea rows={8} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          核对
        </Button>
      </FormActions>
    </Form>
  )
}

function Preview({
  text,
  answer: { rows, changes, faults },
  onBack,
  onTaken,
}: {
  text: string
  answer: Check
  onBack: () => void
  onTaken: (taken: Taken) => void
}) {
  const take = useAct(projectPriceImport, {
    refreshes: [staffProjectList],
    onDone: onTaken,
  })
  const mayTake = faults.length === 0 && changes.length > 0
  return (
    <div className="stack">
      <p role="status">
        共 {rows} 行，{changes.length} 项金额会变
        {faults.length > 0 ? `，${faults.length} 行有误，改正后才能导入：` : '。'}
      </p>
      {faults.length > 0 && (
        <Table
          caption="有误的行"
          rows={faults}
          rowKey={({ row, reason }) => `${row}${reason}`}
          columns={[
            { key: 'row', header: '行', rowHeader: true, render: (fault) => fault.row },
            { key: 'text', header: '内容', render: (fault) => fault.text },
            { key: 'reason', header: '原因', render: (fault) => fault.reason },
          ]}
        />
      )}
      {changes.length > 0 && (
        <Table
          caption="会变的金额"
          rows={changes}
          rowKey={({ row }) => String(row)}
          columns={[
            { key: 'name', header: '项目', rowHeader: true, render: ({ name }) => name },
            { key: 'label', header: '收费', render: ({ label, unit }) => `${label} / ${unit}` },
            { key: 'before', header: '现在', render: ({ before }) => <Amounts fen={before} /> },
            { key: 'after', header: '导入后', render: ({ after }) => <Amounts fen={after} /> },
          ]}
        />
      )}
      <p>导入后立即生效；已提交的订单不变。导入后可以恢复原价；每个项目的原价也留在它的版本历史里。</p>
      <FormActions>
        <Button onClick={onBack}>返回修改</Button>
        <Button variant="primary" busy={take.busy} disabled={!mayTake} onClick={() => void take.run({ text })}>
          导入并发布
        </Button>
      </FormActions>
    </div>
  )
}

/** What was published, with the way back: a sheet of many projects is not restored one project at a time. */
function TakeBack({ taken: { projects, changes, former }, onClose }: { taken: Taken; onClose: () => void }) {
  const restore = useAct(projectPriceImport, {
    refreshes: [staffProjectList],
    onDone: () => {
      toast.success(`已恢复 ${projects} 个项目的原价`)
      onClose()
    },
  })
  return (
    <div className="stack">
      <p role="status">{`已发布 ${projects} 个项目的新价格，共 ${changes} 项金额。`}</p>
      <p>导入有误时可以现在恢复原价，或下载原价，以后再导入。</p>
      <FormActions>
        <Button icon="download" onClick={() => saveAs('项目原价.csv', former, 'text/csv;charset=utf-8')}>
          下载原价
        </Button>
        <Button icon="undo" busy={restore.busy} onClick={() => void restore.run({ text: former })}>
          恢复原价
        </Button>
        <Button variant="primary" onClick={onClose}>
          完成
        </Button>
      </FormActions>
    </div>
  )
}

/** For institutes, individuals and enterprises, in this order. */
function Amounts({ fen }: { fen: GroupFen }) {
  return (
    <span className="num">
      {priceGroups.map((group, index) => (
        <span key={group}>
          {index > 0 && ' / '}
          <Money fen={fen[group]} />
        </span>
      ))}
    </span>
  )
}

import { useEffect, useId, useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FormRow } from '../../../ui/inputs/form.tsx'
import { NumberInput, Select, TextInput } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge, Tag } from '../../../ui/text/tag.tsx'
import { staffOrderList } from '../../orders/lists/list-contract.ts'
import { staffOrderDetail } from '../../orders/staff/staff-contract.ts'
import { staffTaskList } from '../../orders/tasks/task-contract.ts'
import { sampleNoField } from '../../samples/contract.ts'
import { ShelfCodes, shelfCodesId } from '../../samples/shelves/shelf-codes.tsx'
import { sampleReturns } from '../return-contract.ts'
import { staffSampleReceiveAll, staffSampleSlip, type Slip } from '../slip-contract.ts'
import { isSlipNumber, type SlipFault, slipFault, type SlipMark, slipMarkLabels, slipMarks } from '../slip-rules.ts'
import type { Done } from './intake-log.tsx'
import css from './intake.module.css'

type SlipSample = Slip['samples'][number]
/** 「未到」 is kept in the page only: such a sample is left out of what is sent. */
export type SlipEntry = { mark: SlipMark | 'missing'; note: string; shelf: string; weightMg?: number | undefined }
export type SlipEntries = Readonly<Record<string, SlipEntry>>

export const arrivedEntry: SlipEntry = { mark: 'good', note: '', shelf: '' }

/** Every open sample of a new slip counts as arrived, since most parcels are complete. */
export function entriesOf(slip: Slip): SlipEntries {
  return Object.fromEntries(slip.samples.filter(({ open }) => open).map(({ sampleNo }) => [sampleNo, arrivedEntry]))
}

type Props = {
  slip: Slip
  /** The shelf whose label was scanned after the slip. */
  scannedShelf: string | undefined
  entries: SlipEntries
  onEntries: (entries: SlipEntries) => void
  onDone: (done: Done) => void
  /** Called with a number that was scanned into another field. */
  onScan: (text: string) => void
}

/** All samples of one packing slip. The exceptions are marked, then the whole parcel is received at once. */
export function SlipCard(props: Props) {
  const { slip, entries, onEntries } = props
  const open = slip.samples.filter((sample) => sample.open)
  const faultId = useId()
  const [fault, setFault] = useState<SlipFault>()
  const set = (sampleNo: string, change: Partial<SlipEntry>) => {
    if (fault?.sampleNo === sampleNo) setFault(undefined)
    onEntries({ ...entries, [sampleNo]: { ...(entries[sampleNo] ?? arrivedEntry), ...change } })
  }
  const wrong = (sampleNo: string, field: SlipFault['field']) =>
    fault?.sampleNo === sampleNo && fault.field === field && { 'aria-invalid': true, 'aria-describedby': faultId }
  return (
    <Card
      title={<span className="num">送样单 {slip.orderNo}</span>}
      actions={<StageBadge tone={open.length > 0 ? 'info' : 'warn'}>{slip.orderStageName}</StageBadge>}
    >
      <p className={css.about}>
        <SmartLink to={`/console/orders/${slip.orderNo}`}>{slip.title}</SmartLink> · {slip.customerName} · 已收{' '}
        {slip.received}/{slip.total}
      </p>
      {slip.remark && <p className={css.about}>客户备注：{slip.remark}</p>}
      {slip.intake === 'park' && open.length > 0 && (
        <p role="note" className={css.note}>
          订单状态为“{slip.orderStageName}”，样品先登记暂存；订单通过后自动转为已收样。
        </p>
      )}
      {open.length === 0 && (
        <p role="alert" className={css.note}>
          {slip.intake ? '这张送样单的样品都已登记。' : `订单状态为“${slip.orderStageName}”，现在不收它的样品。`}
        </p>
      )}
      <Table
        caption={`送样单 ${slip.orderNo} 的样品`}
        hideCaption
        columns={columnsOf(entries, set, wrong)}
        rows={slip.samples}
        rowKey={(sample) => sample.sampleNo}
      />
      {open.length > 0 && <ReceiveAll {...props} fault={fault?.text} faultId={faultId} onFault={setFault} />}
    </Card>
  )
}

function columnsOf(
  entries: SlipEntries,
  set: (sampleNo: string, change: Partial<SlipEntry>) => void,
  /** What marks the cell with the fault, and points at its words. */
  wrong: (sampleNo: string, field: SlipFault['field']) => object | false,
): Column<SlipSample>[] {
  const entryOf = (sample: SlipSample) => (sample.open ? (entries[sample.sampleNo] ?? arrivedEntry) : undefined)
  return [
    {
      key: 'no',
      header: '样品',
      width: '34%',
      rowHeader: true,
      render: (sample) => (
        <>
          <SmartLink to={`/console/samples/${sample.sampleNo}`} className="num" target="_blank" title="样品信息与照片">
            {sample.sampleNo}
          </SmartLink>
          <br />
          {sample.ownNo} {sample.name}
          {sample.amount && <small>（注明 {sample.amount}）</small>}
        </>
      ),
    },
    {
      key: 'project',
      header: '项目与保存',
      render: (sample) => (
        <>
          {sample.projectName}
          <br />
          {sample.storageName}{' '}
          {sample.hazardNames.map((name) => (
            <Tag key={name} tone="danger">
              {name}
            </Tag>
          ))}
        </>
      ),
    },
    {
      key: 'mark',
      header: '收样',
      render: (sample) => {
        const entry = entryOf(sample)
        if (!entry) return <StageBadge tone="neutral">{sample.stageName}</StageBadge>
        return (
          <Select
            aria-label={`收样 ${sample.sampleNo}`}
            value={entry.mark}
            onValue={(mark) => set(sample.sampleNo, { mark: mark ?? 'good' })}
            options={[
              ...slipMarks.map((mark) => ({ value: mark, label: slipMarkLabels[mark] })),
              { value: 'missing' as const, label: '未到' },
            ]}
          />
        )
      },
    },
    {
      key: 'note',
      header: '说明',
      render: (sample) => {
        const mark = entryOf(sample)?.mark
        if (mark !== 'flawed' && mark !== 'refused') return sample.open ? '—' : sample.stageReason || sample.condition
        return (
          <TextInput
            {...wrong(sample.sampleNo, 'note')}
            aria-label={`${mark === 'flawed' ? '异常说明' : '拒收原因'} ${sample.sampleNo}`}
            placeholder={mark === 'flawed' ? '异常说明' : '拒收原因（客户会看到）'}
            maxLength={100}
            value={entryOf(sample)?.note ?? ''}
            onValue={(note) => set(sample.sampleNo, { note })}
          />
        )
      },
    },
    {
      key: 'weight',
      header: '重量',
      width: '8rem',
      render: (sample) => {
        const entry = entryOf(sample)
        if (!entry) return sample.weightMg === null ? '—' : `${sample.weightMg} mg`
        if (entry.mark === 'missing' || entry.mark === 'refused') return '—'
        return (
          <NumberInput
            {...wrong(sample.sampleNo, 'weightMg')}
            refusesText
            unit="mg"
            inputMode="numeric"
            aria-label={`重量 ${sample.sampleNo}`}
            value={entry.weightMg}
            onValue={(weightMg) => set(sample.sampleNo, { weightMg })}
          />
        )
      },
    },
    {
      key: 'shelf',
      header: '单独存放',
      width: '9rem',
      render: (sample) => {
        const entry = entryOf(sample)
        if (!entry) return sample.shelf || '—'
        if (entry.mark === 'missing' || entry.mark === 'refused') return '—'
        return (
          <TextInput
            aria-label={`单独存放 ${sample.sampleNo}`}
            placeholder="同整包"
            maxLength={30}
            autoCapitalize="characters"
            value={entry.shelf}
            onValue={(shelf) => set(sample.sampleNo, { shelf })}
          />
        )
      },
    },
  ]
}

type ReceiveProps = Props & {
  fault: string | undefined
  faultId: string
  onFault: (fault: SlipFault | undefined) => void
}

function ReceiveAll({ slip, scannedShelf, entries, onEntries, onDone, onScan, fault, faultId, onFault }: ReceiveProps) {
  const act = useAct(staffSampleReceiveAll, {
    refreshes: [staffOrderDetail, staffOrderList, staffTaskList, staffSampleSlip, sampleReturns],
  })
  const [condition, setCondition] = useState('完好')
  const [shelf, setShelf] = useState('')
  useEffect(() => {
    if (scannedShelf !== undefined) setShelf(scannedShelf)
  }, [scannedShelf])
  const [asking, setAsking] = useState(false)
  const named = Object.entries(entries).flatMap(([sampleNo, { mark, ...rest }]) =>
    mark === 'missing'
      ? []
      : [{ sampleNo, mark, ...rest, note: rest.note.trim(), weightMg: mark === 'refused' ? undefined : rest.weightMg }],
  )
  const refused = named.filter(({ mark }) => mark === 'refused').length
  const missing = Object.keys(entries).length - named.length

  const send = async () => {
    const done = await act.submit({
      orderNo: slip.orderNo,
      condition,
      shelf,
      samples: named.map(({ weightMg, note, ...entry }) => ({
        ...entry,
        note: entry.mark === 'good' ? '' : note,
        ...(weightMg === undefined ? {} : { weightMg }),
      })),
    })
    const word = done.parked ? '已暂存' : '已收样'
    const exceptions = [done.refused > 0 && `拒收 ${done.refused}`, missing > 0 && `未到 ${missing}`].filter(Boolean)
    onDone({
      sampleNo: slip.orderNo,
      orderNo: slip.orderNo,
      tone: done.orderReceived ? 'ok' : 'info',
      text: [`${slip.orderNo} ${word} ${done.takenIn} 个`, ...exceptions, done.orderReceived && '订单样品已收齐']
        .filter(Boolean)
        .join('，'),
    })
  }
  const submit = () => {
    // A label scanned while this field has the focus is the next scan.
    if (sampleNoField.safeParse(shelf).success || isSlipNumber(shelf)) {
      setShelf('')
      onScan(shelf.trim())
      return
    }
    const missed =
      (named.length === 0 && '请至少选择一个收到的样品') ||
      (condition.trim() === '' && '请填写样品状况') ||
      (shelf.trim() === '' && '请填写存放位置')
    const wrong = slipFault(named) ?? (missed ? { text: missed } : undefined)
    onFault(wrong)
    if (wrong) return
    if (refused > 0) setAsking(true)
    else void send().catch((cause: unknown) => onFault({ text: (cause as Error).message }))
  }
  const all = (mark: SlipEntry['mark']) =>
    onEntries(Object.fromEntries(Object.keys(entries).map((sampleNo) => [sampleNo, { ...arrivedEntry, mark }])))

  // The dialog holds a form of its own, so it stands beside this one.
  return (
    <>
      <form
        aria-label="登记整包样品"
        className={css.receive}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <FormRow>
          <Field label="样品状况" required>
            <TextInput list="slip-conditions" maxLength={100} value={condition} onValue={setCondition} />
          </Field>
          <Field label="存放位置" required hint="柜-层-位，如 A-03-02；不在架位上时填“其他：位置”；个别样品可单独填写">
            <TextInput
              list={shelfCodesId}
              maxLength={30}
              autoCapitalize="characters"
              value={shelf}
              onValue={setShelf}
            />
          </Field>
        </FormRow>
        <ShelfCodes />
        <datalist id="slip-conditions">
          {['完好', '包装破损，样品完好'].map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
        {fault && (
          <p id={faultId} role="alert" className={css.fault}>
            {fault}
          </p>
        )}
        <div className={css.verbs}>
          <Button type="submit" variant="primary" icon="check" busy={act.busy}>
            {`${slip.intake === 'park' ? '暂存' : '登记'} ${named.length} 个样品`}
          </Button>
          {missing === 0 ? (
            <Button onClick={() => all('missing')}>逐个扫标签核对</Button>
          ) : (
            <Button onClick={() => all('good')}>全部设为完好</Button>
          )}
          <span className={css.quiet}>{missing > 0 && `未到 ${missing} 个：扫它的标签即设为完好`}</span>
        </div>
      </form>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`登记 ${named.length} 个样品，其中拒收 ${refused} 个`}
        confirmLabel="登记"
        danger
        onConfirm={send}
      >
        拒收后样品进入待寄回，客户会收到原因。拒收不能撤销。
      </ConfirmDialog>
    </>
  )
}

import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../platform/client/transport.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf, SentTo } from '../../../platform/contract/call.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field, type FieldState } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { cx } from '../../../ui/text/class-names.ts'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { DiscardDialog, LeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffOrderDetail } from '../../orders/staff/staff-contract.ts'
import { orderLifecycle } from '../../orders/rules.ts'
import { minuteText } from '../../../ui/text/day-text.ts'
import { staffReportDetail } from '../contract.ts'
import { staffReportInstruments, staffReportRecord } from '../results/record-contract.ts'
import { lineTitle } from '../rules.ts'
import { TestRecords } from '../results/result-files.tsx'
import css from '../results/result-files.module.css'
import { ValuesInput } from './values-input.tsx'
import type { StaffOrder } from '../../orders/staff/staff-contract.ts'

type Delivery = OutputOf<typeof staffReportDetail>
type Records = Delivery['records']
type Template = Delivery['templates'][number]

/** The test record of one project. It can be corrected until the order is handed in. */
export function RecordForms({
  order,
  records,
  templates,
  onUnsaved,
}: {
  order: StaffOrder
  records: Records
  templates: Template[]
  /** Whether the forms hold something that was not saved. */
  onUnsaved: (unsaved: boolean) => void
}) {
  const [editing, setEditing] = useState<number>()
  const [dirtyLines, setDirtyLines] = useState<readonly number[]>([])
  const noteDirty = useCallback(
    (lineId: number, dirty: boolean) =>
      setDirtyLines((before) => [...before.filter((id) => id !== lineId), ...(dirty ? [lineId] : [])]),
    [],
  )
  const unsaved = dirtyLines.length > 0
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  return (
    <div className={css.records}>
      {order.lines.map((line) => {
        const record = records.find((candidate) => candidate.lineId === line.id && !candidate.replaced)
        const title = lineTitle(order.lines, line.id)
        // A form that somebody has typed into stays when a colleague saves the record meanwhile.
        if (record && editing !== line.id && !dirtyLines.includes(line.id))
          return (
            <div key={line.id} className="stack">
              <TestRecords records={[record]} />
              <span>
                <Button size="s" aria-label={`修改检测记录 ${title}`} onClick={() => setEditing(line.id)}>
                  修改
                </Button>
              </span>
            </div>
          )
        return (
          <section key={line.id} aria-label={`填写检测记录 ${title}`}>
            <h3 className={css.sample}>{title}</h3>
            <RecordForm
              order={order}
              lineId={line.id}
              record={record}
              template={templates.find(({ lineId }) => lineId === line.id)}
              onDone={() => {
                setEditing(undefined)
                noteDirty(line.id, false)
              }}
              onDirty={noteDirty}
            />
          </section>
        )
      })}
      <LeaveGuard dirty={unsaved} />
    </div>
  )
}

interface RecordFormProps {
  order: StaffOrder
  lineId: number
  record: Records[number] | undefined
  template: Template | undefined
  /** The record was saved, or its correction was cancelled. */
  onDone: () => void
  onDirty: (lineId: number, dirty: boolean) => void
}

/** Waits for the registered instruments, because the only one of a project is chosen from the start. Without an answer any instrument can be typed. */
function RecordForm(props: RecordFormProps) {
  const found = useCall(staffReportInstruments, { orderNo: props.order.orderNo })
  if (found.isPending) return <Skeleton lines={6} height={40} />
  return <RecordFields {...props} answer={found.data} />
}

type Instruments = OutputOf<typeof staffReportInstruments>
type Instrument = Instruments['lines'][number]['instruments'][number]

function RecordFields(props: RecordFormProps & { answer: Instruments | undefined }) {
  const { order, lineId, record, template, onDone, onDirty, answer } = props
  const { submit: save } = useAct(staffReportRecord, { refreshes: [staffReportDetail, staffOrderDetail] })
  const { instruments = [], same } = answer?.lines.find((each) => each.lineId === lineId) ?? {}
  const [refused, setRefused] = useState(false)
  // The record that the form was filled from.
  const [seenId, setSeenId] = useState(record?.id ?? null)
  const sameAs = order.lines.find(({ id }) => id === lineId)?.sameAs ?? ''
  const form = useZodForm({
    schema: staffReportRecord.input,
    initial: initialOf(order.orderNo, lineId, {
      record,
      template,
      only: instruments.length === 1 ? instruments[0] : undefined,
    }),
    onSubmit: async (input) => {
      const { dataDueAt } = await save({ ...input, replacesId: seenId }).catch((cause: unknown) => {
        if (cause instanceof ApiError && cause.error === 'outOfControl') setRefused(true)
        throw cause
      })
      toast.success(dataDueAt ? `已保存，数据应在 ${dataDueAt.slice(11, 16)} 前交付` : '检测记录已保存')
      onDone()
    },
  })
  const { dirty } = form
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    onDirty(lineId, dirty)
    return () => onDirty(lineId, false)
  }, [lineId, dirty, onDirty])
  const begun = order.timeline.findLast(({ what }) => what === orderLifecycle.transitions.startTesting.label)?.when
  const chosen = instruments.find(({ id }) => id === form.values.instrumentId)
  // What was typed already is kept.
  const choose = (wanted: Instrument | undefined) => {
    form.set('instrumentId', wanted?.id ?? null)
    if (!wanted) return
    form.set('instrument', wanted.label)
    for (const key of ['method', 'conditions', 'environment'] as const)
      if (!form.values[key]) form.set(key, wanted[key])
  }
  const repeat = () => {
    if (!same) return
    // An instrument that no longer serves the project stays as a name.
    const listed = instruments.some(({ id }) => id === same.instrumentId)
    form.set('instrumentId', listed ? same.instrumentId : null)
    for (const key of ['instrument', 'method', 'conditions', 'environment'] as const) form.set(key, same[key])
  }
  return (
    <>
      {record && record.id !== seenId && !form.busy && (
        <SavedMeanwhile record={record} onKeepOwn={() => setSeenId(record.id)} onDrop={() => setAsking(true)} />
      )}
      <Form form={form}>
        {sameAs && <SameAs orderNo={sameAs} found={answer && Boolean(same)} onRepeat={repeat} />}
        {instruments.length > 0 && (
          <Field label="登记的仪器" hint="选择后填入该仪器最近一次的方法与条件，请核对">
            <Select
              value={form.values.instrumentId ? String(form.values.instrumentId) : ''}
              onValue={(id) => choose(instruments.find((each) => String(each.id) === id))}
              options={[
                { value: '', label: '其他仪器' },
                ...instruments.map(({ id, label }) => ({ value: String(id), label })),
              ]}
            />
          </Field>
        )}
        <ControlReason problems={chosen?.outOfControl ?? []} refused={refused} of={form.at('controlReason')} />
        <Field label="仪器" of={form.at('instrument')} required hint="名称、型号或编号">
          <TextInput maxLength={100} disabled={Boolean(form.values.instrumentId)} />
        </Field>
        <Field label="检测方法" of={form.at('method')} hint="标准号或方法名称，印在报告上">
          <TextInput maxLength={200} />
        </Field>
        <Field label="测试条件" of={form.at('conditions')} required>
          <TextArea rows={3} maxLength={1000} />
        </Field>
        <Field label="环境条件" of={form.at('environment')} hint="温度、湿度、气氛">
          <TextInput maxLength={200} />
        </Field>
        <FormRow>
          <Field label="实验开始时间" of={form.at('startedAt')} required>
            <TextInput type="datetime-local" />
          </Field>
          <Field label="实验结束时间" of={form.at('endedAt')} hint="填写后开始计算 2 小时交付时限">
            <TextInput type="datetime-local" />
          </Field>
        </FormRow>
        <Field label="备注" of={form.at('remark')}>
          <TextInput maxLength={500} />
        </Field>
        <ValuesInput
          rows={(form.at('measured').value ?? []) as Records[number]['measured']}
          onRows={(rows) => form.set('measured', rows)}
          at={(index, name) => form.at(`measured.${index}.${name}`)}
          projectName={lineTitle(order.lines, lineId)}
          samples={order.samples.filter((sample) => sample.lineId === lineId)}
          template={template?.values ?? []}
          uncertainties={chosen?.uncertainties ?? []}
        />
        <FormActions>
          <Button type="submit" variant="primary" busy={form.busy}>
            保存检测记录
          </Button>
          {begun && !form.values.startedAt && (
            <Button onClick={() => form.set('startedAt', inputTime(begun))}>实验开始于 {minuteText(begun)}</Button>
          )}
          <Button onClick={() => form.set('endedAt', inputTime(shanghaiTime(new Date())))}>实验现在结束</Button>
          {record && <Button onClick={() => (dirty ? setAsking(true) : onDone())}>取消</Button>}
        </FormActions>
      </Form>
      {/* Beside the form, because the dialog holds a form of its own. */}
      <DiscardDialog open={asking} onClose={() => setAsking(false)} onConfirm={onDone} />
    </>
  )
}

/** As a field of the browser for a moment holds it. */
const inputTime = (time: string) => time.slice(0, 16).replace(' ', 'T')

/** A colleague has saved this record while it was typed here. Nothing is replaced before the person has seen that record. */
function SavedMeanwhile({
  record,
  onKeepOwn,
  onDrop,
}: {
  record: Records[number]
  onKeepOwn: () => void
  onDrop: () => void
}) {
  return (
    <div role="alert" className={cx('stack', css.meanwhile)}>
      <p>{`您填写期间，${record.operatorName}保存了下面这份检测记录。您填写的内容仍在表单中。`}</p>
      <TestRecords records={[record]} />
      <span className="cluster">
        <Button size="s" onClick={onKeepOwn}>
          以我填写的为准
        </Button>
        <Button size="s" onClick={onDrop}>
          放弃填写
        </Button>
      </span>
    </div>
  )
}

/** The customer asks for the instrument and the conditions of an earlier order. */
function SameAs({
  orderNo,
  found,
  onRepeat,
}: {
  orderNo: string
  /** Whether that order has a record of the project; undefined: not known yet. */
  found: boolean | undefined
  onRepeat: () => void
}) {
  return (
    <div className="cluster">
      <span>客户要求与订单 {orderNo} 使用相同的仪器与条件。</span>
      {found && (
        <Button size="s" onClick={onRepeat}>
          按该订单填写
        </Button>
      )}
      {found === false && <span>该订单没有这个项目的检测记录。</span>}
    </div>
  )
}

function initialOf(
  orderNo: string,
  lineId: number,
  from: {
    record: Records[number] | undefined
    template: Template | undefined
    /** The only registered instrument of the project. */
    only: Instrument | undefined
  },
): Partial<SentTo<typeof staffReportRecord>> {
  const { record, template, only } = from
  const own = record ?? (only && { ...only, instrumentId: only.id, instrument: only.label })
  return {
    orderNo,
    lineId,
    instrumentId: own?.instrumentId ?? null,
    instrument: own?.instrument ?? '',
    method: record?.method ?? (template?.standard || only?.method) ?? '',
    conditions: own?.conditions ?? '',
    environment: own?.environment ?? '',
    startedAt: inputTime(record?.startedAt ?? ''),
    endedAt: inputTime(record?.endedAt ?? ''),
    remark: record?.remark ?? '',
    controlReason: record?.controlReason ?? '',
    measured: record?.measured ?? [],
  }
}

/** The charts of the chosen instrument that are out of control, and why it is tested all the same. */
function ControlReason({
  problems,
  refused,
  of,
}: {
  problems: readonly string[]
  /** The server asked for a reason: the day of the test was out of control, today may not be. */
  refused: boolean
  of: FieldState
}) {
  if (problems.length === 0 && !refused && !of.value) return null
  return (
    <>
      {problems.length > 0 && <p role="alert">{`质控失控：${problems.join('；')}`}</p>}
      <Field label="失控仍检测的原因" of={of} hint="测量当日失控时必填，随检测记录保存，审核员可见">
        <TextInput maxLength={300} />
      </Field>
    </>
  )
}

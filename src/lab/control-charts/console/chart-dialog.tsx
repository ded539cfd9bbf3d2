import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field, type FieldState } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput, Select, TextInput } from '../../../ui/inputs/input.tsx'
import { instrumentList } from '../../instruments/list-contract.ts'
import { instrumentLabel } from '../../instruments/rules.ts'
import { controlChartAdd, controlChartDetail, controlChartEdit } from '../contract.ts'
import { controlChartList } from '../list-contract.ts'
import type { ChartShown } from './shown.ts'

interface Props {
  /** The chart that is edited; without one a new chart is made. */
  chart?: ChartShown
  onClose: () => void
  onSaved?: (id: number) => void
}

export function ChartDialog(props: Props) {
  return (
    <FormDialog open onClose={props.onClose} title={props.chart ? '修改质控图' : '建立质控图'}>
      {props.chart ? <EditForm {...props} chart={props.chart} /> : <AddForm {...props} />}
    </FormDialog>
  )
}

function AddForm({ onClose, onSaved }: Props) {
  const add = useAct(controlChartAdd, { refreshes: [controlChartList] })
  const form = useZodForm({
    schema: controlChartAdd.input,
    initial: { quantity: '', unit: '', material: '', certificateNo: '', intervalDays: 7 },
    onSubmit: async (input) => {
      const { id } = await add.submit(input)
      toast.success('质控图已建立')
      onClose()
      onSaved?.(id)
    },
  })
  return (
    <Form form={form} aria-label="建立质控图">
      <InstrumentField of={form.at('instrumentId')} />
      <FormRow>
        <Field label="参考量" of={form.at('quantity')} required hint="例如 Si 111 峰位">
          <TextInput maxLength={40} />
        </Field>
        <Field label="单位" of={form.at('unit')} hint="例如 °；没有单位则留空">
          <TextInput maxLength={20} />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="标准物质" of={form.at('material')} required>
          <TextInput maxLength={80} />
        </Field>
        <Field label="证书编号" of={form.at('certificateNo')}>
          <TextInput maxLength={60} />
        </Field>
      </FormRow>
      <Field label="测量间隔" of={form.at('intervalDays')} required hint="超过间隔未测会提醒">
        <NumberInput unit="天" />
      </Field>
      <Actions busy={form.busy} onClose={onClose} />
    </Form>
  )
}

function EditForm({ chart, onClose }: Props & { chart: ChartShown }) {
  const edit = useAct(controlChartEdit, { refreshes: [controlChartDetail, controlChartList] })
  const { id, version, material, certificateNo, intervalDays } = chart
  const form = useZodForm({
    schema: controlChartEdit.input,
    initial: { id, version, material, certificateNo, intervalDays },
    onSubmit: async (input) => {
      await edit.submit(input)
      toast.success('质控图已修改')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="修改质控图">
      <FormRow>
        <Field label="标准物质" of={form.at('material')} required>
          <TextInput maxLength={80} />
        </Field>
        <Field label="证书编号" of={form.at('certificateNo')}>
          <TextInput maxLength={60} />
        </Field>
      </FormRow>
      <Field label="测量间隔" of={form.at('intervalDays')} required>
        <NumberInput unit="天" />
      </Field>
      <Actions busy={form.busy} onClose={onClose} />
    </Form>
  )
}

function Actions({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  return (
    <FormActions>
      <Button onClick={onClose}>取消</Button>
      <Button type="submit" variant="primary" busy={busy}>
        保存
      </Button>
    </FormActions>
  )
}

/** More are found by typing more. */
const mostFound = 50

/** Found by a part of its number or name: a laboratory may have many. */
function InstrumentField({ of }: { of: FieldState }) {
  const [kw, setKw] = useState('')
  const found = useCall(instrumentList, { kw, size: mostFound })
  const list = found.data?.list ?? []
  const more = (found.data?.total ?? 0) > list.length
  return (
    <FormRow>
      <Field label="查找仪器">
        <TextInput value={kw} onValue={setKw} maxLength={40} placeholder="编号或名称" />
      </Field>
      <Field
        label="仪器"
        of={of}
        required
        hint={found.error ? '仪器没有读到，请重试' : more ? `只列出前 ${mostFound} 台，请输入更完整的编号` : undefined}
      >
        <Select
          placeholder={found.data ? `选择仪器（${list.length}）` : '正在读取仪器'}
          options={list.map((each) => ({ value: each.id, label: instrumentLabel(each) }))}
        />
      </Field>
    </FormRow>
  )
}

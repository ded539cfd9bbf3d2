import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/form.tsx'
import { TextArea, TextInput } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { staffOrderDetail } from '../../orders/staff-contract.ts'
import { staffReportDetail, staffReportRecord } from '../contract.ts'
import { TestRecords } from '../result-files.tsx'
import css from '../result-files.module.css'
import { ValuesInput } from './values-input.tsx'
import type { StaffOrder } from '../../orders/staff-contract.ts'

type Delivery = OutputOf<typeof staffReportDetail>
type Records = Delivery['records']
type Template = Delivery['templates'][number]

/** The test record of one project. It can be corrected until the order is handed in. */
export function RecordForms({
  order,
  records,
  templates,
}: {
  order: StaffOrder
  records: Records
  templates: Template[]
}) {
  const [editing, setEditing] = useState<number>()
  return (
    <div className={css.records}>
      {order.lines.map((line) => {
        const record = records.find((candidate) => candidate.lineId === line.id && !candidate.replaced)
        if (record && editing !== line.id)
          return (
            <div key={line.id} className="stack">
              <TestRecords records={[record]} />
              <span>
                <Button size="s" aria-label={`修改检测记录 ${line.projectName}`} onClick={() => setEditing(line.id)}>
                  修改
                </Button>
              </span>
            </div>
          )
        return (
          <section key={line.id} aria-label={`填写检测记录 ${line.projectName}`}>
            <h3 className={css.sample}>{line.projectName}</h3>
            <RecordForm
              order={order}
              lineId={line.id}
              record={record}
              template={templates.find(({ lineId }) => lineId === line.id)}
              onSaved={() => setEditing(undefined)}
            />
          </section>
        )
      })}
    </div>
  )
}

function RecordForm({
  order,
  lineId,
  record,
  template,
  onSaved,
}: {
  order: StaffOrder
  lineId: number
  record: Records[number] | undefined
  template: Template | undefined
  onSaved: () => void
}) {
  const { submit: save } = useAct(staffReportRecord, { refreshes: [staffReportDetail, staffOrderDetail] })
  const form = useZodForm({
    schema: staffReportRecord.input,
    initial: {
      orderNo: order.orderNo,
      lineId,
      instrument: record?.instrument ?? '',
      method: record?.method ?? template?.standard ?? '',
      conditions: record?.conditions ?? '',
      environment: record?.environment ?? '',
      startedAt: (record?.startedAt ?? '').slice(0, 16).replace(' ', 'T'),
      endedAt: (record?.endedAt ?? '').slice(0, 16).replace(' ', 'T'),
      remark: record?.remark ?? '',
      measured: record?.measured ?? [],
    },
    onSubmit: async (input) => {
      const { dataDueAt } = await save(input)
      toast.success(dataDueAt ? `已保存，数据应在 ${dataDueAt.slice(11, 16)} 前交付` : '检测记录已保存')
      onSaved()
    },
  })
  return (
    <Form form={form}>
      <Field label="仪器" of={form.at('instrument')} required hint="名称、型号或编号">
        <TextInput maxLength={100} />
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
        sampleNos={order.samples.filter((sample) => sample.lineId === lineId).map((sample) => sample.sampleNo)}
        template={template?.values ?? []}
      />
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存检测记录
        </Button>
        <Button onClick={() => form.set('endedAt', shanghaiTime(new Date()).slice(0, 16).replace(' ', 'T'))}>
          实验现在结束
        </Button>
      </FormActions>
    </Form>
  )
}

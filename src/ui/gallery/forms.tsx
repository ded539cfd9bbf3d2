import { useState } from 'react'
import { z } from 'zod'
import { Button } from '../inputs/button.tsx'
import { Card } from '../layout/card.tsx'
import { Checkbox, CheckboxGroup, RadioGroup, Switch } from '../inputs/choice.tsx'
import { Field } from '../inputs/field.tsx'
import { FileInput } from '../inputs/file-input.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../inputs/form.tsx'
import { MoneyInput, NumberInput, Select, TextArea, TextInput } from '../inputs/input.tsx'
import { SearchBox } from '../inputs/search-box.tsx'

const schema = z.strictObject({
  name: z.string({ error: '「姓名」不能为空' }).min(1, '「姓名」不能为空'),
  email: z.email('邮箱格式不正确').optional(),
  type: z.number({ error: '请选择用户类型' }),
  amountFen: z.number({ error: '请填写金额' }).int().min(100, '不少于 1 元'),
  mass: z.number({ error: '请填写重量' }).min(10, '粉末不少于 10 mg'),
  form: z.string({ error: '请选择样品形态' }),
  hazards: z.array(z.string()).optional(),
  note: z.string().optional(),
  date: z.string().optional(),
  agree: z.literal(true, '请先同意服务协议'),
})

export function Forms() {
  const [sent, setSent] = useState('')
  const form = useZodForm({
    schema,
    initial: { hazards: [] },
    onSubmit: (input) => {
      if (input.name === '拒绝') throw new Error('订单状态已变化，请刷新后重试')
      setSent(JSON.stringify(input))
    },
  })
  return (
    <Card title="表单">
      <Form form={form} data-testid="form">
        <FormRow>
          <Field label="姓名" of={form.at('name')} required>
            <TextInput autoComplete="name" />
          </Field>
          <Field label="邮箱" of={form.at('email')} hint="报告会同时发到这里">
            <TextInput type="email" autoComplete="email" />
          </Field>
          <Field label="用户类型" of={form.at('type')} required>
            <Select
              placeholder="请选择"
              options={[
                { value: 0, label: '学生' },
                { value: 3, label: '教师' },
              ]}
            />
          </Field>
          <Field label="金额" of={form.at('amountFen')} required>
            <MoneyInput />
          </Field>
          <Field label="重量" of={form.at('mass')} required>
            <NumberInput unit="mg" />
          </Field>
          <Field label="取样日期" of={form.at('date')}>
            <TextInput type="date" />
          </Field>
        </FormRow>
        <Field label="样品形态" of={form.at('form')} as="group" required>
          <RadioGroup
            cards
            options={[
              { value: 'powder', label: '粉末', note: '不少于 10 mg' },
              { value: 'film', label: '薄膜', note: '10×10 mm 以内' },
              { value: 'liquid', label: '液体', note: '该项目暂不支持', disabled: true },
            ]}
          />
        </Field>
        <Field label="危险性" of={form.at('hazards')} as="group">
          <CheckboxGroup
            options={[
              { value: 'toxic', label: '有毒' },
              { value: 'corrosive', label: '腐蚀性' },
              { value: 'magnetic', label: '强磁' },
            ]}
          />
        </Field>
        <Field label="备注" of={form.at('note')}>
          <TextArea />
        </Field>
        <Field label="附件">
          <FileInput
            multiple
            limit="xlsx、pdf，单个不超过 20 MB"
            items={[
              { key: 'a', name: '样品清单.xlsx', sizeBytes: 20480, progress: 0.4 },
              { key: 'b', name: '结构图.pdf', sizeBytes: 2_400_000, error: '上传中断' },
            ]}
            onRemove={() => undefined}
            onRetry={() => undefined}
          />
        </Field>
        <Field label="协议" hideLabel of={form.at('agree')} as="group">
          <Checkbox>已阅读并同意服务协议</Checkbox>
        </Field>
        <Switch value onValue={() => undefined}>
          短信通知
        </Switch>
        <SearchBox
          suggestions={[
            { id: '1', text: '扫描电镜', note: 'SEM' },
            { id: '2', text: '扫描探针' },
          ]}
        />
        <FormActions>
          <Button type="submit" variant="primary" busy={form.busy}>
            提交
          </Button>
        </FormActions>
        <output data-testid="sent">{sent}</output>
      </Form>
    </Card>
  )
}

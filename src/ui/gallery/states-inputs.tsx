import { useState } from 'react'
import { Checkbox, CheckboxGroup, RadioGroup, Switch } from '../inputs/choice.tsx'
import { Field } from '../inputs/field.tsx'
import { FileInput } from '../inputs/file-input.tsx'
import { MoneyInput, NumberInput, PercentInput, Select, TextArea, TextInput } from '../inputs/input.tsx'
import { ElementPicker } from '../picker/element-picker.tsx'
import { TableFileInput } from '../inputs/table-file-input.tsx'
import { CameraScan } from '../scan/camera-scan.tsx'
import { PhotoCodesButton } from '../scan/photo-codes-button.tsx'
import { Sample, State } from './sample.tsx'
import { longText, nothing } from './sample-texts.ts'

const kinds = [
  { value: 0, label: '学生' },
  { value: 3, label: '教师' },
  { value: 4, label: longText, disabled: true },
]

/** What is filled in, in every state. */
export function InputStates() {
  return (
    <>
      <Sample of={['inputs/field.tsx', 'inputs/input.tsx']} title="输入框">
        <State name="空">
          <Field label="姓名" hint="报告会寄给此人" required>
            <TextInput placeholder="请填写" />
          </Field>
        </State>
        <State name="悬停" show="hover">
          <Field label="姓名（悬停）">
            <TextInput defaultValue="示例" />
          </Field>
        </State>
        <State name="焦点" show="focus">
          <Field label="姓名（焦点）">
            <TextInput defaultValue="示例" />
          </Field>
        </State>
        <State name="错误">
          <Field label="姓名（错误）" error="「姓名」不能为空" required>
            <TextInput />
          </Field>
        </State>
        <State name="不可用">
          <Field label="姓名（不可用）">
            <TextInput defaultValue="示例" disabled />
          </Field>
        </State>
        <State name="长文字">
          <Field label={longText}>
            <TextInput defaultValue={longText} />
          </Field>
        </State>
        <State name="标签在左">
          <Field label="联系人" layout="side">
            <TextInput defaultValue="示例" />
          </Field>
        </State>
        <State name="选择">
          <Field label="类型">
            <Select options={kinds} placeholder="请选择" />
          </Field>
        </State>
        <State name="选择：不可用">
          <Field label="类型（不可用）">
            <Select options={kinds} disabled />
          </Field>
        </State>
        <State name="数、金额、百分比">
          <div className="cluster" style={{ width: '24rem' }}>
            <NumberInput unit="mg" aria-label="重量" defaultValue="20" />
            <MoneyInput aria-label="金额" value={128_050} onValue={nothing} />
            <PercentInput aria-label="比例" value={250} onValue={nothing} />
          </div>
        </State>
        <State name="多行">
          <TextArea aria-label="备注" defaultValue={longText} rows={3} />
        </State>
      </Sample>
      <ChoiceStates />
      <FileStates />
      <PickerStates />
    </>
  )
}

function ChoiceStates() {
  return (
    <Sample of={['inputs/choice.tsx']} title="选择">
      <State name="未选、已选、不可用">
        <Checkbox>短信</Checkbox>
        <Checkbox defaultChecked note="默认发送">
          邮件
        </Checkbox>
        <Checkbox disabled>传真</Checkbox>
      </State>
      <State name="焦点" show="focus">
        <Checkbox defaultChecked>焦点</Checkbox>
        <Switch value onValue={nothing}>
          焦点
        </Switch>
      </State>
      <State name="开关">
        <Switch value={false} onValue={nothing}>
          关
        </Switch>
        <Switch value onValue={nothing}>
          开
        </Switch>
        <Switch disabled>不可用</Switch>
      </State>
      <State name="单选">
        <RadioGroup aria-label="形态" options={kinds} value={3} onValue={nothing} />
      </State>
      <State name="卡片" wide>
        <RadioGroup
          cards
          aria-label="形态卡片"
          value="powder"
          onValue={nothing}
          options={[
            { value: 'powder', label: '粉末', note: '不少于 10 mg' },
            { value: 'film', label: longText },
            { value: 'liquid', label: '液体', note: '该项目暂不支持', disabled: true },
          ]}
        />
      </State>
      <State name="多选">
        <Field label="危险性" as="group">
          <CheckboxGroup
            value={['toxic']}
            onValue={nothing}
            options={[
              { value: 'toxic', label: '有毒' },
              { value: 'corrosive', label: '腐蚀性' },
            ]}
          />
        </Field>
      </State>
    </Sample>
  )
}

function FileStates() {
  return (
    <Sample
      of={[
        'inputs/file-input.tsx',
        'inputs/table-file-input.tsx',
        'scan/photo-codes-button.tsx',
        'scan/camera-scan.tsx',
      ]}
      title="文件"
    >
      <State name="空" wide>
        <FileInput aria-label="附件（空）" limit="xlsx、pdf，单个不超过 20 MB" />
      </State>
      <State name="悬停" show="hover" wide>
        <FileInput aria-label="附件（悬停）" />
      </State>
      <State name="上传中、出错、完成" wide>
        <FileInput
          aria-label="附件"
          multiple
          items={[
            { key: 'a', name: '样品清单.xlsx', sizeBytes: 20_480, progress: 0.4 },
            { key: 'b', name: '结构图.pdf', sizeBytes: 2_400_000, error: '上传中断' },
            { key: 'c', name: `${longText}.pdf`, sizeBytes: 120 },
          ]}
          onRemove={nothing}
          onRetry={nothing}
        />
      </State>
      <State name="不可用" wide>
        <FileInput aria-label="附件（不可用）" disabled />
      </State>
      <State name="表格文件" wide>
        <TableFileInput onText={nothing} />
      </State>
      <State name="照片里的条形码">
        <PhotoCodesButton onCodes={nothing}>拍照识别</PhotoCodesButton>
      </State>
      <State name="相机里的条形码">
        <CameraScan takes={() => true} onCode={nothing}>
          相机扫码
        </CameraScan>
      </State>
    </Sample>
  )
}

function PickerStates() {
  const [symbols, setSymbols] = useState(['Fe', 'Ni'])
  return (
    <Sample of={['picker/element-picker.tsx']} title="元素">
      <State name="已选、不可选" wide>
        <ElementPicker label="待测元素示例" value={symbols} onValue={setSymbols} unavailable={['H', 'He', 'C']} />
      </State>
    </Sample>
  )
}

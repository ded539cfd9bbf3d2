import { useState } from 'react'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { deviceSearch } from '../../shop/catalogue/contract.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { CheckboxGroup, RadioGroup } from '../../ui/inputs/choice.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../ui/inputs/form.tsx'
import { Select, TextArea, TextInput } from '../../ui/inputs/input.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { instrumentAdd, instrumentDetail, instrumentEdit } from './contract.ts'
import { instrumentList } from './list-contract.ts'
import { type CalibrationRule, calibrationRules } from './rules.ts'
import type { InstrumentShown } from './shown.ts'

interface Props {
  instrument?: InstrumentShown
  onClose: () => void
  onSaved?: (id: number) => void
}

/** A new instrument, or the data of one. */
export function InstrumentDialog(props: Props) {
  const { instrument, onClose } = props
  return (
    <FormDialog open onClose={onClose} title={instrument ? '修改仪器' : '登记仪器'} size="l">
      <InstrumentFields {...props} />
    </FormDialog>
  )
}

function InstrumentFields({ instrument, onClose, onSaved }: Props) {
  const refreshes = [instrumentList, instrumentDetail]
  const add = useAct(instrumentAdd, { refreshes })
  const edit = useAct(instrumentEdit, { refreshes })
  const [names, setNames] = useState(() => new Map(instrument?.serves.map(({ rid, name }) => [rid, name])))
  const form = useZodForm({
    schema: instrumentAdd.input,
    initial: {
      instrumentNo: instrument?.instrumentNo ?? '',
      name: instrument?.name ?? '',
      model: instrument?.model ?? '',
      location: instrument?.location ?? '',
      keeper: instrument?.keeper ?? '',
      specification: instrument?.specification ?? '',
      maker: instrument?.maker ?? '',
      englishName: instrument?.englishName ?? '',
      englishMaker: instrument?.englishMaker ?? '',
      calibrationRule: instrument?.calibrationRule ?? ('block' as CalibrationRule),
      projectIds: instrument?.serves.map(({ rid }) => rid) ?? [],
      separateIds: instrument?.serves.flatMap(({ rid, shared }) => (shared ? [] : [rid])) ?? [],
    },
    onSubmit: async (input) => {
      if (instrument) await edit.submit({ id: instrument.id, version: instrument.version, ...input })
      const id = instrument ? instrument.id : (await add.submit(input)).id
      toast.success(instrument ? '仪器资料已修改' : '仪器已登记')
      onClose()
      onSaved?.(id)
    },
  })
  const chosen: number[] = form.values.projectIds ?? []
  const separate: number[] = form.values.separateIds ?? []
  const choose = (rids: number[]) => {
    form.set('projectIds', rids)
    form.set(
      'separateIds',
      separate.filter((rid) => rids.includes(rid)),
    )
  }
  return (
    <Form form={form} aria-label="仪器资料">
      <FormRow>
        <Field label="仪器编号" of={form.at('instrumentNo')} required>
          <TextInput maxLength={40} autoComplete="off" />
        </Field>
        <Field label="名称" of={form.at('name')} required>
          <TextInput maxLength={80} />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="型号" of={form.at('model')} required>
          <TextInput maxLength={80} />
        </Field>
        <Field label="位置" of={form.at('location')} required>
          <TextInput maxLength={80} />
        </Field>
        <Field label="保管人" of={form.at('keeper')} required>
          <TextInput maxLength={40} />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="制造商" of={form.at('maker')}>
          <TextInput maxLength={80} />
        </Field>
        <Field label="制造商英文名" of={form.at('englishMaker')} hint="如 Bruker AXS, Germany">
          <TextInput maxLength={120} />
        </Field>
        <Field label="英文名称" of={form.at('englishName')} hint="写进客户论文的方法段落">
          <TextInput maxLength={120} />
        </Field>
      </FormRow>
      <Field label="技术指标" of={form.at('specification')}>
        <TextArea rows={4} maxLength={2000} />
      </Field>
      <Field label="校准到期后" as="group" of={form.at('calibrationRule')} required>
        <RadioGroup
          options={Object.entries(calibrationRules).map(([value, label]) => ({
            value: value as CalibrationRule,
            label,
          }))}
        />
      </Field>
      <ProjectFinder
        chosen={chosen}
        onPick={(rid, name) => {
          setNames(new Map([...names, [rid, name]]))
          choose([...chosen, rid])
        }}
      />
      {chosen.length > 0 && (
        <div className="cluster">
          {chosen.map((rid) => (
            <Tag key={rid} onRemove={() => choose(chosen.filter((other) => other !== rid))}>
              {names.get(rid) ?? `项目 ${rid}`}
            </Tag>
          ))}
        </div>
      )}
      {chosen.length > 1 && (
        <Field
          label="单独计算时段的项目"
          as="group"
          of={form.at('separateIds')}
          hint="同一仪器的项目默认共用时段：一个项目约满的时段，其他项目也不能再约"
        >
          <CheckboxGroup options={chosen.map((rid) => ({ value: rid, label: names.get(rid) ?? `项目 ${rid}` }))} />
        </Field>
      )}
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存
        </Button>
      </FormActions>
    </Form>
  )
}

/** Finds a project by a part of its name. */
function ProjectFinder({ chosen, onPick }: { chosen: number[]; onPick: (rid: number, name: string) => void }) {
  const [kw, setKw] = useState('')
  const found = useCall(deviceSearch, { kw, page: 1, size: 50 })
  const list = (found.data?.list ?? []).filter(({ rid }) => !chosen.includes(rid))
  return (
    <FormRow>
      <Field label="查找项目" hint="不选项目的仪器不限制任何预约">
        <TextInput value={kw} onValue={setKw} maxLength={40} placeholder="项目名称" />
      </Field>
      <Field label="服务的项目" hint={found.error ? '项目没有读到，请重新输入名称' : undefined}>
        <Select
          value={null}
          placeholder={found.data ? `选择项目（${list.length}）` : '正在读取项目'}
          disabled={list.length === 0}
          onValue={(rid) => {
            const project = list.find((item) => String(item.rid) === rid)
            if (project) onPick(project.rid, project.name)
          }}
          options={list.map(({ rid, name }) => ({ value: String(rid), label: name }))}
        />
      </Field>
    </FormRow>
  )
}

import { RuleList } from '../../../core/settings/rule-list.tsx'
import { PREVIEW_FEN, RulePreview } from '../../../core/settings/rule-preview.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf, SentTo } from '../../../platform/contract/call.ts'
import { formatFen } from '../../../platform/money.ts'
import { typeGroup } from '../../../shop/catalogue/contract.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput, PercentInput, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffRebateRuleDrop, staffRebateRules, staffRebateRuleSave } from '../contract.ts'
import { percentText, rebateFen, serviceTypeNames } from '../rules.ts'
import { OwnRates } from './own-rates.tsx'

type Rule = SentTo<typeof staffRebateRuleSave>

/** The rules of rebates by the day from which they are in force. */
export function RebateRulesDialog({ onClose }: { onClose: () => void }) {
  const { may } = useStaff()
  const read = useCall(staffRebateRules, {})
  const tree = useCall(typeGroup, {})
  const drop = useAct(staffRebateRuleDrop, { refreshes: [staffRebateRules] })
  const categories = (tree.data ?? []).flatMap((type) => type.children)
  const nameOf = (id: number) => categories.find((each) => each.id === id)?.name ?? `类目 ${id}`
  return (
    <FormDialog open onClose={onClose} title="返利规则" size="l">
      <Loaded of={read}>
        {(data) => (
          <div className="stack">
            <RuleList
              rules={data.rules}
              today={data.today}
              mayChange={may('promoter.rules')}
              onDrop={(from) => drop.submit({ from })}
              words={(rule) => wordsOf(rule, nameOf)}
            />
            {may('promoter.rules') && <RuleForm data={data} categories={categories} nameOf={nameOf} />}
          </div>
        )}
      </Loaded>
    </FormDialog>
  )
}

function wordsOf(rule: Rule, nameOf: (id: number) => string): string {
  const own = [
    ...rule.types.map(({ typeId, rateBp }) => `${serviceTypeNames[typeId]} ${percentText(rateBp)}`),
    ...rule.categories.map(({ categoryId, rateBp }) => `${nameOf(categoryId)} ${percentText(rateBp)}`),
  ]
  return `${[percentText(rule.rateBp), ...own].join('、')}；绑定 ${rule.bindDays} 天，等待 ${rule.windowDays} 天`
}

/** The rebate on an order of one line: in general, and where the rule has a rate of its own. */
function rebateText(rule: Rule | undefined, nameOf: (id: number) => string): string {
  if (!rule) return '没有生效的规则，不产生返利'
  const { types = [], categories = [], ...rest } = rule
  const rates = { ...rest, types, categories }
  const of = (typeId: number, categoryId: number) =>
    formatFen(rebateFen(rates, [{ typeId, categoryId, amountFen: PREVIEW_FEN }], PREVIEW_FEN))
  return [
    of(0, 0),
    ...types.map(({ typeId }) => `${serviceTypeNames[typeId] ?? '其他服务'} ${of(typeId, 0)}`),
    ...categories.map(({ categoryId }) => `${nameOf(categoryId)} ${of(0, categoryId)}`),
  ].join('；')
}

interface FormProps {
  data: OutputOf<typeof staffRebateRules>
  categories: readonly { id: number; name: string }[]
  nameOf: (id: number) => string
}

function RuleForm({ data, categories, nameOf }: FormProps) {
  const save = useAct(staffRebateRuleSave, { refreshes: [staffRebateRules] })
  const fresh = { rateBp: 500, types: [], categories: [], bindDays: 365, windowDays: 15, taxNote: '' }
  const form = useZodForm({
    schema: staffRebateRuleSave.input,
    initial: { ...fresh, ...data.rules.at(-1), from: '' },
    onSubmit: async (input) => {
      await save.submit(input)
      toast.success(`规则已保存，${input.from} 起生效`)
      form.reset({ ...input, from: '' })
    },
  })
  const { types = [], categories: own = [] } = form.values
  return (
    <Form form={form} aria-label="新规则">
      <FormRow>
        <Field label="生效日期" of={form.at('from')} required hint="从明天起；同一天的规则会被替换">
          <TextInput type="date" min={data.today} />
        </Field>
        <Field label="返利比例" of={form.at('rateBp')} required>
          <PercentInput />
        </Field>
      </FormRow>
      <FormRow>
        <Field label="绑定天数" of={form.at('bindDays')} required>
          <NumberInput unit="天" />
        </Field>
        <Field label="等待天数" of={form.at('windowDays')} required hint="付清后多少天可提现">
          <NumberInput unit="天" />
        </Field>
      </FormRow>
      <OwnRates
        label="按服务类型"
        options={Object.entries(serviceTypeNames).map(([id, name]) => ({ id: Number(id), name }))}
        rates={types.map(({ typeId, rateBp }) => ({ id: typeId, rateBp }))}
        nameOf={(id) => serviceTypeNames[id] ?? ''}
        onRates={(rates) =>
          form.set(
            'types',
            rates.map(({ id, rateBp }) => ({ typeId: id, rateBp })),
          )
        }
      />
      <OwnRates
        label="按类目"
        options={categories}
        rates={own.map(({ categoryId, rateBp }) => ({ id: categoryId, rateBp }))}
        nameOf={nameOf}
        onRates={(rates) =>
          form.set(
            'categories',
            rates.map(({ id, rateBp }) => ({ categoryId: id, rateBp })),
          )
        }
      />
      <Field label="个人税费说明" of={form.at('taxNote')} hint="显示给个人推广合伙人，提现时也会显示">
        <TextArea rows={3} maxLength={300} />
      </Field>
      <RulePreview
        rules={data.rules}
        today={data.today}
        schema={staffRebateRuleSave.input}
        draft={form.values}
        earns={(rule) => rebateText(rule, nameOf)}
      />
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存规则
        </Button>
      </FormActions>
    </Form>
  )
}

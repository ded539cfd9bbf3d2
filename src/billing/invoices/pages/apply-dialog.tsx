import { useState } from 'react'
import { invoiceList, type InvoiceTitle } from '../../../lab/orders/invoicing/title-contract.ts'
import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { formatFen } from '../../../platform/money.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox, RadioGroup } from '../../../ui/inputs/choice.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import {
  type Application,
  invoiceApplyAdd,
  invoiceApplyEdit,
  invoiceApplyInit,
  invoiceApplyList,
  invoiceApplyPaid,
  type InvoiceWishView,
} from '../contract.ts'
import { invoiceTypeName, offeredTypes, typedSum } from '../rules.ts'
import { TitleForm } from '../titles/title-form.tsx'
import { type ChosenItem, ItemPicker } from './item-picker.tsx'
import css from './invoices.module.css'

export const applyRefreshes = [invoiceApplyList, invoiceApplyPaid, invoiceApplyInit]

interface Props {
  init: OutputOf<typeof invoiceApplyInit>
  /** The application to correct; without it a new one is made. */
  edit?: Application
  /** Chosen from the start, such as the order of a link, with what its customer wished for. */
  chosen?: ChosenItem[]
  wish?: InvoiceWishView | null
  onClose: () => void
  onSaved: (saved: { applicationNo: string; amountFen: number }) => void
}

export function ApplyDialog(props: Props) {
  const titles = useCall(invoiceList, {})
  return (
    <FormDialog open onClose={props.onClose} title={props.edit ? '修改开票申请' : '申请开票'} size="l">
      <Loaded of={titles}>{({ list }) => <ApplyBody {...props} titles={list} />}</Loaded>
    </FormDialog>
  )
}

/** The default title, or the only one. */
const usualTitle = (titles: readonly InvoiceTitle[]) =>
  titles.find((title) => title.default) ?? (titles.length === 1 ? titles[0] : undefined)

function ApplyBody({ titles, ...props }: Props & { titles: InvoiceTitle[] }) {
  const wanted = props.edit ?? props.wish ?? undefined
  const known = titles.find((title) => title.title === wanted?.title && title.taxNo === wanted.taxNo)
  const [titleId, setTitleId] = useState(known?.id ?? (wanted ? undefined : usualTitle(titles)?.id))
  const [adding, setAdding] = useState(titles.length === 0 || (wanted !== undefined && !known))
  if (adding)
    return (
      <div className="stack">
        <p>{wanted ? '下单时填写的抬头还没有保存，请核对后保存。' : '请先填写发票抬头，保存后可重复使用。'}</p>
        <TitleForm
          initial={wanted && { ...wanted, naturalPerson: wanted.taxNo === '' }}
          onCancel={titles.length === 0 ? props.onClose : () => setAdding(false)}
          onSaved={({ id }) => {
            setTitleId(id)
            setAdding(false)
          }}
        />
      </div>
    )
  return <ApplyForm {...props} titles={titles} titleId={titleId} onAdd={() => setAdding(true)} />
}

type Items = NonNullable<InputOf<typeof invoiceApplyAdd>['items']>

interface FormProps extends Props {
  titles: InvoiceTitle[]
  titleId: number | undefined
  onAdd: () => void
}

function ApplyForm({ init, edit, chosen: first, wish, titles, titleId, onAdd, onClose, onSaved }: FormProps) {
  const add = useAct(invoiceApplyAdd, { refreshes: applyRefreshes })
  const change = useAct(invoiceApplyEdit, { refreshes: applyRefreshes })
  const [month, setMonth] = useState('')
  const [whole, setWhole] = useState(false)
  // What is chosen while the whole month is: it comes back when the box is cleared.
  const [kept, setKept] = useState<ChosenItem[]>([])
  const type = edit?.type ?? wish?.type
  const form = useZodForm({
    schema: invoiceApplyAdd.input,
    initial: {
      type: type === 3 ? 3 : 1,
      titleId,
      email: edit?.email ?? init.email,
      remark: edit?.remark ?? '',
      items: (first ?? []) as Items,
    },
    onSubmit: async ({ items = [], ...asked }) => {
      const saved = edit
        ? await change.submit({ ...asked, items, applicationNo: edit.applicationNo, version: edit.version })
        : await add.submit(whole ? { ...asked, month } : { ...asked, items })
      onSaved(saved)
      onClose()
    },
  })
  const chosen = (form.values.items ?? []) as ChosenItem[]
  const choose = (items: ChosenItem[] | undefined) => form.set('items', items)
  const chooseWhole = (next: boolean) => {
    if (next === whole) return
    setWhole(next)
    setKept(chosen)
    choose(next ? undefined : kept)
  }
  const ofMonth = init.months.find((each) => each.month === month)
  const totalFen = whole ? (ofMonth?.leftFen ?? 0) : typedSum(chosen)
  const title = titles.find((each) => each.id === form.values.titleId)
  const special = form.values.type === 3
  return (
    <Form form={form} aria-label="开票申请">
      {!edit && (
        <MonthChoice
          init={init}
          month={month}
          whole={whole}
          onMonth={(next) => {
            setMonth(next)
            chooseWhole(false)
          }}
          onWhole={chooseWhole}
        />
      )}
      {!whole && (
        <Field label="开票款项" hideLabel as="group" of={form.at('items')}>
          <ItemPicker
            key={month}
            month={month}
            own={edit?.lines}
            chosen={chosen}
            onChange={choose}
            at={(index) => form.at(`items.${index}.amountFen`)}
          />
        </Field>
      )}
      <Field label="发票类型" of={form.at('type')} as="group" required>
        <RadioGroup options={offeredTypes.map((value) => ({ value, label: invoiceTypeName(value) }))} />
      </Field>
      <Field label="发票抬头" of={form.at('titleId')} required hint={title && titleHint(title)}>
        <Select
          placeholder="请选择"
          options={titles.map((each) => ({
            value: each.id,
            label: each.title,
            disabled: special && each.naturalPerson,
          }))}
        />
      </Field>
      <p>
        <Button size="s" icon="plus" onClick={onAdd}>
          新增抬头
        </Button>
      </p>
      {special && init.detailsForSpecial && <p>专用发票需要开户行、银行账号、注册地址和注册电话。</p>}
      <FormRow>
        <Field label="收票邮箱" of={form.at('email')} required>
          <TextInput type="email" autoComplete="email" />
        </Field>
        <Field label="备注" of={form.at('remark')} hint="印在发票备注栏，选填">
          <TextInput maxLength={100} />
        </Field>
      </FormRow>
      <FormActions>
        <span className={css.total}>
          合计 <Money fen={totalFen} price />
        </span>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {edit ? '重新提交' : '提交申请'}
        </Button>
      </FormActions>
    </Form>
  )
}

interface MonthProps {
  init: Props['init']
  month: string
  whole: boolean
  onMonth: (month: string) => void
  onWhole: (whole: boolean) => void
}

function MonthChoice({ init, month, whole, onMonth, onWhole }: MonthProps) {
  return (
    <FormRow>
      <Field label="付款月份">
        <Select
          value={month}
          onValue={onMonth}
          options={[
            { value: '', label: `全部（可开 ${formatFen(init.leftFen)}）` },
            ...init.months.map((each) => ({
              value: each.month,
              label: `${each.month}（${each.count} 笔，可开 ${formatFen(each.leftFen)}）`,
            })),
          ]}
        />
      </Field>
      {month !== '' && (
        <Checkbox value={whole} onValue={onWhole} note="这个月已付且未开票的全部款项开在一张发票上">
          按月合并开票
        </Checkbox>
      )}
    </FormRow>
  )
}

function titleHint({ taxNo, bank, bankAccount, address, phone }: InvoiceTitle): string {
  return [taxNo && `税号 ${taxNo}`, bank, bankAccount, address, phone].filter(Boolean).join(' · ')
}

import { userInfo } from '../../../people/customers/person-contract.ts'
import { groupNames } from '../../../people/customers/rules.ts'
import { creditApplyOperate } from '../../../money/credit/contract.ts'
import { CouponChooser } from '../../../money/coupons/coupon-chooser.tsx'
import { returnRule } from '../../../money/coupons/rules.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox, RadioGroup } from '../../../ui/inputs/choice.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { invoiceFields } from '../../orders/invoicing/invoice-contract.ts'
import { invoiceTypeLabels } from '../../orders/invoicing/invoice-rules.ts'
import { DraftFields, faultsOf, useFaults } from '../drafts/draft-fields.tsx'
import { invoiceOf } from '../step-state.ts'
import { useCoupons } from '../use-coupons.ts'
import { GroupPays, PayerChoice, usePayer } from '../payer-choice.tsx'
import { isDoubtful, SavedTitles } from '../saved-titles.tsx'
import { useWizard } from '../use-wizard.tsx'
import { WizardStep } from '../wizard-step.tsx'

export const meta = () => [{ title: '付款与发票 · 明析科测' }]

const ordinary = [
  { name: 'title', label: '发票抬头', required: true, maxLength: 80 },
  { name: 'taxNo', label: '税号', maxLength: 40, hint: '单位抬头请填写' },
]
const special = [
  { name: 'title', label: '发票抬头', required: true, maxLength: 80 },
  { name: 'taxNo', label: '税号', required: true, maxLength: 40, hint: '统一社会信用代码' },
  { name: 'bank', label: '开户行', maxLength: 80, hint: '需要印在发票上时填写' },
  { name: 'bankAccount', label: '银行账号', maxLength: 40 },
  { name: 'address', label: '注册地址', maxLength: 120 },
  { name: 'phone', label: '注册电话', maxLength: 20 },
]

export default function Step4() {
  const { data, set } = useWizard()
  const { tried, show } = useFaults()
  const type = data.invoice.type === 1 || data.invoice.type === 3 ? data.invoice.type : 0
  const fields = type === 1 ? ordinary : type === 3 ? special : []
  const invoice = invoiceOf(data.invoice)
  const faults = faultsOf(invoiceFields, invoice)
  const check = () => {
    if (show(faults)) set({ invoice })
    return Object.keys(faults).length === 0
  }
  return (
    <WizardStep step={4} title="付款与发票" check={check}>
      <PayerChoice />
      <Payer />
      <Coupons />
      <Funding />
      <Card title="发票">
        <div className="stack">
          <Field label="发票类型" as="group" hint="付款后可按此申请开票，申请时还可以修改">
            <RadioGroup
              value={type}
              onValue={(next) => set({ invoice: { ...data.invoice, type: next } })}
              options={[
                { value: 0, label: invoiceTypeLabels[0] },
                { value: 1, label: invoiceTypeLabels[1] },
                { value: 3, label: invoiceTypeLabels[3] },
              ]}
            />
          </Field>
          {type !== 0 && <SavedTitles invoice={data.invoice} onChange={(next) => set({ invoice: next })} />}
          <DraftFields
            values={data.invoice}
            onChange={(next) => set({ invoice: next })}
            errors={tried ? faults : {}}
            fields={fields}
          />
          {type !== 0 && isDoubtful(data.invoice.taxNo) && (
            <Checkbox
              value={data.invoice.taxNoConfirmed === true}
              onValue={(on) => set({ invoice: { ...data.invoice, taxNoConfirmed: on } })}
            >
              税号已核对（校验位不符，请对照营业执照）
            </Checkbox>
          )}
        </div>
      </Card>
    </WizardStep>
  )
}

/** One number for all lines, or one each. */
function Funding() {
  const { data, set, lines } = useWizard()
  const isSame = 'all' in data.funding || Object.keys(data.funding).length === 0
  const textOf = (key: string) => (typeof data.funding[key] === 'string' ? data.funding[key] : '')
  const rows = isSame
    ? [{ key: 'all', label: '课题号/经费卡' }]
    : lines.map(({ id, name }) => ({ key: String(id), label: name }))
  return (
    <Card title="课题号/经费卡">
      <div className="stack">
        {lines.length > 1 && (
          <Checkbox
            value={isSame}
            onValue={(on) =>
              set({ funding: on ? { all: '' } : Object.fromEntries(lines.map(({ id }) => [id, textOf('all')])) })
            }
          >
            全部项目相同
          </Checkbox>
        )}
        {rows.map(({ key, label }, index) => (
          <Field
            key={key}
            label={label}
            hint={index === 0 ? '报销需要时填写，印在结算单、对账单和发票备注上；付款前可以修改' : undefined}
          >
            <TextInput
              value={textOf(key)}
              maxLength={60}
              onValue={(value) => set({ funding: { ...data.funding, [key]: value } })}
            />
          </Field>
        ))}
      </div>
    </Card>
  )
}

function Coupons() {
  const { data, set } = useWizard()
  const { asked } = useCoupons({ wanted: true })
  return (
    <Card title="优惠券" actions={<SmartLink to="/member/coupon">兑换优惠券</SmartLink>}>
      <Loaded of={asked} waiting={<Skeleton lines={2} height={56} />}>
        {({ choices, priced }) =>
          choices.length === 0 ? (
            <p>没有可使用的优惠券。</p>
          ) : (
            <div className="stack">
              <CouponChooser
                choices={choices}
                chosen={data.couponIds.filter((id) => choices.some((choice) => choice.id === id))}
                priced={priced}
                onChoose={(couponIds) => set({ couponIds })}
              />
              <p>一个订单使用一张；提交后由本单占用，检测后按实际费用用同一规则计算优惠。{returnRule}</p>
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}

function Payer() {
  const { netFen: totalFen } = useCoupons({ wanted: false })
  const { lines } = useWizard()
  const ready = { 1: '即可送样', 2: '按预约时间到场', 3: '开始分析' }[lines[0]?.serviceType ?? 1]
  const me = useCall(userInfo, {})
  const payer = usePayer()
  const group = me.data?.userInfo.group
  const credit = useCall(creditApplyOperate, { op: 'info' }, { enabled: group === 'institute' && !payer })
  if (me.error && !me.data) return <ErrorState onRetry={() => void me.refetch()}>{me.error.message}</ErrorState>
  if (!me.data || !group) return <Skeleton lines={3} height={40} />
  if (payer) return <GroupPays payer={payer} totalFen={totalFen} />
  const available = credit.data?.credit.availableFen
  const shortFen = totalFen === null || available === undefined ? 0 : totalFen - available
  return (
    <Card title="价格与付款">
      <div className="stack">
        <DescriptionList
          items={[
            { term: '付款方', value: me.data.userInfo.name || me.data.userInfo.account },
            { term: '客户类型', value: groupNames[group] },
            { term: '价格', value: `按${groupNames[group]}价计算` },
            { term: '可用信用额度', value: available === undefined ? undefined : <Money fen={available} /> },
          ]}
        />
        <p>
          {group === 'institute' &&
            '先测后付：提交时占用信用额度，检测完成后按实际金额结算，从您的预存余额付款；结算单上可注明出资的单位或课题组。'}
          {group === 'individual' && `提交订单后完成预付，预付到账后${ready}。`}
          {group === 'enterprise' && `提交后由客户经理报价；您确认报价、签订合同并全额预付后${ready}。`}
        </p>
        {shortFen > 0 && (
          <p role="alert" style={{ color: 'var(--danger)' }}>
            可用信用额度不足以覆盖本单预估费用，还差 <Money fen={shortFen} />
            。请先
            <SmartLink to="/member/unpaid">付清已有费用</SmartLink>，或在
            <SmartLink to="/member/center">会员中心</SmartLink>申请提高额度。
          </p>
        )}
      </div>
    </Card>
  )
}

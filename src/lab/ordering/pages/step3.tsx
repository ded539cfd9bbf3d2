import { useEffect, useState } from 'react'
import { userInfo } from '../../../people/customers/person-contract.ts'
import { AddressDialog } from '../../../people/addresses/address-form.tsx'
import { addressList } from '../../../people/addresses/contract.ts'
import type { AddressWire } from '../../../people/customers/address-contract.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { setting } from '../../../core/settings/contract.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FormRow } from '../../../ui/inputs/form.tsx'
import { NumberInput, TextArea } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { contactFields, returnAddressFields } from '../../orders/contract.ts'
import { addressWords, DraftFields, faultsOf, useFaults } from '../drafts/draft-fields.tsx'
import { isReturned } from '../../samples/entry/entry-rules.ts'
import { demandOf } from '../demand-rules.ts'
import { orderLimits, visitorsIn } from '../../orders/rules.ts'
import type { ServiceType } from '../../samples/service-rules.ts'
import { isPeople, stepLabels } from '../step-state.ts'
import { useWizard } from '../use-wizard.tsx'
import { WizardStep } from '../wizard-step.tsx'

export const meta = () => [{ title: '送样方式 · 明析科测' }]

export default function Step3() {
  const { lines, data, set } = useWizard()
  const { tried, show } = useFaults()
  const me = useCall(userInfo, {})
  const serviceType = lines[0]?.serviceType ?? 1
  const wantsReturn = serviceType === 1 && data.samples.some((sample) => isReturned(sample, lines.map(demandOf)))
  const person = me.data?.userInfo
  const contactEmpty = Object.keys(data.contact).length === 0
  useEffect(() => {
    // Filled in from the profile; the person may change it.
    if (contactEmpty && person) set({ contact: { name: person.name, phone: person.account, email: person.email } })
  }, [contactEmpty, person, set])
  const contactFaults = faultsOf(contactFields, data.contact)
  const returnFaults = wantsReturn ? faultsOf(returnAddressFields, data.returnAddress) : {}
  // Not asked here when a parameter form has asked for it.
  const visitors = visitorsIn(lines.map((line) => line.parameters))
  const asksPeople = serviceType === 2 && visitors === undefined
  const peopleFault =
    asksPeople && !isPeople(data.delivery.people) ? `到场人数应为 1–${orderLimits.mostVisitors} 的整数` : undefined
  const check = () => {
    set({ delivery: deliveryOf(serviceType, visitors ?? data.delivery.people, data.delivery.kind) })
    return show({ ...contactFaults, ...returnFaults, ...(peopleFault ? { people: peopleFault } : {}) })
  }
  return (
    <WizardStep step={3} title={stepLabels(serviceType)[2] ?? ''} check={check}>
      {serviceType === 1 && <SendChoice />}
      {serviceType === 1 && data.delivery.kind !== 'pickup' && <SelfSend />}
      {serviceType === 2 && (
        <Card title="到场安排">
          <div className="stack">
            <DescriptionList
              single
              items={lines.flatMap((line) =>
                line.described
                  .filter(({ key }) => key === 'slot')
                  .map(({ text }) => ({ term: '时段', value: `${text}，${line.name}` })),
              )}
            />
            <p>提交订单时为您锁定以上时段；如已被约满，请回到项目与参数改选。</p>
            {asksPeople && (
              <Field
                label="到场人数"
                required
                error={tried ? peopleFault : undefined}
                hint={`最多 ${orderLimits.mostVisitors} 人`}
              >
                <NumberInput
                  value={typeof data.delivery.people === 'number' ? data.delivery.people : null}
                  onValue={(people) => set({ delivery: { ...data.delivery, people: people ?? null } })}
                  unit="人"
                />
              </Field>
            )}
            {visitors !== undefined && <p>{visitors === 0 ? '云视频参与，无需到场。' : `到场 ${visitors} 人。`}</p>}
          </div>
        </Card>
      )}
      <Card title="联系人">
        <div className="stack">
          <p style={{ color: 'var(--ink-500)' }}>
            {{ 1: '收样', 2: '到场登记', 3: '收到数据' }[serviceType]}后 2
            小时内客户经理会致电，检测中遇到问题也联系此人。
          </p>
          <FormRow>
            <DraftFields
              values={data.contact}
              onChange={(contact) => set({ contact })}
              errors={tried ? contactFaults : {}}
              fields={[
                { name: 'name', label: '姓名', required: true, autoComplete: 'name', maxLength: 30 },
                { name: 'phone', label: '手机', required: true, type: 'tel', autoComplete: 'tel', maxLength: 20 },
                { name: 'email', label: '邮箱', type: 'email', autoComplete: 'email', maxLength: 80 },
              ]}
            />
          </FormRow>
        </div>
      </Card>
      {wantsReturn && (
        <ReturnAddress error={tried && Object.keys(returnFaults).length > 0 ? '请选择寄回地址' : undefined} />
      )}
      <Card title="备注">
        <Field label="给客户经理的话" hint="如希望与以前的订单使用同一台仪器，请写明订单号">
          <TextArea rows={3} maxLength={500} value={data.remark} onValue={(remark) => set({ remark })} />
        </Field>
      </Card>
    </WizardStep>
  )
}

/** Where samples are fetched, the person may choose it here; day and time are chosen when the order has its number. */
function SendChoice() {
  const { data, set } = useWizard()
  const settings = useCall(setting, {})
  const cities = settings.data?.pickupCities ?? []
  if (cities.length === 0) return null
  return (
    <Card title="送样方式">
      <Field label="送样方式" as="group" hideLabel>
        <RadioGroup
          cards
          value={data.delivery.kind === 'pickup' ? 'pickup' : 'self_send'}
          onValue={(kind) => set({ delivery: { ...data.delivery, kind } })}
          options={[
            { value: 'self_send', label: '自行寄送', note: '寄到实验室，寄出后填写快递单号' },
            {
              value: 'pickup',
              label: '上门取样',
              note: `免费，已开通：${cities.join('、')}。提交订单后选择日期、时段与地址；需报价的订单在确认报价后预约`,
            },
          ]}
        />
      </Field>
    </Card>
  )
}

function SelfSend() {
  const settings = useCall(setting, {})
  const lab = settings.data?.labAddress
  const text = lab ? [lab.receiver, lab.phone, lab.address, lab.postcode].filter(Boolean).join(' ') : ''
  return (
    <Card title="自行寄送" actions={text ? <CopyButton text={text}>复制地址</CopyButton> : undefined}>
      <div className="stack">
        {lab?.address ? (
          <DescriptionList
            single
            items={[
              { term: '收件人', value: lab.receiver },
              { term: '电话', value: lab.phone },
              { term: '地址', value: `${lab.address} ${lab.postcode}`.trim() },
            ]}
          />
        ) : (
          <p>收样地址将在提交订单后由客户经理告知。</p>
        )}
        <p style={{ color: 'var(--ink-500)' }}>
          请先提交订单，打印样品标签贴在每个样品上再寄出；易碎样品请填充防震。到付快件不予签收。
        </p>
      </div>
    </Card>
  )
}

/** Chosen from the address book, the default address first; a new address is added to the book. */
function ReturnAddress({ error }: { error: string | undefined }) {
  const { data, set } = useWizard()
  const addresses = useCall(addressList, {})
  const [adding, setAdding] = useState(false)
  const saved = addresses.data?.list
  const standard = saved?.find((address) => address.default) ?? saved?.[0]
  const isEmpty = !data.returnAddress.address
  useEffect(() => {
    if (isEmpty && standard) set({ returnAddress: returnAddressOf(standard) })
  }, [isEmpty, standard, set])
  const current = addressWords(data.returnAddress)
  const options = (saved ?? []).map((address) => ({
    value: address.address_rid,
    label: addressWords(returnAddressOf(address)),
    note: address.default ? '默认地址' : undefined,
  }))
  const chosen = options.find(({ label }) => label === current)
  return (
    <Card
      title="寄回地址"
      actions={
        <Button size="s" icon="plus" onClick={() => setAdding(true)}>
          新增地址
        </Button>
      }
    >
      <Loaded of={addresses}>
        {({ list }) => (
          <div className="stack">
            {current && !chosen && <p>现用地址：{current}</p>}
            <Field label="选择寄回地址" as="group" required error={error}>
              {list.length > 0 ? (
                <RadioGroup
                  cards
                  value={chosen?.value ?? null}
                  onValue={(rid) => {
                    const picked = list.find((address) => address.address_rid === rid)
                    if (picked) set({ returnAddress: returnAddressOf(picked) })
                  }}
                  options={options}
                />
              ) : (
                <p>
                  <Button icon="plus" aria-invalid={error !== undefined} onClick={() => setAdding(true)}>
                    填写寄回地址
                  </Button>
                </p>
              )}
            </Field>
          </div>
        )}
      </Loaded>
      {adding && (
        <AddressDialog
          onClose={() => setAdding(false)}
          onSaved={(address) => set({ returnAddress: returnAddressOf(address) })}
        />
      )}
    </Card>
  )
}

function returnAddressOf({ name, phone, province, city, area, address_code, address }: AddressWire) {
  return { name, phone, province, city, area, address_code, address }
}

function deliveryOf(serviceType: ServiceType, people: unknown, kind: unknown): Record<string, string | number | null> {
  if (serviceType === 2) return { kind: 'visit', people: typeof people === 'number' ? people : null }
  if (serviceType === 3) return { kind: 'upload' }
  return { kind: kind === 'pickup' ? 'pickup' : 'self_send' }
}

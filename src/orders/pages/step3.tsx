import { useEffect } from 'react'
import { userInfo } from '../../accounts/profile-contract.ts'
import { addressList } from '../../addresses/contract.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { setting } from '../../settings/contract.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Field } from '../../ui/field.tsx'
import { FormRow } from '../../ui/form.tsx'
import { NumberInput, Select, TextArea } from '../../ui/input.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { contactFields, returnAddressFields } from '../contract.ts'
import { DraftFields, type DraftFieldsProps, faultsOf, useFaults } from '../draft-fields.tsx'
import { DataFiles } from '../data-files.tsx'
import { orderLimits, type ServiceType, visitorsIn } from '../rules.ts'
import { useWizard } from '../use-wizard.tsx'
import { WizardStep } from '../wizard-step.tsx'

export const meta = () => [{ title: '送样方式 · 明析科测' }]

export default function Step3() {
  const { lines, data, set } = useWizard()
  const { tried, show } = useFaults()
  const me = useCall(userInfo, {})
  const serviceType = (lines[0]?.serviceType ?? 1) as ServiceType
  const wantsReturn = serviceType === 1 && data.samples.some((sample) => sample.returnWanted === true)
  const person = me.data?.userInfo
  const contactEmpty = Object.keys(data.contact).length === 0
  useEffect(() => {
    // What we know already is not asked again; the person may change it.
    if (contactEmpty && person) set({ contact: { name: person.name, phone: person.account, email: person.email } })
  }, [contactEmpty, person, set])
  const contactFaults = faultsOf(contactFields, data.contact)
  const returnFaults = wantsReturn ? faultsOf(returnAddressFields, data.returnAddress) : {}
  // What the form of the instrument asked is not asked again.
  const visitors = visitorsIn(lines.map((line) => line.parameters))
  const asksPeople = serviceType === 2 && visitors === undefined
  const peopleFault =
    asksPeople && !isPeople(data.delivery.people) ? `到场人数应为 1–${orderLimits.mostVisitors} 的整数` : undefined
  const check = () => {
    set({ delivery: deliveryOf(serviceType, visitors ?? data.delivery.people) })
    return show({ ...contactFaults, ...returnFaults, ...(peopleFault ? { people: peopleFault } : {}) })
  }
  return (
    <WizardStep step={3} title="送样方式" check={check}>
      {serviceType === 1 && <SelfSend />}
      {serviceType === 2 && (
        <Card title="到场安排">
          <div className="stack">
            <DescriptionList
              single
              items={lines.flatMap((line) =>
                line.described
                  .filter(({ key }) => key === 'slot')
                  .map(({ text }) => ({ term: line.name, value: text })),
              )}
            />
            <p>提交订单时为您锁定以上时段；如已被约满，请回到项目与参数改选。</p>
            {asksPeople && (
              <Field
                label="到场人数"
                required
                {...(tried && peopleFault ? { error: peopleFault } : {})}
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
      {serviceType === 3 && (
        <Card title="上传数据">
          <div className="stack">
            <p>
              请上传原始数据和仪器参数文件；也可以提交订单后在订单详情页上传。数据收到后客户经理会与您确认分析要求。
            </p>
            <DataFiles orderNo="" />
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
      {wantsReturn && <ReturnAddress errors={tried ? returnFaults : {}} />}
      <Card title="备注">
        <Field label="给客户经理的话" hint="如希望与以前的订单使用同一台仪器，请写明订单号">
          <TextArea rows={3} maxLength={500} value={data.remark} onValue={(remark) => set({ remark })} />
        </Field>
      </Card>
    </WizardStep>
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

function ReturnAddress({ errors }: { errors: Record<string, string> }) {
  const { data, set } = useWizard()
  const addresses = useCall(addressList, {})
  const saved = addresses.data?.list ?? []
  const choose = (rid: number) => {
    const found = saved.find((address) => address.address_rid === rid)
    if (found) {
      const { name, phone, province, city, area, address } = found
      set({ returnAddress: { name, phone, province, city, area, address } })
    }
  }
  return (
    <Card title="寄回地址">
      <div className="stack">
        {saved.length > 0 ? (
          <Field label="从地址簿选择">
            <Select
              placeholder="选择地址"
              value={null}
              onValue={choose}
              options={saved.map((address) => ({
                value: address.address_rid,
                label: `${address.name} ${address.province}${address.city}${address.area}${address.address}`,
              }))}
            />
          </Field>
        ) : (
          <p>
            也可以先到<SmartLink to="/member/address">地址管理</SmartLink>保存常用地址。
          </p>
        )}
        {returnAddressRows.map((fields) => (
          <FormRow key={fields[0]?.name}>
            <DraftFields
              values={data.returnAddress}
              onChange={(returnAddress) => set({ returnAddress })}
              errors={errors}
              fields={fields}
            />
          </FormRow>
        ))}
      </div>
    </Card>
  )
}

const returnAddressRows: DraftFieldsProps['fields'][] = [
  [
    { name: 'name', label: '收件人', required: true, maxLength: 30 },
    { name: 'phone', label: '手机', required: true, type: 'tel', maxLength: 20 },
  ],
  [
    { name: 'province', label: '省', maxLength: 30 },
    { name: 'city', label: '市', maxLength: 30 },
    { name: 'area', label: '区县', maxLength: 30 },
  ],
  [{ name: 'address', label: '详细地址', required: true, maxLength: 120 }],
]

function isPeople(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= orderLimits.mostVisitors
}

function deliveryOf(serviceType: ServiceType, people: unknown): Record<string, string | number | null> {
  if (serviceType === 2) return { kind: 'visit', people: typeof people === 'number' ? people : null }
  return { kind: serviceType === 3 ? 'upload' : 'self_send' }
}

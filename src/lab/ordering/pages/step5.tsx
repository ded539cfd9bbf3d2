import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { userInfo } from '../../../people/customers/person-contract.ts'
import { AccreditationNote } from '../../../core/settings/accreditation-note.tsx'
import { webAgreement } from '../../../core/agreements/agreement-contract.ts'
import { RichText } from '../../../shop/media/rich-text.tsx'
import { discount4user } from '../../../money/coupons/contract.ts'
import { planList } from '../../plans/contract.ts'
import { ParameterSummary } from '../../plans/parameter-summary.tsx'
import { SameAsNote } from '../../plans/plan-table.tsx'
import { ApiError } from '../../../platform/client/transport.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { fitSamples } from '../../samples/entry/draft-rules.ts'
import { isReturned, type SampleEntry, warningsOf } from '../../samples/entry/entry-rules.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { ForecastBefore } from '../../orders/forecast/forecast-before.tsx'
import { orderHistory } from '../../orders/contract.ts'
import { draftGet, orderAdd } from '../contract.ts'
import { demandOf } from '../demand-rules.ts'
import { addressWords } from '../drafts/draft-fields.tsx'
import { fundingOf, invoiceOf } from '../step-state.ts'
import { invoiceTypeLabels } from '../../orders/invoicing/invoice-rules.ts'
import { CouponSummary } from '../coupon-summary.tsx'
import { usePayer } from '../payer-choice.tsx'
import { useWizard, type Wizard } from '../use-wizard.tsx'
import { ReviewedSamples } from '../reviewed-samples.tsx'
import { SampleWarnings } from '../sample-warnings.tsx'
import { WizardStep } from '../wizard-step.tsx'

export const meta = () => [{ title: '核对与协议 · 明析科测' }]

export default function Step5() {
  const wizard = useWizard()
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState(false)
  const [warningsConfirmed, setWarningsConfirmed] = useState(false)
  const [tries, setTries] = useState(0)
  const [failure, setFailure] = useState<{ message: string; step?: number }>()
  const me = useCall(userInfo, {})
  const agreement = useCall(webAgreement, { name: 'service' })
  const add = useAct(orderAdd, { refreshes: [discount4user, planList, userInfo, draftGet, orderHistory] })
  const payer = usePayer()
  const needsQuote = wizard.totalFen === null || (payer?.customerGroup ?? me.data?.userInfo.group) === 'enterprise'
  const demands = wizard.lines.map(demandOf)
  const samples = fitSamples(wizard.data.samples, demands)
  const doubtful = warningsOf(samples, demands).length > 0
  const agreementShown = agreement.data !== undefined
  // Focus scrolls the unticked box into view. The box exists only after the text of the agreement has loaded.
  useEffect(() => {
    if (tries > 0 && agreementShown) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [tries, agreementShown])
  const submit = async () => {
    setTries(tries + 1)
    setFailure(undefined)
    if (!agreed || !agreement.data || (doubtful && !warningsConfirmed)) return
    try {
      const { orderNo } = await add.submit({
        ...requestOf(wizard, samples, agreement.data.version),
        warningsConfirmed,
      } as Parameters<typeof add.submit>[0])
      wizard.finish()
      const pickup = wizard.data.delivery.kind === 'pickup' ? '&pickup=1' : ''
      navigate(`/experiment/step6?orderNo=${orderNo}${pickup}`, { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure({ message: error.message, ...stepOf(error) })
      if (error.error !== 'agreementChanged') return
      // A new version of the agreement is in force, so it must be accepted again.
      setAgreed(false)
      await agreement.refetch()
    }
  }
  return (
    <WizardStep
      step={5}
      title="核对与协议"
      next={{ label: needsQuote ? '提交报价申请' : '提交订单', onClick: () => void submit(), busy: add.busy }}
    >
      {failure && (
        <p role="alert" style={{ color: 'var(--danger)', fontWeight: 600 }}>
          {failure.message}
          {failure.step !== undefined && (
            <>
              {' '}
              <SmartLink to={failure.step === 0 ? '/experiment/plan' : `/experiment/step${failure.step}`}>
                去修改
              </SmartLink>
            </>
          )}
        </p>
      )}
      <Projects />
      <ReviewedSamples samples={samples} />
      {doubtful && (
        <Card title="样品是否适合" actions={<SmartLink to="/experiment/step2">修改</SmartLink>}>
          <div className="stack">
            {demands.map((demand) => (
              <SampleWarnings
                key={demand.planId}
                demand={demand}
                entries={samples.filter(({ planId }) => planId === demand.planId)}
              />
            ))}
            <Field
              label="确认样品提示"
              hideLabel
              required
              error={tries > 0 && !warningsConfirmed ? '请先阅读并确认以上提示，或修改样品与项目' : undefined}
            >
              <Checkbox value={warningsConfirmed} onValue={setWarningsConfirmed}>
                我已阅读以上提示，仍要送检；因此得不到结果时，已进行的测试照常计费
              </Checkbox>
            </Field>
          </div>
        </Card>
      )}
      <Delivery />
      <Agreement
        found={agreement}
        agreed={agreed}
        onAgreed={setAgreed}
        error={tries > 0 && !agreed ? '请先阅读并勾选同意服务协议' : undefined}
      />
    </WizardStep>
  )
}

/** The version of the agreement that is in force. */
function Agreement({
  found,
  agreed,
  onAgreed,
  error,
}: {
  found: ReturnType<typeof useCall<typeof webAgreement>>
  agreed: boolean
  onAgreed: (agreed: boolean) => void
  error: string | undefined
}) {
  const title = found.data?.texts[0]?.title ?? '检测服务协议'
  return (
    <Card
      title={found.data ? `${title}（${found.data.version} 版）` : title}
      actions={<SmartLink to="/agreement">单独查看</SmartLink>}
    >
      <Loaded of={found}>
        {({ texts }) => (
          <div className="stack">
            <div
              tabIndex={0}
              role="region"
              aria-label={title}
              style={{
                maxHeight: '16rem',
                overflow: 'auto',
                border: '1px solid var(--line)',
                padding: 'var(--space-12)',
              }}
            >
              {/* Two columns on wide screens, since full-width lines are hard to read. */}
              <div style={{ columns: '24rem', columnGap: 'var(--space-32)' }}>
                {texts.flatMap(({ sections }) =>
                  sections.map((section) => (
                    <div key={section.title} style={{ marginBottom: 'var(--space-12)' }}>
                      <strong>{section.title}</strong>
                      <RichText html={section.html} />
                    </div>
                  )),
                )}
              </div>
            </div>
            <Field label={`同意《${title}》`} hideLabel required error={error}>
              <Checkbox value={agreed} onValue={onAgreed}>
                我已阅读并同意《{title}》，保证所填样品信息真实
              </Checkbox>
            </Field>
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Projects() {
  const { data, lines } = useWizard()
  const funding = fundingOf(
    data.funding,
    lines.map(({ id }) => id),
  )
  return (
    <Card title="项目与费用" actions={<SmartLink to="/experiment/step1">修改</SmartLink>}>
      <Table
        caption="项目与费用"
        hideCaption
        rows={lines}
        rowKey={(line) => String(line.id)}
        columns={[
          { key: 'name', header: '项目', rowHeader: true, cardLabel: '', render: (line) => line.name },
          {
            key: 'parameters',
            header: '参数',
            width: '45%',
            render: (line) => (
              <>
                <ParameterSummary described={line.described} />
                {line.sameAs && <SameAsNote orderNo={line.sameAs} />}
              </>
            ),
          },
          ...(funding.length > 0
            ? [
                {
                  key: 'funding',
                  header: '课题号/经费卡',
                  render: ({ id }: (typeof lines)[number]) => funding.find(({ planId }) => planId === id)?.fundingNo,
                },
              ]
            : []),
          { key: 'count', header: '样品数', align: 'end', render: (line) => line.count },
          { key: 'urgent', header: '加急', render: (line) => (line.urgent ? '是' : '否') },
          {
            key: 'amount',
            header: '小计',
            align: 'end',
            render: (line) => (line.amountFen === null ? '待报价' : <Money fen={line.amountFen} />),
          },
        ]}
      />
      {/* The room of what is asked for later, so that the cards below stay where they are; the lines are longer on a phone. */}
      <div style={{ minHeight: 'calc(16rem - 12vw)' }}>
        <CouponSummary />
        <ForecastBefore lines={lines.map(({ rid, urgent }) => ({ rid, urgent }))} />
        <AccreditationNote rids={lines.map((line) => line.rid)} />
      </div>
    </Card>
  )
}

function Delivery() {
  const { data, lines } = useWizard()
  const { contact, returnAddress, invoice, delivery, remark } = data
  const payer = usePayer()
  const kinds: Record<string, string> = {
    self_send: '自行寄送',
    visit: delivery.people === 0 ? '云视频参与' : `预约到场，${delivery.people ?? 1} 人`,
    upload: '上传数据',
    pickup: '上门取样（提交订单后选择日期与时段）',
  }
  const type = invoice.type === 1 || invoice.type === 3 ? invoice.type : 0
  return (
    <Card title="送样、联系与发票" actions={<SmartLink to="/experiment/step3">修改</SmartLink>}>
      <DescriptionList
        items={[
          { term: '送样方式', value: kinds[String(delivery.kind)] ?? '自行寄送' },
          { term: '联系人', value: [contact.name, contact.phone, contact.email].filter(Boolean).join(' ') },
          {
            term: '寄回地址',
            value: data.samples.some((sample) => isReturned(sample, lines.map(demandOf)))
              ? addressWords(returnAddress)
              : undefined,
            wide: true,
          },
          {
            term: '发票',
            value: [invoiceTypeLabels[type], ...(type === 0 ? [] : [invoice.title, invoice.taxNo])]
              .filter(Boolean)
              .join('，'),
          },
          { term: '付款方', value: payer ? `由课题组「${payer.name}」付款` : '自己付款' },
          { term: '备注', value: remark || undefined, wide: true },
        ]}
      />
    </Card>
  )
}

/** The draft as input of the call; the server names what is missing. */
function requestOf({ data, lines }: Wizard, samples: SampleEntry[], agreementVersion: string) {
  const kind = lines[0]?.serviceType === 2 ? 'visit' : lines[0]?.serviceType === 3 ? 'upload' : 'self_send'
  const wantsReturn = kind === 'self_send' && samples.some((sample) => isReturned(sample, lines.map(demandOf)))
  const { name, phone, email } = data.contact
  return {
    planIds: lines.map((line) => line.id),
    samples,
    contact: { name: name ?? '', phone: phone ?? '', email: email ?? '' },
    delivery: kind === 'visit' && Number(data.delivery.people) > 0 ? { kind, people: data.delivery.people } : { kind },
    returnAddress: wantsReturn ? data.returnAddress : undefined,
    invoice: invoiceOf(data.invoice),
    remark: data.remark,
    groupNo: data.groupNo,
    couponIds: data.couponIds,
    funding: fundingOf(
      data.funding,
      lines.map((line) => line.id),
    ),
    agreementVersion,
    agreed: true,
  }
}

/** The step on which an error of the server can be corrected. */
function stepOf({ error, fields }: ApiError): { step?: number } {
  if (['lineInvalid', 'linesGone', 'mixedServices'].includes(error)) return { step: 0 }
  if (error === 'unsuitableSamples') return { step: 2 }
  if (['slotTaken', 'slotUnavailable'].includes(error)) return { step: 1 }
  if (
    [
      'noSuchCoupon',
      'notInGroup',
      'factorFirst',
      'notVerified',
      'memberLimit',
      'couponTaken',
      'couponUnfit',
      'couponsTogether',
      'campaignUsedUp',
    ].includes(error)
  )
    return { step: 4 }
  if (['returnAddressRequired', 'deliveryMismatch'].includes(error)) return { step: 3 }
  const first = Object.keys(fields)[0] ?? ''
  if (first.startsWith('samples')) return { step: 2 }
  if (first.startsWith('contact') || first.startsWith('returnAddress') || first.startsWith('delivery'))
    return { step: 3 }
  return first.startsWith('invoice') ? { step: 4 } : {}
}

import { useState } from 'react'
import { serviceTypeLabels, type ServiceType } from '../../samples/service-rules.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { addDays, shanghaiDate } from '../../../platform/time.ts'
import { setting } from '../../../core/settings/contract.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, NumberInput, Select, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffDemandAnswer, type staffDemandDetail, staffDemandDetail as detail } from '../contract.ts'
import { staffDemandList } from '../list-contract.ts'
import { demandLimits } from '../rules.ts'
import css from './offer-dialog.module.css'

type Detail = OutputOf<typeof staffDemandDetail>

const USUAL_DAYS = 15
const refreshes = [detail, staffDemandList]

/** Enters an offer: the work, its price line by line, and its last day. An accepted offer becomes a line of the customer's plan. */
export function OfferDialog({ demand, onClose }: { demand: Detail; onClose: () => void }) {
  const site = useCall(setting, {})
  return (
    <FormDialog open onClose={onClose} title={demand.answer ? '重新报价' : '答复需求并报价'} size="l">
      {site.isPending ? (
        <Skeleton lines={5} height={40} />
      ) : (
        <OfferForm demand={demand} validDays={site.data?.quoteValidDays ?? USUAL_DAYS} onClose={onClose} />
      )}
    </FormDialog>
  )
}

function OfferForm({ demand, validDays, onClose }: { demand: Detail; validDays: number; onClose: () => void }) {
  const act = useAct(staffDemandAnswer, { refreshes })
  const [now] = useState(() => new Date())
  const earlier = demand.answer
  const form = useZodForm({
    schema: staffDemandAnswer.input,
    initial: {
      id: demand.id,
      version: demand.version,
      title: earlier?.title ?? demand.title,
      text: earlier?.text ?? '',
      lines: earlier?.lines ?? [{ label: '检测费', amountFen: undefined as unknown as number }],
      serviceType: earlier?.serviceType ?? demand.serviceType ?? 1,
      sampleCount: earlier?.sampleCount ?? 1,
      daysFrom: earlier?.daysFrom ?? undefined,
      daysTo: earlier?.daysTo ?? undefined,
      validUntil: shanghaiDate(addDays(now, validDays)),
    },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success('报价已发出，客户会收到通知')
      onClose()
    },
  })
  const lines = form.values.lines ?? []
  const amounts = lines.map((line) => line.amountFen as number | null | undefined)
  const complete = amounts.every((amount) => Number.isFinite(amount))
  return (
    <Form form={form} aria-label="报价">
      <Field label="项目名称" of={form.at('title')} required hint="接受后在方案和订单中显示的名称">
        <TextInput maxLength={demandLimits.title} />
      </Field>
      <Field label="方案说明" of={form.at('text')} required hint="测什么、怎么测、交付什么，客户会看到">
        <TextArea rows={5} maxLength={demandLimits.body} />
      </Field>
      <FormRow>
        <Field label="服务类型" of={form.at('serviceType')} required>
          <Select
            value={String(form.values.serviceType)}
            onValue={(value) => form.set('serviceType', Number(value) as ServiceType)}
            options={([1, 2, 3] as const).map((type) => ({ value: String(type), label: serviceTypeLabels[type] }))}
          />
        </Field>
        <Field label="样品数量" of={form.at('sampleCount')} required>
          <NumberInput unit="个" inputMode="numeric" />
        </Field>
        <Field label="最短周期" of={form.at('daysFrom')} required>
          <NumberInput unit="个工作日" inputMode="numeric" />
        </Field>
        <Field label="最长周期" of={form.at('daysTo')} required>
          <NumberInput unit="个工作日" inputMode="numeric" />
        </Field>
      </FormRow>
      <fieldset className={css.lines}>
        <legend>报价明细</legend>
        {lines.map((_, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines are identified by their position
          <div key={i} className={css.line}>
            <Field label={`第 ${i + 1} 行收费项目`} hideLabel of={form.at(`lines.${i}.label`)} required>
              <TextInput maxLength={60} placeholder="收费项目" />
            </Field>
            <Field label={`第 ${i + 1} 行金额`} hideLabel of={form.at(`lines.${i}.amountFen`)} required>
              <MoneyInput />
            </Field>
            <Button
              size="s"
              variant="quiet"
              icon="trash"
              aria-label={`删除第 ${i + 1} 行`}
              disabled={lines.length === 1}
              onClick={() =>
                form.set(
                  'lines',
                  lines.filter((__, at) => at !== i),
                )
              }
            />
          </div>
        ))}
        <div className={css.foot}>
          <Button
            size="s"
            icon="plus"
            disabled={lines.length >= demandLimits.answerLines}
            onClick={() => form.set('lines', [...lines, { label: '', amountFen: undefined as unknown as number }])}
          >
            增加一行
          </Button>
          <p role="status">
            合计 {complete ? <Money fen={amounts.reduce<number>((sum, fen) => sum + (fen ?? 0), 0)} price /> : '待填写'}
          </p>
        </div>
      </fieldset>
      <Field label="有效期至" of={form.at('validUntil')} required hint="当日结束前可接受">
        <TextInput type="date" min={shanghaiDate(now)} max={shanghaiDate(addDays(now, demandLimits.validDays))} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          发出报价
        </Button>
      </FormActions>
    </Form>
  )
}

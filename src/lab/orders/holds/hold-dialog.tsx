import type { z } from 'zod'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { type HoldChoice, holdChoices, holdChoicesFor, type SampleStage } from '../../samples/rules.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextArea } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { orderAnswer } from './hold-contract.ts'
import { orderDetail, orderHistory } from '../contract.ts'

type Order = OutputOf<typeof orderDetail>
type Wish = NonNullable<z.input<typeof orderAnswer.input>['wish']>

/** The customer's answer to an exception: a decision for the order, one for each sample, and a text. */
export function HoldDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  return (
    <FormDialog open onClose={onClose} title="答复异常情况">
      <HoldForm order={order} onClose={onClose} />
    </FormDialog>
  )
}

function HoldForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const early = order.heldFrom === 'received'
  const act = useAct(orderAnswer, { refreshes: [orderDetail, orderHistory] })
  const form = useZodForm({
    schema: orderAnswer.input,
    initial: { orderNo: order.orderNo, version: order.version, wish: 'continue' as Wish, samples: [] },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success(
        input.wish === 'continue'
          ? '已答复，实验室会按您的选择继续'
          : early
            ? '订单已取消'
            : '已提交，客户经理会与您联系',
      )
      onClose()
    },
  })
  const { samples = [], wish } = form.values
  const choose = (sampleNo: string, choice: HoldChoice) => {
    const others = samples.filter((each) => each.sampleNo !== sampleNo)
    form.set('samples', choice === 'continue' ? others : [...others, { sampleNo, choice }])
  }
  const open = order.samples.filter((sample) => holdChoicesFor(sample.stage).length > 0)
  return (
    <Form form={form}>
      <p>实验室反馈：{order.timeline.at(-1)?.detail}</p>
      <Field label="您的决定" as="group" of={form.at('wish')} required>
        <RadioGroup
          cards
          options={[
            { value: 'continue', label: '继续', note: '按下面对每个样品的选择处理' },
            {
              value: 'cancel',
              label: '取消订单',
              note: early
                ? '尚未开始检测，立即取消并退回已付款项'
                : '检测已开始，由客户经理处理取消，可能收取已完成部分的费用',
            },
          ]}
        />
      </Field>
      {wish === 'continue' &&
        open.map((sample) => (
          <Field key={sample.sampleNo} label={`${sample.sampleNo} ${sample.name}（${sample.stageName}）`}>
            <Select
              value={samples.find((each) => each.sampleNo === sample.sampleNo)?.choice ?? 'continue'}
              onValue={(choice) => choose(sample.sampleNo, choice as HoldChoice)}
              options={optionsFor(sample.stage)}
            />
          </Field>
        ))}
      <Field label="您的答复" of={form.at('answer')} required>
        <TextArea rows={3} maxLength={500} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          提交答复
        </Button>
      </FormActions>
    </Form>
  )
}

/** A sample that is not in the laboratory cannot continue; the only decision is to send another one. */
function optionsFor(stage: SampleStage): { value: HoldChoice; label: string }[] {
  const choices = holdChoicesFor(stage)
  const named = choices.map((value) => ({ value, label: holdChoices[value] }))
  return choices.includes('continue') ? named : [{ value: 'continue', label: '暂不处理' }, ...named]
}

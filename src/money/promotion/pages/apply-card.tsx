import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { promoterApplyAdd, promotionInit } from '../contract.ts'

type Own = OutputOf<typeof promotionInit>

/** The application, with the agreement in force. */
export function ApplyCard({ own }: { own: Own }) {
  if (!own.profileComplete)
    return (
      <Card title="申请成为推广合伙人">
        <p>申请前请先完善资料，便于审核与结算。</p>
        <p>
          <ButtonLink variant="primary" to="/member/information">
            去完善资料
          </ButtonLink>
        </p>
      </Card>
    )
  // A new version of the agreement asks for a new tick.
  return <ApplyForm key={own.agreementVersion} version={own.agreementVersion} />
}

function ApplyForm({ version }: { version: string }) {
  const add = useAct(promoterApplyAdd, { refreshes: [promotionInit], quiet: true })
  const form = useZodForm({
    schema: promoterApplyAdd.input,
    initial: { plan: '', agreementVersion: version },
    onSubmit: async (input) => {
      await add.submit(input)
      toast.success('申请已提交，审核结果会通知您')
    },
  })
  return (
    <Card title="申请成为推广合伙人">
      <Form form={form} aria-label="申请成为推广合伙人">
        <Field label="推广方式" of={form.at('plan')} required hint="例如：面向哪些单位或同行，通过什么渠道介绍">
          <TextArea rows={3} maxLength={300} />
        </Field>
        <Field label="推广合伙人协议" of={form.at('agreed')} required>
          <Checkbox value={form.values.agreed === true} onValue={(on) => form.set('agreed', on ? true : undefined)}>
            我已阅读并同意
            <a href="/agreement?name=promotion" target="_blank" rel="noreferrer">
              《推广合伙人协议》
            </a>
            （{version} 版）
          </Checkbox>
        </Field>
        <FormActions>
          <Button type="submit" variant="primary" busy={form.busy}>
            提交申请
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

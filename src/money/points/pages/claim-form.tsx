import { useState } from 'react'
import { useNavigate } from 'react-router'
import { OneFileInput } from '../../../core/files/one-file-input.tsx'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type ClaimItem, integrationApply, integrationClaims, type integrationInit } from '../contract.ts'

type Own = OutputOf<typeof integrationInit>

/** Opens the claim for a paper that thanks the laboratory. */
export function ClaimButton({ own }: { own: Own }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon="edit" onClick={() => setOpen(true)}>
        论文致谢领积分
      </Button>
      {open && <ClaimDialog own={own} onClose={() => setOpen(false)} />}
    </>
  )
}

/** `former`: a claim that was refused or withdrawn, whose words are corrected instead of typed again. */
export function ClaimDialog(props: { own: Own; former?: ClaimItem; onClose: () => void }) {
  return (
    <FormDialog open onClose={props.onClose} title="论文致谢领积分">
      <ClaimForm {...props} />
    </FormDialog>
  )
}

function ClaimForm({ own, former, onClose }: { own: Own; former?: ClaimItem; onClose: () => void }) {
  const navigate = useNavigate()
  const apply = useAct(integrationApply, { refreshes: [integrationClaims] })
  const [sending, setSending] = useState(false)
  const form = useZodForm({
    schema: integrationApply.input,
    initial: {
      doi: former?.doi ?? '',
      title: former?.title ?? '',
      journal: former?.journal ?? '',
      publishedOn: former?.publishedOn ?? '',
      project: former?.project ?? '',
      company: former?.company ?? own.company,
      words: former?.words ?? '',
      link: former?.link ?? '',
      // The file stays with the former claim.
      fileId: null,
      consent: former?.consent ?? true,
    },
    onSubmit: async (input) => {
      await apply.submit(input)
      toast.success('申请已提交，核实后积分到账')
      onClose()
      void navigate('/member/integral?tab=claims')
    },
  })
  return (
    <Form form={form} aria-label="论文致谢领积分">
      <p>
        已发表的论文在致谢中写明由本实验室测试，核实后得 <strong className="num">{own.claimPoints}</strong>{' '}
        积分，每篇论文一次。
      </p>
      {former?.reason && <p>上次驳回的原因：{former.reason}</p>}
      <FormRow>
        <Field label="DOI" of={form.at('doi')} required hint="以 10. 开头，或 doi.org 的网址">
          <TextInput maxLength={250} autoComplete="off" />
        </Field>
        <Field label="发表日期" of={form.at('publishedOn')} required>
          <TextInput type="date" />
        </Field>
      </FormRow>
      <Field label="论文题目" of={form.at('title')} required>
        <TextInput maxLength={300} />
      </Field>
      <FormRow>
        <Field label="期刊" of={form.at('journal')} required>
          <TextInput maxLength={200} />
        </Field>
        <Field label="作者单位" of={form.at('company')} required>
          <TextInput maxLength={80} autoComplete="organization" />
        </Field>
      </FormRow>
      <Field label="所用检测项目" of={form.at('project')} required hint="如 X 射线光电子能谱（XPS）">
        <TextInput maxLength={80} />
      </Field>
      <Field label="致谢原文" of={form.at('words')} required>
        <TextArea rows={3} maxLength={600} />
      </Field>
      <Field label="论文网址" of={form.at('link')} hint="网址与文件至少提供一项">
        <TextInput inputMode="url" maxLength={500} placeholder="https://" />
      </Field>
      <Field
        label="论文首页与致谢页"
        of={form.at('fileId')}
        as="group"
        hint={former ? '之前上传的文件不会带过来；没有网址时必须上传' : '选填；没有网址时必须上传'}
      >
        <OneFileInput
          label="选择论文页面"
          as="customer"
          purpose="paper"
          accept="image/*,application/pdf"
          formats="图片或 PDF"
          onFile={(id) => form.set('fileId', id)}
          onBusy={setSending}
        />
      </Field>
      <Field
        label="在「文章致谢」中展示"
        of={form.at('consent')}
        as="group"
        required
        hint="展示单位、期刊、检测项目、题目与致谢原文"
      >
        <Consent value={form.values.consent ?? true} onValue={(value) => form.set('consent', value)} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy || sending}>
          提交申请
        </Button>
      </FormActions>
    </Form>
  )
}

function Consent({ value, onValue }: { value: boolean; onValue: (value: boolean) => void }) {
  return (
    <RadioGroup
      value={value ? 'yes' : 'no'}
      onValue={(next) => onValue(next === 'yes')}
      options={[
        { value: 'yes', label: '同意展示' },
        { value: 'no', label: '不展示，只领积分' },
      ]}
    />
  )
}

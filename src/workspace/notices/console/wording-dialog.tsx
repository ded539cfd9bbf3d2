import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CheckboxGroup } from '../../../ui/inputs/choice.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { wordingFault } from '../wordings/custom-rules.ts'
import { channelNames } from '../notice-rules.ts'
import {
  staffNoticeUnword,
  staffNoticeWord,
  staffNoticeWordings,
  type WordedNotice,
} from '../wordings/wording-contract.ts'
import css from './notice-log.module.css'

const refreshes = [staffNoticeWordings]

/** Title, text and channels of a notice, beside how it looks for an invented event. */
export function WordingDialog({ notice, onClose }: { notice: WordedNotice; onClose: () => void }) {
  const { event, wording, variables, channels, always, example } = notice
  const mayEdit = useStaff().may('notice.edit')
  const save = useAct(staffNoticeWord, { refreshes })
  const restore = useAct(staffNoticeUnword, { refreshes })
  const form = useZodForm({
    schema: staffNoticeWord.input,
    initial: {
      event,
      title: wording?.title ?? '{默认标题}',
      text: wording?.text ?? '{默认正文}',
      channels: wording?.channels ?? channels,
      version: wording?.version ?? 0,
    },
    onSubmit: async (input) => {
      await save.submit(input)
      toast.success('文案已保存，之后的通知按新文案发送')
      onClose()
    },
  })
  const text = String(form.at('text').value ?? '')
  const shown = (words: string) =>
    words.replace(/\{([^{}]*)\}/g, (_, name: string) => example.values[name] ?? `{${name}}`)
  const title = String(form.at('title').value ?? '')
  return (
    <Dialog open onClose={onClose} title={`通知文案：${notice.label}`} size="l">
      <Form form={form} aria-label="通知文案">
        <Field label="标题" of={form.at('title')} required>
          <TextInput maxLength={30} disabled={!mayEdit} />
        </Field>
        <Field label="正文" of={form.at('text')} required hint="花括号里的变量会换成实际内容">
          <TextArea rows={5} disabled={!mayEdit} />
        </Field>
        {mayEdit && (
          <span className="cluster" role="group" aria-label="插入变量">
            {variables.map((name) => (
              <Button key={name} size="s" icon="plus" onClick={() => form.set('text', `${text}{${name}}`)}>
                {name}
              </Button>
            ))}
          </span>
        )}
        <Field
          label="渠道"
          as="group"
          of={form.at('channels')}
          hint={always ? '涉及账户安全，全部渠道都会发送' : '站内信总会发送；客户可以在账户设置里关闭短信与邮件'}
        >
          <CheckboxGroup
            options={channels.map((value) => ({
              value,
              label: channelNames[value],
              disabled: !mayEdit || always || value === 'inbox',
            }))}
          />
        </Field>
        <section className={css.preview} aria-label="预览">
          <h3>{shown(title)}</h3>
          <p>{shown(text)}</p>
          {(wordingFault(text, variables) ?? wordingFault(title, variables)) && (
            <p className={css.error}>{wordingFault(text, variables) ?? wordingFault(title, variables)}</p>
          )}
          <p className={css.note}>按虚构的订单显示</p>
        </section>
        <FormActions>
          {wording && mayEdit && (
            <Button
              busy={restore.busy}
              onClick={async () => {
                if (!(await restore.run({ event, version: wording.version }))) return
                toast.success('已恢复默认文案')
                onClose()
              }}
            >
              恢复默认
            </Button>
          )}
          <Button onClick={onClose}>{mayEdit ? '取消' : '关闭'}</Button>
          {mayEdit && (
            <Button type="submit" variant="primary" busy={form.busy}>
              保存
            </Button>
          )}
        </FormActions>
      </Form>
    </Dialog>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { FormAnswer } from '../../../platform/client/server-api.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { cx } from '../../../ui/text/class-names.ts'
import { Field, useFieldLink } from '../../../ui/inputs/field.tsx'
import { TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { demandLimits, requireLimits } from '../rules.ts'
import css from './require.module.css'
import { useRequireDraft } from './use-require-draft.ts'

/**
 * A plain multipart form that the browser sends itself, so it works without JavaScript; the answer is a page. JavaScript only keeps a
 * draft, adds an idempotency key, and checks the size of files.
 */
export function RequireForm({ about, answer }: { about: string; answer: FormAnswer | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useRequireDraft(form, answer !== undefined)
  const [busy, setBusy] = useState(false)
  const [fileProblem, setFileProblem] = useState<string>()
  const [key, setKey] = useState('')
  useEffect(() => {
    setKey(crypto.randomUUID())
    // After going back from the receipt, the browser may show the page that was sent.
    const onShow = () => setBusy(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  const { values = {}, fields = {} } = answer ?? {}
  const wrong = Object.keys(fields)[0]
  const at = (name: string) => ({ name, defaultValue: values[name] ?? '', autoFocus: wrong === name })
  return (
    <Card>
      <form
        ref={form}
        action="/require"
        method="post"
        encType="multipart/form-data"
        // The browser's own validation messages may not be in Chinese; the server's are.
        noValidate
        className={css.form}
        onInput={draft.save}
        onSubmit={(event) => {
          if (fileProblem !== undefined || busy) event.preventDefault()
          else setBusy(true)
        }}
      >
        {answer && (
          <p role="alert" className={css.problem}>
            {answer.message}
            {wrong !== undefined && '。填写的内容都还在，改好后再提交；附件需要重新选择。'}
          </p>
        )}
        <input type="hidden" name="idempotencyKey" value={key} />
        <div className={css.pair}>
          <Field label="称呼" required error={fields.name}>
            <TextInput {...at('name')} required maxLength={40} autoComplete="name" placeholder="王老师" />
          </Field>
          <Field label="手机号" required error={fields.phone}>
            <TextInput {...at('phone')} required maxLength={20} type="tel" inputMode="tel" autoComplete="tel" />
          </Field>
        </div>
        <Field
          label="想测什么"
          required
          error={fields.body}
          hint="样品的形态、主要成分和数量，想看到什么，什么时候要。有毒、易燃、磁性请写明。"
        >
          <TextArea {...at('body')} required rows={7} maxLength={demandLimits.body} />
        </Field>
        <div className={css.pair}>
          <Field label="需求名称" error={fields.title}>
            <TextInput
              {...at('title')}
              defaultValue={values.title ?? about}
              maxLength={demandLimits.title}
              placeholder="如：涂层附着力测试"
            />
          </Field>
          <Field label="单位" error={fields.company}>
            <TextInput {...at('company')} maxLength={60} autoComplete="organization" />
          </Field>
        </div>
        <Field
          label="附件"
          error={fileProblem}
          hint={`照片、文献、图纸都可以；最多 ${requireLimits.files} 个，每个不超过 ${requireLimits.fileBytes / 1024 / 1024} MB。`}
        >
          <AttachedFiles onFiles={(files) => setFileProblem(problemOf(files))} />
        </Field>
        <div className={css.send}>
          <Button type="submit" variant="cta" busy={busy}>
            提交需求
          </Button>
          <p className={css.note}>
            {draft.kept ? (
              <>
                草稿已存在这台设备上 ·{' '}
                <button type="button" className={css.clear} onClick={draft.clear}>
                  清空
                </button>
              </>
            ) : (
              <>
                信息只用于联系您，见<SmartLink to="/policy">隐私政策</SmartLink>。
              </>
            )}
          </p>
        </div>
      </form>
    </Card>
  )
}

/**
 * The text of a native file input is in the browser's language, so a label serves as its button. Without JavaScript a note explains how
 * the chosen files are shown.
 */
function AttachedFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [chosen, setChosen] = useState<string[]>()
  useEffect(() => setChosen([]), [])
  const link = useFieldLink()
  return (
    <div className={css.files}>
      <label htmlFor={link?.id} className={css.choose}>
        选择文件
      </label>
      <TextInput
        type="file"
        name="files"
        multiple
        className={cx(css.file, chosen && css.told)}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          setChosen(files.map(({ name }) => name))
          onFiles(files)
        }}
      />
      <p className={css.chosen} role="status">
        {chosen === undefined
          ? '选好的文件名显示在按钮旁。'
          : chosen.length === 0
            ? '还没有选择文件'
            : `已选 ${chosen.length} 个：${chosen.join('、')}`}
      </p>
    </div>
  )
}

function problemOf(list: readonly File[]): string | undefined {
  if (list.length > requireLimits.files) return `附件最多 ${requireLimits.files} 个，请减少后再选`
  const large = list.find((file) => file.size > requireLimits.fileBytes)
  return large && `「${large.name}」超过 ${requireLimits.fileBytes / 1024 / 1024} MB，请压缩或改发邮件`
}

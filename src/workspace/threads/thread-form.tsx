import { type KeyboardEvent, useEffect, useState } from 'react'
import { useAct } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { FileInput, type FileItem } from '../../ui/inputs/file-input.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { TextArea } from '../../ui/inputs/input.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { mostFiles, mostWords, unsentFiles } from './rules.ts'
import type {
  staffThreadRead,
  staffThreadSettle,
  staffThreadShow,
  staffThreadWrite,
  threadRead,
  threadShow,
  threadWrite,
} from './contract.ts'
import type { fileUpload, staffFileUpload } from '../../core/files/contract.ts'
import type { FileReader } from '../../core/files/download-button.tsx'
import type { Call } from '../../platform/contract/call.ts'

/** The calls of one side. */
export interface ThreadCalls {
  show: typeof threadShow | typeof staffThreadShow
  write: typeof threadWrite | typeof staffThreadWrite
  read: typeof threadRead | typeof staffThreadRead
  /** Staff say that a message needs no answer. */
  settle?: typeof staffThreadSettle
  upload: typeof fileUpload | typeof staffFileUpload
  /** Lists that show what is unread. */
  lists: readonly Call[]
}

export interface ThreadProps {
  orderNo: string
  as: FileReader
  /** Whether this person may write. */
  may: boolean
  calls: ThreadCalls
  /** Keeps what was not sent while the thread is closed. */
  unsent?: Unsent
}

type Kept = FileItem & { file: File; id?: number }
export interface Unsent {
  text: string
  files: Kept[]
}

/** Ctrl+Enter, since Enter alone is a new line. */
function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
}

/** Text and files of a new message; a file is uploaded as soon as it is chosen. */
export function ThreadForm({ orderNo, calls, as, unsent }: ThreadProps) {
  const upload = useAct(calls.upload, { quiet: true })
  const write = useAct(calls.write, { refreshes: [calls.show, ...calls.lists] })
  const [files, setFiles] = useState<Kept[]>(unsent?.files ?? [])
  const change = (key: string, to: Partial<Kept>) =>
    setFiles((old) => old.map((each) => (each.key === key ? { ...each, ...to } : each)))
  const store = async (key: string, file: File) => {
    try {
      const kept = await upload.submit(
        { purpose: 'message' },
        { file, onProgress: (progress) => change(key, { progress }) },
      )
      setFiles((old) => old.map(({ progress: _, ...each }) => (each.key === key ? { ...each, id: kept.id } : each)))
    } catch (cause) {
      change(key, { error: (cause as Error).message || '上传失败' })
    }
  }
  const add = async (chosen: File[]) => {
    const room = mostFiles - files.length
    if (chosen.length > room) toast.error(`最多 ${mostFiles} 个附件，后 ${chosen.length - room} 个没有添加`)
    const fresh = chosen.slice(0, room).map((file) => ({
      ...{ key: crypto.randomUUID(), name: file.name, sizeBytes: file.size, progress: 0, file },
    }))
    setFiles((old) => [...old, ...fresh])
    for (const { key, file } of fresh) await store(key, file)
  }
  const form = useZodForm({
    schema: calls.write.input,
    initial: { orderNo, text: unsent?.text ?? '', fileIds: [] },
    onSubmit: async ({ text }) => {
      const fault = unsentFiles(files)
      if (fault) throw new Error(fault)
      await write.submit({ orderNo, text, fileIds: files.flatMap(({ id }) => id ?? []) })
      setFiles([])
      form.reset({ orderNo, text: '', fileIds: [] })
    },
  })
  const { text = '' } = form.values
  useEffect(() => {
    if (unsent) Object.assign(unsent, { text, files: files.filter(({ id }) => id !== undefined) })
  }, [unsent, text, files])
  const waiting = files.some(({ id, error }) => id === undefined && !error)
  return (
    <Form form={form} aria-label="发送消息">
      <Field label={as === 'customer' ? '给实验室留言' : '给客户留言'} of={form.at('text')}>
        <TextArea rows={3} maxLength={mostWords} onKeyDown={sendByKey} />
      </Field>
      <FileInput
        multiple
        aria-label="选择附件"
        limit={`最多 ${mostFiles} 个，每个不超过 20 MB：图片、PDF、Word、Excel、PPT、文本与 ZIP`}
        disabled={files.length >= mostFiles}
        onFiles={(chosen) => void add(chosen)}
        items={files}
        onRetry={(key) => {
          const again = files.find((each) => each.key === key)
          if (!again) return
          setFiles((old) => old.map(({ error: _, ...each }) => (each.key === key ? { ...each, progress: 0 } : each)))
          void store(key, again.file)
        }}
        onRemove={(key) => setFiles((old) => old.filter((each) => each.key !== key))}
      />
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy} disabled={waiting}>
          发送
        </Button>
      </FormActions>
    </Form>
  )
}

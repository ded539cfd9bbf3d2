import { useState } from 'react'
import { userInfo } from '../../../people/customers/person-contract.ts'
import { fileUpload } from '../../../core/files/contract.ts'
import { type ServiceType, serviceTypeLabels } from '../../samples/service-rules.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { useTypedCopy } from '../../../platform/client/use-typed-copy.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FileInput, type FileItem } from '../../../ui/inputs/file-input.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, Select, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { demandAdd, demandList } from '../contract.ts'
import { demandLimits } from '../rules.ts'

/** Posts a demand. Only title and description are required. */
export function DemandDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="新建实验需求" size="l">
      <DemandForm onClose={onClose} />
    </Dialog>
  )
}

function DemandForm({ onClose }: { onClose: () => void }) {
  const add = useAct(demandAdd, { refreshes: [demandList] })
  const [today] = useState(() => shanghaiDate(new Date()))
  const [uploading, setUploading] = useState(false)
  const form = useZodForm({
    schema: demandAdd.input,
    initial: { title: '', body: '', serviceType: null, budgetFen: null, deadline: null, fileIds: [] as number[] },
    onSubmit: async (input) => {
      const { receiptNo } = await add.submit(input)
      typed.forget()
      toast.success(`需求已提交，回执号 ${receiptNo}`)
      onClose()
    },
  })
  const me = useCall(userInfo, {})
  const typed = useTypedCopy({
    person: me.data?.userInfo.personKey,
    form: 'demand',
    values: form.values,
    dirty: form.dirty,
    // Files of a closed page must be chosen again, since only their ids are stored.
    restore: (left) => form.merge({ ...left, fileIds: [] }),
  })
  return (
    <Form form={form} aria-label="实验需求">
      {typed.restored && <p role="status">已恢复您上次没有提交的内容，附件请重新选择。</p>}
      <Field label="需求名称" of={form.at('title')} required hint="一句话，如「单晶 XRD 结构解析」">
        <TextInput maxLength={demandLimits.title} />
      </Field>
      <Field
        label="需求说明"
        of={form.at('body')}
        required
        hint="测什么、为了看到什么；样品的形态、主要成分、数量与危险性"
      >
        <TextArea rows={6} maxLength={demandLimits.body} />
      </Field>
      <FormRow>
        <Field label="服务类型" of={form.at('serviceType')}>
          <Select
            value={String(form.values.serviceType ?? '')}
            onValue={(value) => form.set('serviceType', value ? (Number(value) as ServiceType) : null)}
            options={[
              { value: '', label: '不确定' },
              ...([1, 2, 3] as const).map((type) => ({ value: String(type), label: serviceTypeLabels[type] })),
            ]}
          />
        </Field>
        <Field label="预算" of={form.at('budgetFen')} hint="可不填">
          <MoneyInput value={form.values.budgetFen ?? null} onValue={(fen) => form.set('budgetFen', fen ?? null)} />
        </Field>
        <Field label="期望完成日期" of={form.at('deadline')} hint="可不填">
          <TextInput
            type="date"
            min={today}
            value={form.values.deadline ?? ''}
            onValue={(day) => form.set('deadline', day || null)}
          />
        </Field>
      </FormRow>
      <Field label="附件" of={form.at('fileIds')} as="group" hint="文献、照片、已有数据等，可不传">
        <Attachments ids={form.values.fileIds ?? []} onIds={(ids) => form.set('fileIds', ids)} onBusy={setUploading} />
      </Field>
      <FormActions>
        <Button
          onClick={() => {
            typed.forget()
            onClose()
          }}
        >
          取消
        </Button>
        <Button type="submit" variant="primary" busy={form.busy} disabled={uploading}>
          提交需求
        </Button>
      </FormActions>
    </Form>
  )
}

interface Sent {
  item: FileItem
  file: File
  id?: number
}

/** Uploads files as soon as they are chosen, one after the other. The form keeps only their ids. */
function Attachments({
  ids,
  onIds,
  onBusy,
}: {
  ids: number[]
  onIds: (ids: number[]) => void
  onBusy: (busy: boolean) => void
}) {
  const upload = useAct(fileUpload)
  const [sent, setSent] = useState<Sent[]>([])
  const put = (key: string, change: Partial<Sent>) =>
    setSent((before) => before.map((entry) => (entry.item.key === key ? { ...entry, ...change } : entry)))
  const sendAll = async (entries: Sent[]) => {
    onBusy(true)
    let kept = ids
    for (const { item, file } of entries) {
      const { key, name } = item
      const about = { key, name, sizeBytes: file.size }
      try {
        const stored = await upload.submit(
          { purpose: 'attachment' },
          { file, onProgress: (progress) => put(key, { item: { ...about, progress } }) },
        )
        put(key, { item: about, id: stored.id })
        kept = [...kept, stored.id]
        onIds(kept)
      } catch (cause) {
        put(key, { item: { ...about, error: (cause as Error).message } })
      }
    }
    onBusy(false)
  }
  const choose = (files: File[]) => {
    const room = demandLimits.files - sent.length
    if (files.length > room) toast.error(`附件最多 ${demandLimits.files} 个`)
    const entries = files.slice(0, Math.max(room, 0)).map((file) => ({
      file,
      item: { key: crypto.randomUUID(), name: file.name, sizeBytes: file.size, progress: 0 },
    }))
    setSent((before) => [...before, ...entries])
    void sendAll(entries)
  }
  return (
    <FileInput
      multiple
      aria-label="选择附件"
      limit={`最多 ${demandLimits.files} 个，每个不超过 50 MB`}
      items={sent.map((entry) => entry.item)}
      onFiles={choose}
      onRetry={(key) => {
        const entry = sent.find((candidate) => candidate.item.key === key)
        if (entry) void sendAll([entry])
      }}
      onRemove={(key) => {
        const entry = sent.find((candidate) => candidate.item.key === key)
        setSent((before) => before.filter((candidate) => candidate.item.key !== key))
        if (entry?.id !== undefined) onIds(ids.filter((id) => id !== entry.id))
      }}
    />
  )
}

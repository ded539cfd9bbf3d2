import { useState } from 'react'
import { fileUpload } from '../../core/files/contract.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Checkbox, CheckboxGroup, RadioGroup } from '../../ui/inputs/choice.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { FileInput, type FileItem } from '../../ui/inputs/file-input.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { TextArea } from '../../ui/inputs/input.tsx'
import { StageBadge } from '../../ui/text/tag.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { evaluateAdd, evaluateOrder } from './contract.ts'
import { mostPictures, reviewTags, starLabels } from './rules.ts'
import { Stars } from './stars.tsx'

type Line = OutputOf<typeof evaluateOrder>['lines'][number]

/** The tests of an order with their evaluations; a test that has none can be evaluated. */
export function OrderReviews({ orderNo }: { orderNo: string }) {
  const read = useCall(evaluateOrder, { orderNo })
  const [open, setOpen] = useState<Line>()
  if (!read.data || !read.data.mayReview || read.data.lines.length === 0) return null
  return (
    <Card title="评价">
      <ul role="list" className="stack" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {read.data.lines.map((line) => (
          <li key={line.lineId} className="cluster" style={{ justifyContent: 'space-between' }}>
            <Written line={line} />
            {line.review === null && (
              <Button size="s" aria-label={`评价 ${line.name}`} onClick={() => setOpen(line)}>
                评价
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <FormDialog open onClose={() => setOpen(undefined)} title={`评价「${open.name}」`}>
          <ReviewForm orderNo={orderNo} lineId={open.lineId} onClose={() => setOpen(undefined)} />
        </FormDialog>
      )}
    </Card>
  )
}

function Written({ line: { name, review } }: { line: Line }) {
  if (!review) return <span>{name}</span>
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <span className="cluster">
        {name} <Stars stars={review.stars} />
        <StageBadge tone={review.stage === 'published' ? 'ok' : review.stage === 'pending' ? 'work' : 'neutral'}>
          {review.stageLabel}
        </StageBadge>
      </span>
      {review.words && <div style={{ whiteSpace: 'pre-line' }}>{review.words}</div>}
      {review.reply && <div>实验室回复：{review.reply}</div>}
      {review.reason && <div>未展示原因：{review.reason}</div>}
    </div>
  )
}

const starOptions = [5, 4, 3, 2, 1].map((value) => ({ value, label: `${value} 星 ${starLabels[value]}` }))
const tagOptions = reviewTags.map((value) => ({ value, label: value }))

function ReviewForm({ orderNo, lineId, onClose }: { orderNo: string; lineId: number; onClose: () => void }) {
  const add = useAct(evaluateAdd, { refreshes: [evaluateOrder] })
  const form = useZodForm({
    schema: evaluateAdd.input,
    initial: { orderNo, lineId, tags: [], words: '', fileIds: [], showCompany: false },
    onSubmit: async (input) => {
      await add.submit(input)
      toast.success('评价已提交，审核后展示')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="评价">
      <Field label="星级" of={form.at('stars')} as="group" required>
        <RadioGroup options={starOptions} />
      </Field>
      <Field label="标签" of={form.at('tags')} as="group">
        <CheckboxGroup options={tagOptions} />
      </Field>
      <Field label="评价" of={form.at('words')} hint="不要写入样品与课题的保密信息">
        <TextArea rows={4} maxLength={500} />
      </Field>
      <Field label="图片" of={form.at('fileIds')} as="group">
        <Pictures onFiles={(ids) => form.set('fileIds', ids)} />
      </Field>
      <Field label="显示单位" of={form.at('showCompany')} hideLabel>
        <Checkbox>在评价里显示我的单位；姓名只显示姓氏</Checkbox>
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          提交评价
        </Button>
      </FormActions>
    </Form>
  )
}

/** Uploads pictures as soon as they are chosen; the form stores only their ids. */
function Pictures({ onFiles }: { onFiles: (ids: number[]) => void }) {
  const upload = useAct(fileUpload)
  const [items, setItems] = useState<(FileItem & { id?: number })[]>([])
  const keep = (next: (FileItem & { id?: number })[]) => {
    setItems(next)
    onFiles(next.flatMap(({ id }) => id ?? []))
  }
  const take = async (files: File[]) => {
    let next = items
    for (const file of files.slice(0, mostPictures - items.length)) {
      const about = { key: `${file.name}-${file.size}`, name: file.name, sizeBytes: file.size }
      try {
        const { id } = await upload.submit({ purpose: 'review' }, { file })
        next = [...next, { ...about, id }]
      } catch (cause) {
        next = [...next, { ...about, error: (cause as Error).message }]
      }
      keep(next)
    }
  }
  return (
    <FileInput
      aria-label="选择图片"
      accept="image/jpeg,image/png,image/webp"
      multiple
      limit={`JPG、PNG 或 WebP，最多 ${mostPictures} 张，每张不超过 15 MB`}
      items={items}
      disabled={items.length >= mostPictures || upload.busy}
      onFiles={(files) => void take(files)}
      onRemove={(key) => keep(items.filter((item) => item.key !== key))}
    />
  )
}

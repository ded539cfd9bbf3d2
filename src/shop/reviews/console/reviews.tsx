import { useState } from 'react'
import { DownloadButton } from '../../../core/files/download-button.tsx'
import { unfitFor } from '../../../core/list-page/bulk-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  reviewIndex,
  type StaffReview,
  staffReviewHide,
  staffReviewList,
  staffReviewPublish,
  staffReviewReply,
} from '../list-contract.ts'
import { Stars, starText } from '../stars.tsx'
import { reviewLifecycle } from '../rules.ts'

export const meta = () => [{ title: '评价 · 明析科测' }]

const publish = bulkVerb<StaffReview, typeof staffReviewPublish>(
  staffReviewPublish,
  ({ id, version }) => ({ id, version }),
  {
    label: '展示',
    unfit: unfitFor(reviewLifecycle, 'publish'),
    text: (count) => `在项目页展示 ${count} 条评价。已展示的会被拒绝。`,
  },
)

export default function ConsoleReviews() {
  const { may } = useStaff()
  const [open, setOpen] = useState<StaffReview>()
  return (
    <div className="stack">
      <PageHeader title="评价" sub="审核后在项目页展示；展示的评价计入平均分" />
      <IndexList
        index={reviewIndex}
        call={staffReviewList}
        looks={looks}
        more={[actColumn(setOpen)]}
        bulk={may('review.publish') ? [publish] : []}
        empty={<EmptyState title="没有待审核的评价" icon="review" />}
        renderBeside={(data) =>
          open && <ReviewDialog review={newest(open, data.list)} onClose={() => setOpen(undefined)} onMoved={setOpen} />
        }
      />
    </div>
  )
}

/** A review that was decided leaves the tab that it was opened in; its dialog stays, because a reply may stand in it. */
function newest(open: StaffReview, list: readonly StaffReview[]): StaffReview {
  const row = list.find(({ id }) => id === open.id)
  return row && row.version >= open.version ? row : open
}

const looks: IndexListProps<StaffReview, keyof typeof reviewIndex.fields>['looks'] = {
  project: {
    line: 1,
    rowHeader: true,
    render: (row) => <SmartLink to={`/detail/${row.rid}`}>{row.projectName}</SmartLink>,
  },
  stars: { line: 2, render: (row) => <Stars stars={row.stars} /> },
  words: { line: 2 },
  order: { render: (row) => <OrderOf review={row} /> },
  customer: { render: (row) => <span style={{ whiteSpace: 'nowrap' }}>{row.customerName}</span> },
  stage: { line: 1, render: (row) => <ReviewBadge row={row} /> },
}

/** Whoever decides on a review reads the order; editors may not open it. */
function OrderOf({ review: { orderNo } }: { review: StaffReview }) {
  const { may } = useStaff()
  if (!may('order.read')) return <span className="num">{orderNo}</span>
  return (
    <SmartLink to={`/console/orders/${orderNo}`} className="num">
      {orderNo}
    </SmartLink>
  )
}

function ReviewBadge({ row }: { row: StaffReview }) {
  const tone = { pending: 'work', published: 'ok', hidden: 'neutral' } as const
  return <StageBadge tone={tone[row.stage]}>{row.stageLabel}</StageBadge>
}

function actColumn(onOpen: (row: StaffReview) => void): Column<StaffReview> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <Button size="s" aria-label={`办理 ${row.orderNo} ${row.projectName} 的评价`} onClick={() => onOpen(row)}>
        办理
      </Button>
    ),
  }
}

const refreshes = [staffReviewList]

interface DialogProps {
  review: StaffReview
  onClose: () => void
  onMoved: (review: StaffReview) => void
}

function ReviewDialog({ review, onClose, onMoved }: DialogProps) {
  const { may } = useStaff()
  const [hiding, setHiding] = useState(false)
  const { id, version } = review
  const moved = (stage: 'published' | 'hidden', text: string) => () => {
    toast.success(text)
    onMoved({ ...review, stage, stageLabel: reviewLifecycle.stages[stage], version: version + 1 })
  }
  const show = useAct(staffReviewPublish, { refreshes, onDone: moved('published', '已展示在项目页') })
  const hide = useAct(staffReviewHide, { refreshes, onDone: moved('hidden', '已隐藏') })
  return (
    <FormDialog open onClose={onClose} title="评价">
      <div className="stack">
        <ReviewFacts review={review} />
        <FormActions>
          {review.stage !== 'hidden' && may('review.hide') && <Button onClick={() => setHiding(true)}>隐藏</Button>}
          {review.stage !== 'published' && may('review.publish') && (
            <Button variant="primary" busy={show.busy} onClick={() => void show.run({ id, version })}>
              展示
            </Button>
          )}
        </FormActions>
        {may('review.reply') && <ReplyForm key={review.id} review={review} />}
      </div>
      <ConfirmDialog
        open={hiding}
        onClose={() => setHiding(false)}
        onConfirm={({ reason }) => hide.submit({ id, version, reason })}
        title="隐藏评价"
        confirmLabel="隐藏"
        danger
        reason={{ label: '隐藏原因', required: true, maxLength: 200 }}
      >
        <p>
          {review.stage === 'pending'
            ? '评价不在项目页展示，也不发积分；客户会看到原因。'
            : '项目页不再显示，平均分随之变化，评价所得积分收回；客户会看到原因。'}
        </p>
      </ConfirmDialog>
    </FormDialog>
  )
}

function ReviewFacts({ review }: { review: StaffReview }) {
  return (
    <DescriptionList
      single
      items={[
        { term: '项目', value: review.projectName },
        { term: '订单', value: <OrderOf review={review} /> },
        { term: '客户', value: `${review.customerName}，展示为 ${review.shownName} ${review.company}`.trim() },
        { term: '状态', value: <ReviewBadge row={review} /> },
        { term: '星级', value: starText(review.stars) },
        ...(review.tags.length > 0 ? [{ term: '标签', value: review.tags.join('、') }] : []),
        ...(review.words ? [{ term: '评价', value: review.words }] : []),
        ...review.files.map(({ id, name }) => ({
          term: '图片',
          value: <DownloadButton key={id} fileId={id} name={name} as="staff" label={name} />,
        })),
        ...(review.reason ? [{ term: '隐藏原因', value: review.reason }] : []),
      ]}
    />
  )
}

function ReplyForm({ review }: { review: StaffReview }) {
  const reply = useAct(staffReviewReply, { refreshes })
  const form = useZodForm({
    schema: staffReviewReply.input,
    initial: { id: review.id, reply: review.reply },
    onSubmit: async (input) => {
      await reply.submit(input)
      toast.success('回复已保存')
    },
  })
  return (
    <Form form={form} aria-label="回复评价">
      <Field label="回复" of={form.at('reply')} required hint="与评价一起展示">
        <TextArea rows={3} maxLength={300} />
      </Field>
      <FormActions>
        <Button type="submit" busy={form.busy}>
          保存回复
        </Button>
      </FormActions>
    </Form>
  )
}

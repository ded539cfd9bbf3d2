import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Drawer } from '../../ui/feedback/dialog.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { excerpt } from './rules.ts'
import type { ThreadProps, Unsent } from './thread-form.tsx'
import css from './thread-view.module.css'

// Most visits of an order read the last message only.
const ThreadView = lazy(() => import('./thread-view.tsx').then((module) => ({ default: module.ThreadView })))

/** The last message with what is unread; the whole thread opens beside the page, so that what was not seen stays unread. */
export function OrderThread(props: ThreadProps) {
  const { orderNo, calls, as, may } = props
  const [query] = useSearchParams()
  const [unsent] = useState<Unsent>(() => ({ text: '', files: [] }))
  const [open, setOpen] = useState(query.get('thread') === '1')
  const { data, error, refetch, isFetching } = useCall(calls.show, { orderNo }, { refetchSeconds: 30 })
  const last = data?.messages.at(-1)
  return (
    <Card
      title={
        <span className="cluster">
          订单沟通{data && data.unread > 0 && <Tag tone="warn">{data.unread} 条未读</Tag>}
        </span>
      }
      actions={
        <Button size="s" icon="message" onClick={() => setOpen(true)}>
          {data?.messageCount ? '查看沟通' : as === 'customer' ? '给实验室留言' : '给客户留言'}
        </Button>
      }
    >
      {error && !data && (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!error && !data && <Skeleton lines={1} />}
      {data && (
        <p className={css.last}>
          {last
            ? `${last.own ? '我' : last.author}：${excerpt(last.text, last.files.length, 80)}`
            : as === 'customer'
              ? '关于本单的问题与补充资料可以在这里留言，客户经理与实验员会回复。'
              : may
                ? '还没有消息。'
                : '还没有消息；客户留言后在这里显示。'}
        </p>
      )}
      <Drawer open={open} onClose={() => setOpen(false)} title={`订单沟通 ${orderNo}`} light={false}>
        <Suspense fallback={<Skeleton lines={5} height={48} />}>
          <ThreadView {...props} unsent={unsent} />
        </Suspense>
      </Drawer>
    </Card>
  )
}

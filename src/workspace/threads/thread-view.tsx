import { useEffect, useRef, useState } from 'react'
import { DownloadButton } from '../../core/files/download-button.tsx'
import { send } from '../../platform/client/transport.ts'
import { showRefusal, useAct, useCall } from '../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../ui/inputs/button.tsx'
import { useRowsAround } from '../../ui/shell/rows-around.ts'
import { cx } from '../../ui/text/class-names.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import type { ThreadMessage } from './contract.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { type ThreadCalls, ThreadForm, type ThreadProps } from './thread-form.tsx'
import css from './thread-view.module.css'
import { minuteText } from '../../ui/text/day-text.ts'

/** The messages of a thread, oldest first, with the form below. What is shown counts as read. */
export function ThreadView(props: ThreadProps) {
  const { orderNo, as, calls, may } = props
  const { data, error, refetch, isFetching } = useCall(calls.show, { orderNo }, { refetchSeconds: 10, alwaysAsk: true })
  const older = useOlder(props, data?.messages[0]?.id)
  const lastId = data?.messages.at(-1)?.id
  useMarkRead(props, data !== undefined && data.unread > 0 ? lastId : undefined)
  const end = useRef<HTMLDivElement>(null)
  // The braces keep its result from React: newer browsers return a promise, which is no cleanup.
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'end' })
  }, [lastId])
  if (error && !data)
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        {error.message}
      </ErrorState>
    )
  if (!data) return <Skeleton lines={5} height={48} />
  const messages = [...older.messages, ...data.messages]
  return (
    <div className="stack">
      {(older.more ?? data.more) && (
        <Button size="s" variant="quiet" busy={older.busy} onClick={() => void older.load()}>
          更早的消息
        </Button>
      )}
      {messages.length === 0 && <EmptyState title="还没有消息" icon="message" />}
      <ol role="list" className={css.list} aria-label="消息">
        {messages.map((message) => (
          <Message key={message.id} message={message} as={as} />
        ))}
      </ol>
      {may && data.waits && lastId !== undefined && <NoAnswer {...props} lastId={lastId} />}
      {as === 'staff' && !data.waits && <NextThread />}
      {may ? <ThreadForm {...props} /> : <p>您的角色可以查看沟通，由客户经理或实验员回复。</p>}
      <div ref={end} />
    </div>
  )
}

function Message({
  message: { side, own, author, text, files, at },
  as,
}: {
  message: ThreadMessage
  as: ThreadProps['as']
}) {
  const who = own ? '我' : side === 'staff' && as === 'staff' ? `实验室 · ${author}` : author
  return (
    <li className={cx(css.message, side === as && css.own)}>
      <span className={css.who}>
        {who} <time className="num">{minuteText(at)}</time>
      </span>
      {text && <p className={css.text}>{text}</p>}
      {files.length > 0 && (
        <div className={css.files}>
          {files.map(({ id, name }) => (
            <DownloadButton key={id} fileId={id} name={name} as={as} label={name} />
          ))}
        </div>
      )}
    </li>
  )
}

/** After an answer, the next thread of the list that this one was opened from. */
function NextThread() {
  const after = useRowsAround()?.after
  if (!after?.endsWith('thread=1')) return null
  return (
    <span>
      <ButtonLink to={after} size="s" icon="chevron-right">
        下一条沟通
      </ButtonLink>
    </span>
  )
}

/** Ends the waiting of a thread whose last message asks for nothing. */
function NoAnswer({ orderNo, calls, lastId }: ThreadProps & { lastId: number }) {
  return calls.settle ? <Settle orderNo={orderNo} lastId={lastId} calls={{ ...calls, settle: calls.settle }} /> : null
}

function Settle({
  orderNo,
  lastId,
  calls,
}: {
  orderNo: string
  lastId: number
  calls: ThreadCalls & Required<Pick<ThreadCalls, 'settle'>>
}) {
  const settle = useAct(calls.settle, { refreshes: [calls.show, ...calls.lists] })
  return (
    <span>
      <Button
        size="s"
        icon="check"
        busy={settle.busy}
        onClick={async () => {
          if (await settle.run({ orderNo, messageId: lastId })) toast.success('已移出未回复')
        }}
      >
        无需回复
      </Button>
    </span>
  )
}

/** Messages before the newest page, on request. */
function useOlder({ orderNo, calls }: ThreadProps, firstShown: number | undefined) {
  const [messages, setMessages] = useState<ThreadMessage[]>([])
  const [more, setMore] = useState<boolean>()
  const [busy, setBusy] = useState(false)
  const load = async () => {
    const beforeId = messages[0]?.id ?? firstShown
    if (beforeId === undefined) return
    setBusy(true)
    try {
      const page = await send(calls.show, { orderNo, beforeId })
      setMessages((old) => [...page.messages, ...old])
      setMore(page.more)
    } catch (caught) {
      showRefusal(caught)
    } finally {
      setBusy(false)
    }
  }
  return { messages: messages.filter(({ id }) => firstShown === undefined || id < firstShown), more, busy, load }
}

/** Once for each message, so that a refusal is not repeated for ever. */
function useMarkRead({ orderNo, calls }: ThreadProps, messageId: number | undefined) {
  const read = useAct(calls.read, { quiet: true, refreshes: [calls.show, ...calls.lists] })
  const marked = useRef(0)
  const { run } = read
  useEffect(() => {
    if (messageId === undefined || messageId <= marked.current) return
    marked.current = messageId
    void run({ orderNo, messageId })
  }, [messageId, orderNo, run])
}

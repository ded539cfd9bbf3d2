import { useEffect, useRef, useState } from 'react'
import { useAct, useCall, useRefresh } from '../../platform/client/use-call.ts'
import type { Call } from '../../platform/contract/call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Drawer } from '../../ui/feedback/dialog.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import css from './bell.module.css'
import { bellList, bellRead } from './contract.ts'
import { type BellState, followBell } from './follow-stream.ts'
import { staffNoticeKinds, STREAM_PATH } from './rules.ts'
import { minuteText } from '../../ui/text/day-text.ts'

const PAGE_SIZE = 20

/** The bell of the console. `stale`: calls whose answers change with what the bell tells, such as the inbox. */
export function Bell({ stale }: { stale: readonly Call[] }) {
  const [open, setOpen] = useState(false)
  const unread = useUnread(stale)
  // The name says what is seen, so that a person who speaks to the browser can use it.
  const shown = unread > 99 ? '99+' : unread
  return (
    <>
      <Button
        variant="quiet"
        icon="bell"
        aria-label={unread > 0 ? `提醒，${shown} 条未读` : '提醒'}
        aria-haspopup="dialog"
        className={css.bell}
        onClick={() => setOpen(true)}
      >
        {unread > 0 && (
          <span className={css.badge} aria-hidden="true">
            {shown}
          </span>
        )}
      </Button>
      {open && <BellDrawer unread={unread} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The number of unread notices. It follows the stream of the server; without one it is asked for every minute. */
function useUnread(stale: readonly Call[]): number {
  const list = useCall(bellList, { page: 1, size: PAGE_SIZE }, { refetchSeconds: 60 })
  const refresh = useRefresh()
  const before = useRef<BellState>(undefined)
  const latest = useRef(stale)
  latest.current = stale
  useEffect(() => {
    const ending = new AbortController()
    const onState = (state: BellState) => {
      const known = before.current
      before.current = state
      // The first state is what the list shows already.
      if (!known) return
      void refresh([bellList, ...latest.current])
      if (state.newest > known.newest) toast.info('有新的提醒')
    }
    void followBell(STREAM_PATH, ending.signal, onState)
    return () => ending.abort()
  }, [refresh])
  return list.data?.unread ?? 0
}

function BellDrawer({ unread, onClose }: { unread: number; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const notices = useCall(bellList, { page, size: PAGE_SIZE })
  const read = useAct(bellRead, { refreshes: [bellList] })
  const { data, error, refetch } = notices
  return (
    <Drawer
      open
      onClose={onClose}
      title="提醒"
      footer={
        unread > 0 && (
          <Button busy={read.busy} onClick={() => void read.run({})}>
            全部标为已读
          </Button>
        )
      }
    >
      {error && !data && <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>}
      {!error && !data && <Skeleton lines={4} height={56} />}
      {data?.total === 0 && (
        <EmptyState title="还没有提醒" icon="bell">
          分派给您的工作、客户的留言和超时的事项会出现在这里。
        </EmptyState>
      )}
      <ul role="list">
        {data?.list.map((notice) => (
          <li key={notice.id} className={css.notice}>
            <div className="cluster">
              <Tag tone={notice.kind === 'overdue' ? 'danger' : undefined}>{staffNoticeKinds[notice.kind]}</Tag>
              <time className={css.time}>{minuteText(notice.createdAt)}</time>
              {!notice.read && <Tag tone="info">未读</Tag>}
            </div>
            <SmartLink
              to={notice.path}
              className={css.title}
              onClick={() => {
                if (!notice.read) void read.run({ ids: [notice.id] })
                onClose()
              }}
            >
              {notice.title}
            </SmartLink>
          </li>
        ))}
      </ul>
      {data && data.total > PAGE_SIZE && (
        <Pagination page={page} pageCount={Math.ceil(data.total / PAGE_SIZE)} onPage={setPage} label="提醒分页" />
      )}
    </Drawer>
  )
}

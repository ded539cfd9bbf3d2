import { useState } from 'react'
import { userInfo } from '../../people/customers/person-contract.ts'
import { isActingPage, setActing } from '../../platform/client/acting.ts'
import { QueryScope } from '../../platform/client/query-scope.tsx'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Drawer } from '../../ui/feedback/dialog.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { messageList, messageRead } from './contract.ts'
import css from './message-drawer.module.css'
import { minuteText } from '../../ui/text/day-text.ts'

const PAGE_SIZE = 20

/** The messages of a customer, newest first; following a link marks the message as read. */
export default function MessageDrawer({ onClose }: { onClose: () => void }) {
  return (
    <QueryScope>
      <Messages onClose={onClose} />
    </QueryScope>
  )
}

function Messages({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const messages = useCall(messageList, { page, size: PAGE_SIZE })
  const read = useAct(messageRead, { refreshes: [messageList, userInfo] })
  const { data, error, refetch } = messages
  const unread = useCall(userInfo, {}).data?.messageNum ?? 0
  return (
    <Drawer
      open
      onClose={onClose}
      title="消息"
      footer={
        unread > 0 && (
          <Button busy={read.busy} onClick={() => void read.run({})}>
            全部标为已读
          </Button>
        )
      }
    >
      {error && !data && <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>}
      {!error && !data && <Skeleton lines={4} height={64} />}
      {data?.total === 0 && (
        <EmptyState title="还没有消息" icon="bell" action={{ label: '去看看服务项目', to: '/project' }} />
      )}
      <ul role="list" className={css.list}>
        {data?.list.map((message) => (
          <li key={message.id} className={css.message}>
            <div className="cluster">
              <SmartLink
                to={message.link || '/member/center'}
                className={css.title}
                onClick={() => {
                  if (isOwn(message.link)) setActing(undefined)
                  if (!message.read) void read.run({ ids: [message.id] })
                  onClose()
                }}
              >
                {message.title}
              </SmartLink>
              {!message.read && <Tag tone="info">未读</Tag>}
            </div>
            <p className={css.text}>{message.text}</p>
            <time className={css.time}>{minuteText(message.createdAt)}</time>
          </li>
        ))}
      </ul>
      {data && (
        <Pagination page={page} pageCount={Math.ceil(data.total / PAGE_SIZE)} onPage={setPage} label="消息分页" />
      )}
    </Drawer>
  )
}

/** A message to the person: its page shows the person's data, also in a tab that works for a group. Links to a group name it. */
function isOwn(link: string): boolean {
  const { pathname, searchParams } = new URL(link || '/member/center', location.origin)
  return isActingPage(pathname) && !searchParams.has('account')
}

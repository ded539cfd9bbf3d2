import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type Acting, setActing } from '../../../platform/client/acting.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { clusterActing } from './acting-contract.ts'

/**
 * A link of a message to a group names it (`account=KT…`): the tab switches to that group before the page is shown. Whoever may not act for
 * it any more is told so, and reads nothing of either account under the wrong name. The name is taken out of the address, so that going back
 * to the own account lasts.
 */
export function AccountOfLink({ acting, children }: { acting: Acting | undefined; children: ReactNode }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('account') ?? ''
  const groups = useCall(clusterActing, {}, { enabled: asked !== '', alwaysAsk: true })
  const found = groups.data?.list.find(({ groupNo }) => groupNo === asked)
  const there = asked !== '' && acting?.groupNo === asked
  useEffect(() => {
    if (found && !there) setActing({ groupNo: found.groupNo, name: found.name })
    if (there) setSearch(without, { replace: true })
  }, [found, there, setSearch])
  if (asked === '' || there) return children
  if (groups.error && !groups.data)
    return (
      <ErrorState onRetry={() => void groups.refetch()} busy={groups.isFetching}>
        {groups.error.message}
      </ErrorState>
    )
  if (!groups.data || found) return <Skeleton lines={4} height={72} />
  return (
    <EmptyState
      title="您现在不能以该课题组的身份操作"
      icon="group"
      action={{
        label: '以个人身份查看',
        onClick: () => {
          setActing(undefined)
          setSearch(without, { replace: true })
        },
      }}
    >
      课题组可能已解散，或您已不是它的所有者或管理员。
    </EmptyState>
  )
}

function without(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('account')
  return next
}

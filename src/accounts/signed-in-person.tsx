import { useEffect } from 'react'
import { QueryScope, queryClient } from '../platform/client/query-scope.tsx'
import { clearSession, readSession } from '../platform/client/session.ts'
import { send } from '../platform/client/transport.ts'
import { useCall } from '../platform/client/use-call.ts'
import { userInfo, userLogout } from './profile-contract.ts'

export interface PersonShown {
  name: string
  cartNum: number
  messageNum: number
}

interface Props {
  onPerson: (person: PersonShown | undefined) => void
}

/** Loads who is signed in and reports what the header shows; when that fails, nothing of an earlier answer stays. */
export default function SignedInPerson({ onPerson }: Props) {
  return (
    <QueryScope>
      <Person onPerson={onPerson} />
    </QueryScope>
  )
}

function Person({ onPerson }: Props) {
  const { data, isError } = useCall(userInfo, {})
  useEffect(() => {
    if (isError || !data) return onPerson(undefined)
    const { nickname, name, account } = data.userInfo
    onPerson({
      name: nickname || name || `尾号${account.slice(-4)}`,
      cartNum: data.cartNum,
      messageNum: data.messageNum,
    })
  }, [data, isError, onPerson])
  return null
}

/** Ends the session on the server where it can be reached, and here in any case. */
export async function signOut(): Promise<void> {
  await send(userLogout, {}).catch(() => undefined)
  clearSession('customer')
  forgetPerson()
}

/** Plan, messages and everything else that belonged to the person who has left. Where somebody else is in already, theirs is asked for. */
export function forgetPerson(): void {
  const theirs = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[0]).startsWith('/api/auth/'),
  }
  if (readSession('customer')) void queryClient().resetQueries(theirs)
  else queryClient().removeQueries(theirs)
}

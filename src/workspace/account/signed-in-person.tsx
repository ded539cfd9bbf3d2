import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { finishBeforeSignOut, onStepUp, type ProofAsked } from '../../platform/client/shell-events.ts'
import { isSubscribedHere, unsubscribeHere } from '../../platform/client/browser-push.ts'
import { QueryScope, queryClient } from '../../platform/client/query-scope.tsx'
import { clearSession, readSession } from '../../platform/client/session.ts'
import { ApiError, send } from '../../platform/client/transport.ts'
import { forgetAllTyped } from '../../platform/client/typed-copy.ts'
import { callKey, useCall } from '../../platform/client/use-call.ts'
import { pushOff } from '../notices/push/push-contract.ts'
import { userInfo, userLogout } from '../../people/customers/person-contract.ts'

const ConsentDialog = lazy(() => import('../../people/sign-in/consent/consent-dialog.tsx'))
const SecondFactorDialog = lazy(() => import('../../people/sign-in/dialog/second-factor-dialog.tsx'))
const StepUpDialog = lazy(() => import('../../people/sign-in/step-up/step-up-dialog.tsx'))

export interface PersonShown {
  name: string
  cartNum: number
  messageNum: number
  /** Whether the consent dialog is open: no other dialog may open beside it. */
  asked: boolean
}

interface Props {
  onPerson: (person: PersonShown | undefined) => void
}

/** Loads the signed-in customer and reports what the header shows; on an error nothing of an earlier answer remains. */
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
      asked: data.consentNeeded !== null,
    })
  }, [data, isError, onPerson])
  return (
    <Suspense>
      {data?.consentNeeded && <ConsentDialog version={data.consentNeeded} onRefused={() => void signOut()} />}
      <StepUp />
    </Suspense>
  )
}

/** Opens the dialog for the first call that requires it; calls that follow meanwhile wait for the same answer. */
function StepUp() {
  const [open, setOpen] = useState<ProofAsked>()
  const asked = useRef<{ answer: Promise<boolean>; end: (proved: boolean) => void }>(undefined)
  useEffect(
    () =>
      onStepUp((wanted) => {
        if (asked.current) return asked.current.answer
        setOpen(wanted)
        let resolve: (proved: boolean) => void = () => undefined
        const answer = new Promise<boolean>((done) => {
          resolve = done
        })
        const end = (proved: boolean) => {
          asked.current = undefined
          setOpen(undefined)
          if (!proved && wanted === 'secondFactorRequired') leave()
          resolve(proved)
        }
        asked.current = { answer, end }
        return answer
      }),
    [],
  )
  const end = (proved: boolean) => asked.current?.end(proved)
  if (open === 'secondFactorRequired') return <SecondFactorDialog onEnd={end} />
  return open ? <StepUpDialog onEnd={end} /> : null
}

/** Who does not take the second step is not signed in: a session that waits for it may call nothing else. */
function leave(): void {
  void send(userLogout, {})
    .catch(() => undefined)
    .then(() => {
      clearSession('customer')
      forgetPerson()
    })
}

/**
 * Whether the customer who has just signed in should complete the profile. Waits for the second step. False when it is not taken or
 * the answer fails: the sign-in is still valid, and the header loads the customer again.
 */
export async function lacksAddress(): Promise<boolean> {
  try {
    const info = await queryClient().fetchQuery({ queryKey: callKey(userInfo, {}), queryFn: () => send(userInfo, {}) })
    return info.addressList.length === 0
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    return false
  }
}

/** Ends the session on the server when it can be reached, and in the browser in any case. */
export async function signOut(): Promise<void> {
  await finishBeforeSignOut()
  await endPushes().catch(() => undefined)
  await send(userLogout, {}).catch(() => undefined)
  clearSession('customer')
  forgetAllTyped()
  forgetPerson()
}

/** Nobody else at this browser gets what is meant for this person. The server also ends pushes with the session. */
async function endPushes(): Promise<void> {
  if (!(await isSubscribedHere())) return
  await Promise.allSettled([send(pushOff, {}), unsubscribeHere()])
}

/** Removes cached data of the customer who signed out. When somebody else is signed in already, loads theirs. */
export function forgetPerson(): void {
  const theirs = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[0]).startsWith('/api/auth/'),
  }
  if (readSession('customer')) void queryClient().resetQueries(theirs)
  else queryClient().removeQueries(theirs)
}

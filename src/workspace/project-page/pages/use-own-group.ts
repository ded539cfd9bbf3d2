import { useEffect, useState } from 'react'
import type { CustomerGroup } from '../../../people/customers/rules.ts'
import { useSignedIn } from '../../../platform/client/use-session.ts'

/** The group of a signed-in customer, which decides the price; undefined for a visitor, who may choose a group. */
export function useOwnGroup(): CustomerGroup | undefined {
  const signedIn = useSignedIn('customer') === true
  const [group, setGroup] = useState<CustomerGroup>()
  useEffect(() => {
    if (!signedIn) return
    let left = false
    let stop: (() => void) | undefined
    void import('./signed-in.ts').then(({ followGroup }) => {
      if (!left) stop = followGroup(setGroup)
    })
    return () => {
      left = true
      stop?.()
      setGroup(undefined)
    }
  }, [signedIn])
  return group
}

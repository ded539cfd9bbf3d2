import { useEffect, useRef, useState } from 'react'
import { forgetCopy, forgetTyped, keepTyped, typedCopies } from './typed-copy.ts'

interface TypedForm<T> {
  /** `personKey` of user/info; undefined until it is known. */
  person: string | undefined
  form: string
  values: T
  /** Something has been typed. */
  dirty: boolean
  /** Puts back what was left. */
  restore: (typed: T) => void
}

/**
 * For a form that the end of the session takes away: what is typed lies in the browser until it is sent, and fills the form when the same person
 * opens it again. `restored` is for saying so, `forget` for when it was sent or is not wanted.
 */
export function useTypedCopy<T>({ person, form, values, dirty, restore }: TypedForm<T>) {
  const [restored, setRestored] = useState(false)
  const latest = useRef(restore)
  useEffect(() => {
    latest.current = restore
  })
  useEffect(() => {
    const [left] = person === undefined ? [] : typedCopies<T>(person, form)
    if (!left) return
    forgetCopy(left.key)
    latest.current(left.typed)
    setRestored(true)
  }, [person, form])
  useEffect(() => {
    if (person !== undefined && dirty) keepTyped(person, form, values)
  }, [person, form, values, dirty])
  const forget = () => {
    if (person !== undefined) forgetTyped(person, form)
    setRestored(false)
  }
  return { restored, forget }
}

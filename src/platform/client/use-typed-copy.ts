import { useEffect, useRef, useState } from 'react'
import { forgetCopy, forgetTyped, keepTyped, typedCopies } from './typed-copy.ts'

interface TypedForm<T> {
  /** `personKey` of user/info; undefined until it is known. */
  person: string | undefined
  form: string
  values: T
  /** Something has been typed. */
  dirty: boolean
  /** Fills the form with the stored input. */
  restore: (typed: T) => void
}

/**
 * Keeps the input of a form in the browser until it is sent, and fills the form with it when the same person opens it again, for example after
 * the session has ended. `restored` is true when that has happened; call `forget` when the input was sent or discarded.
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

import { useEffect, useState } from 'react'

/** The value as it was when it had not changed for a moment, so that typing does not ask the server at every key. */
export function useDelayed<T>(value: T, milliseconds = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

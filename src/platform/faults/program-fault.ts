/** Data exceptions, violated constraints, wrong statements. */
const WRONG_STATEMENT = /^(?:22|23|42)[0-9A-Z]{3}$/

/** A mistake of the program, which no further try mends; unlike a network or a provider that was away. */
export function isProgramFault(error: unknown): boolean {
  // fetch throws a TypeError with a cause when no answer came.
  if (error instanceof TypeError) return error.cause === undefined
  if (error instanceof ReferenceError || error instanceof RangeError) return true
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && WRONG_STATEMENT.test(code)
}

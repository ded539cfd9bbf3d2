/** How the id of a request is told to a person (问题编号); staff find the error report by it. */
export function problemNumber(requestId: string): string {
  return requestId.slice(0, 8)
}

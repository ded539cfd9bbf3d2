/** A request that a program made with its key, once it is answered. */
export interface ProgramRequest {
  keyId: number
  at: Date
  method: string
  /** Of the route: `/files/:token`, never the token. */
  path: string
  status: number
  error: string
  message: string
  durationMs: number
  ip: string
  /** The number of the account in whose name it was asked; empty for the person's own. */
  account: string
  requestId: string
}

import { createContext } from 'react-router'
import type { Call, OutputOf, SentTo } from '../platform/contract/call.ts'

/** How page loaders reach the calls while rendering on the server: in process, as a visitor, through the same dispatcher. */
export interface ServerApi {
  call<C extends Call>(call: C, input: SentTo<C>): Promise<OutputOf<C>>
}

export const serverApi = createContext<ServerApi>()

/** A refusal that reached a loader, as a thrown `data(…, {status})` would be. */
export class PageRefusal extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

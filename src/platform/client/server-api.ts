import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Call, OutputOf, SentTo } from '../contract/call.ts'

/** How page loaders reach the calls while rendering on the server: in process, as a visitor, through the same dispatcher. */
export interface ServerApi {
  call<C extends Call>(call: C, input: SentTo<C>): Promise<OutputOf<C>>
  /** Address of the site for canonical links, without a slash at the end; empty when it is not configured. Never taken from the request: pages are cached. */
  publicUrl: string
  /** What came of a form that was sent to this page and refused: shown in the page with what was typed. */
  formAnswer?: FormAnswer
}

export interface FormAnswer {
  message: string
  fields: Record<string, string>
  values: Record<string, string>
}

export const serverApi = createContext<ServerApi>()

/** A refusal that reached a loader. */
export class PageRefusal extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** A call from a page loader. A refusal becomes the page of its status; refused input (an id that is no number) is a page that is not there. */
export async function loadCall<C extends Call>(
  context: Readonly<RouterContextProvider>,
  call: C,
  input: SentTo<C>,
): Promise<OutputOf<C>> {
  try {
    return await context.get(serverApi).call(call, input)
  } catch (error) {
    if (!(error instanceof PageRefusal)) throw error
    throw data(null, { status: error.status < 400 ? 404 : error.status })
  }
}

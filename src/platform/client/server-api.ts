import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Call, OutputOf, SentTo } from '../contract/call.ts'

/** Makes calls from page loaders on the server: in the same process, as a visitor, through the same dispatcher. */
export interface ServerApi {
  call<C extends Call>(call: C, input: SentTo<C>): Promise<OutputOf<C>>
  /** Notes a fault of a loader or of the rendering in the log. */
  failed(error: unknown): void
  /** What the error page tells the visitor, when this request fails. */
  problemNumber: string
  /** Address of the site for canonical links, without a slash at the end; empty when it is not configured. Never from the request, because pages are cached. */
  publicUrl: string
  /** The refusal of a form that was posted to this page; the page shows it together with the input. */
  formAnswer?: FormAnswer
}

export interface FormAnswer {
  message: string
  fields: Record<string, string>
  values: Record<string, string>
}

export const serverApi = createContext<ServerApi>()

/** A refusal of a call in a page loader. */
export class PageRefusal extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Makes a call from a page loader. A refusal shows the error page of its status; invalid input (such as a malformed id) shows the 404 page. */
export async function loadCall<C extends Call>(
  context: Readonly<RouterContextProvider>,
  call: C,
  input: SentTo<C>,
): Promise<OutputOf<C>> {
  try {
    return await context.get(serverApi).call(call, input)
  } catch (error) {
    if (!(error instanceof PageRefusal)) throw error
    if (error.status < 400) throw data(null, { status: 404 })
    throw data(error.status === 500 ? context.get(serverApi).problemNumber : null, { status: error.status })
  }
}

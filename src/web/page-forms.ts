import { requirementSend } from '../lab/demands/require-contract.ts'
import type { Call } from '../platform/contract/call.ts'

export interface PageForm {
  path: string
  call: Call
  /** The address to redirect to after success. */
  goTo: (data: unknown) => string
}

/** Pages whose form is posted to their own address, so that it works without JavaScript. */
export const pageForms: PageForm[] = [
  {
    path: '/require',
    call: requirementSend,
    goTo: (data) => `/require?receipt=${encodeURIComponent((data as { receiptNo: string }).receiptNo)}`,
  },
]

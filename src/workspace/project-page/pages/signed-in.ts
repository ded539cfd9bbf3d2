// Functions of the project page for signed-in customers. Loaded on demand, because most visitors are not signed in.
import { QueryObserver } from '@tanstack/react-query'
import { userInfo } from '../../../people/customers/person-contract.ts'
import type { CustomerGroup } from '../../../people/customers/rules.ts'
import { fileUpload } from '../../../core/files/contract.ts'
import { queryClient } from '../../../platform/client/query-scope.tsx'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { callKey } from '../../../platform/client/use-call.ts'
import type { SentTo } from '../../../platform/contract/call.ts'
import { planAdd, planList } from '../../../lab/plans/contract.ts'
import type { FileValue } from '../../../shop/catalogue/forms/form-rules.ts'

/** Reports the customer's group now and after each change, for example of the profile. Returns a function that stops it. */
export function followGroup(onGroup: (group: CustomerGroup | undefined) => void): () => void {
  const person = new QueryObserver(queryClient(), {
    queryKey: callKey(userInfo, {}),
    queryFn: ({ signal }) => send(userInfo, {}, { signal }),
    retry: false,
  })
  onGroup(person.getCurrentResult().data?.userInfo.group)
  return person.subscribe(({ data }) => onGroup(data?.userInfo.group))
}

export async function uploadData(file: File): Promise<FileValue> {
  const stored = await send(fileUpload, { purpose: 'data' }, { file, idempotencyKey: crypto.randomUUID() })
  return { id: String(stored.id), name: stored.name }
}

/** The result of adding to the plan. Without problem and count the session had ended, and the login dialog opens. */
export interface Added {
  planCount?: number
  problem?: string
  fields?: Record<string, string>
}

/** `idempotencyKey` stays the same when the same form is sent again after a lost answer. */
export async function addToPlan(input: SentTo<typeof planAdd>, idempotencyKey: string): Promise<Added> {
  try {
    const { planCount } = await send(planAdd, input, { idempotencyKey })
    const queries = queryClient()
    await Promise.all([userInfo, planList].map((call) => queries.invalidateQueries({ queryKey: callKey(call) })))
    return { planCount }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.error === 'notSignedIn' ? {} : { problem: error.message, fields: formFields(error.fields) }
  }
}

/** The form names its fields `values.<field>`, the plan's call `parameters.<field>`. */
function formFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.replace(/^parameters\./, 'values.'), text]),
  )
}

// What the page of a project does for a person who is signed in. Loaded when it is needed, since most who read the page are not.
import type { QueryClient } from '@tanstack/react-query'
import { userInfo } from '../../../accounts/profile-contract.ts'
import type { CustomerGroup } from '../../../accounts/rules.ts'
import { fileUpload } from '../../../files/contract.ts'
import { send } from '../../../platform/client/transport.ts'
import { callKey } from '../../../platform/client/use-call.ts'
import type { OutputOf, SentTo } from '../../../platform/contract/call.ts'
import { planAdd, planList } from '../../../plans/contract.ts'
import type { FileValue } from '../../form-rules.ts'

export async function groupOfPerson(queries: QueryClient): Promise<CustomerGroup> {
  const { userInfo: person } = await queries.fetchQuery({
    queryKey: callKey(userInfo, {}),
    queryFn: () => send(userInfo, {}),
    staleTime: 15_000,
  })
  return person.group
}

export async function uploadData(file: File): Promise<FileValue> {
  const stored = await send(fileUpload, { purpose: 'data' }, { file, idempotencyKey: crypto.randomUUID() })
  return { id: String(stored.id), name: stored.name }
}

/** `idempotencyKey` stays the same while the same form is sent again after a lost answer. */
export async function addToPlan(
  queries: QueryClient,
  input: SentTo<typeof planAdd>,
  idempotencyKey: string,
): Promise<OutputOf<typeof planAdd>> {
  const added = await send(planAdd, input, { idempotencyKey })
  await Promise.all([userInfo, planList].map((call) => queries.invalidateQueries({ queryKey: callKey(call) })))
  return added
}

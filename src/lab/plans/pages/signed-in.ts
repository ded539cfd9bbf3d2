// What a signed-in reader of a shared plan does. Loaded on demand, because most readers are not signed in.
import { userInfo } from '../../../people/customers/person-contract.ts'
import { queryClient } from '../../../platform/client/query-scope.tsx'
import { send } from '../../../platform/client/transport.ts'
import { callKey } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { planList } from '../contract.ts'
import { planTake } from '../share-contract.ts'

/** Adds the lines to the own plan. Throws with a Chinese message. */
export async function takePlan(token: string): Promise<OutputOf<typeof planTake>> {
  const taken = await send(planTake, { token }, { idempotencyKey: crypto.randomUUID() })
  for (const read of [planList, userInfo]) void queryClient().invalidateQueries({ queryKey: callKey(read) })
  return taken
}

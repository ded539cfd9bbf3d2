import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { keyOf, nothing } from '../../../platform/contract/fields.ts'
import { groupRoles } from '../rules.ts'

// This call has a file of its own, because every page of the member area makes it and would carry all calls about groups.

export const clusterActing = defineCall({
  area: 'auth',
  name: 'cluster/acting',
  reads: true,
  summary: '我可以代表的课题组',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        groupNo: z.string(),
        name: z.string(),
        role: keyOf(groupRoles),
        roleLabel: z.string(),
        /** The group demands a second factor that the caller does not have. */
        factorFirst: z.boolean(),
      }),
    ),
  }),
})

import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { listOf, pageFields, timeText } from '../../platform/contract/fields.ts'

export const assetDetail = defineCall({
  name: 'asset/detail',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的资产流水',
  input: z.strictObject({
    account: z
      .enum(['prestore', 'gift', 'advance', 'credit_available'], { error: '账户类型不正确' })
      .default('prestore'),
    ...pageFields,
  }),
  output: listOf(
    z.object({ id: z.number(), at: timeText, memo: z.string(), amountFen: z.number(), balanceFen: z.number() }),
  ),
})

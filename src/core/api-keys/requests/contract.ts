import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { idField, keyOf, listOf, pageFields, timeText } from '../../../platform/contract/fields.ts'
import { apiScopes, keyStates } from '../rules.ts'
import { requestOutcomes } from './rules.ts'

const { limited: _, ...listedOutcomes } = requestOutcomes

const request = z.object({
  id: z.number().int(),
  at: timeText,
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  outcome: keyOf(listedOutcomes),
  /** The error of the envelope; empty when it was answered. */
  error: z.string(),
  /** Its words, with the fields at fault. */
  message: z.string(),
  durationMs: z.number().int(),
  ip: z.string(),
  /** The number of the group in whose name it was asked; empty for the person's own account. */
  account: z.string(),
  /** As in the header `request-id` of the answer. */
  requestId: z.string(),
})
export type ProgramRequestItem = z.output<typeof request>

const requestsOfKey = {
  reads: true,
  input: z.strictObject({ id: idField, outcome: keyOf(listedOutcomes, '结果不正确').optional(), ...pageFields }),
  output: listOf(request),
} as const

const counts = z.object({
  answered: z.number().int(),
  refused: z.number().int(),
  failed: z.number().int(),
  limited: z.number().int(),
})

const usageOfKey = {
  reads: true,
  input: z.strictObject({ id: idField }),
  output: z.object({
    /** Of the last thirty days of Shanghai, oldest first, with those without requests. */
    days: z.array(counts.extend({ day: z.string() })),
    sum: counts,
  }),
} as const
export type KeyUsage = z.output<typeof usageOfKey.output>

export const apiKeyRequests = defineCall({
  name: 'apiKey/requests',
  area: 'auth',
  summary: '密钥的调用记录，新的在前',
  ...requestsOfKey,
})

export const apiKeyUsage = defineCall({
  name: 'apiKey/usage',
  area: 'auth',
  summary: '密钥近三十天每天的调用次数',
  ...usageOfKey,
})

export const staffApiKeys = defineCall({
  name: 'apiKey/list',
  area: 'staff',
  action: 'customer.read',
  reads: true,
  summary: '客户的开放接口密钥',
  input: z.strictObject({ customerId: idField }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        prefix: z.string(),
        scopes: z.array(keyOf(apiScopes)),
        lastUsedAt: timeText.nullable(),
        state: keyOf(keyStates),
      }),
    ),
  }),
})

export const staffApiKeyRequests = defineCall({
  name: 'apiKey/requests',
  area: 'staff',
  action: 'customer.read',
  summary: '客户密钥的调用记录，新的在前',
  ...requestsOfKey,
})

export const staffApiKeyUsage = defineCall({
  name: 'apiKey/usage',
  area: 'staff',
  action: 'customer.read',
  summary: '客户密钥近三十天每天的调用次数',
  ...usageOfKey,
})

import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { dateField, done, idField, keyOf, nothing, requiredText, timeText } from '../../platform/contract/fields.ts'
import { apiScopeNames, apiScopes, keyStates } from './rules.ts'

const apiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(keyOf(apiScopes)),
  createdAt: timeText,
  expiresAt: timeText.nullable(),
  /** The last day on which the key works; null: until it is revoked. */
  lastDay: z.string().nullable(),
  lastUsedAt: timeText.nullable(),
  lastIp: z.string(),
  state: keyOf(keyStates),
})
export type ApiKeyItem = z.output<typeof apiKey>

export const apiKeyList = defineCall({
  name: 'apiKey/list',
  area: 'auth',
  reads: true,
  summary: '我的开放接口密钥',
  input: nothing,
  output: z.object({ list: z.array(apiKey) }),
})

export const apiKeyAdd = defineCall({
  name: 'apiKey/add',
  area: 'auth',
  repeat: 'secret-answer',
  summary: '新建开放接口密钥，完整密钥只返回这一次',
  input: z.strictObject({
    name: requiredText('用途', 40),
    scopes: z
      .array(keyOf(apiScopes, '权限范围不正确'), { error: '请选择权限范围' })
      .min(1, '请选择权限范围')
      .max(apiScopeNames.length, '权限范围不正确'),
    /** The last day on which the key works; null: until it is revoked. */
    lastDay: dateField.nullable().default(null),
  }),
  output: z.object({ id: z.number().int(), key: z.string() }),
})

export const apiKeyRevoke = defineCall({
  name: 'apiKey/revoke',
  area: 'auth',
  repeat: 'sets-state',
  summary: '停用开放接口密钥，立即生效',
  input: z.strictObject({ id: idField }),
  output: done,
})

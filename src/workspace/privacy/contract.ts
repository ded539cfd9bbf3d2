import { z } from 'zod'
import { codeField, proofInput } from '../../people/customers/credential-contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { toSettleFields } from '../../people/customers/obstacles/obstacle-contract.ts'
import { done, nothing, timeText } from '../../platform/contract/fields.ts'

const proof = z.strictObject({ code: codeField })

export const userPrivacy = defineCall({
  name: 'user/privacy',
  area: 'auth',
  reads: true,
  summary: '个人信息管理：已同意的协议版本、数据副本、注销状态',
  input: nothing,
  output: z.object({
    consents: z.array(z.object({ name: z.string(), version: z.string(), agreedAt: timeText })),
    export: z
      .object({
        fileId: z.number().int().nullable(),
        createdAt: timeText,
        expiresAt: timeText,
        /** When a newer copy may be asked for; null: at once. */
        renewableAt: timeText.nullable(),
      })
      .nullable(),
    /** Set while the closing is pending. */
    closesAt: timeText.nullable(),
    obstacles: z.array(z.string()),
    toSettle: toSettleFields,
  }),
})

export const userCode4Privacy = defineCall({
  name: 'user/code4privacy',
  area: 'auth',
  repeat: 'bounded',
  summary: '向本人手机发送验证码，用于导出个人信息或注销账号',
  input: nothing,
  output: done,
})

export const userExport = defineCall({
  name: 'user/export',
  area: 'auth',
  repeat: 'single-use',
  summary: '生成本人全部个人信息的副本（ZIP），需短信验证码；收不到短信时可用登录密码',
  input: proofInput,
  output: done,
})

export const userClose = defineCall({
  name: 'user/close',
  area: 'auth',
  repeat: 'single-use',
  summary: '申请注销账号，需短信验证码，7天冷静期后执行',
  input: proof,
  output: z.object({ closesAt: timeText }),
})

export const userCloseCancel = defineCall({
  name: 'user/closeCancel',
  area: 'auth',
  repeat: 'sets-state',
  summary: '撤销账号注销申请',
  input: nothing,
  output: done,
})

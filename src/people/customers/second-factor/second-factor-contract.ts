import { z } from 'zod'
import { factorField, firstCode } from '../../../core/second-factor/factor-rules.ts'
import { defineCall } from '../../../platform/contract/call.ts'
import { done, idField, nothing, requiredText, timeText } from '../../../platform/contract/fields.ts'
import { existingPassword } from '../credential-contract.ts'

const ownFactor = z.strictObject({ code: factorField })
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const userSecondFactor = defineCall({
  name: 'user/secondFactor',
  area: 'auth',
  reads: true,
  summary: '我的两步验证',
  input: nothing,
  output: z.object({ enrolledAt: timeText.nullable(), recoveryCodesLeft: z.number().int() }),
})

export const userBeginSecondFactor = defineCall({
  name: 'user/beginSecondFactor',
  area: 'auth',
  repeat: 'bounded',
  summary: '为验证器应用生成密钥，确认首个验证码后生效',
  input: z.strictObject({
    password: existingPassword,
  }),
  output: z.object({ secret: z.string(), uri: z.string() }),
})

export const userConfirmSecondFactor = defineCall({
  name: 'user/confirmSecondFactor',
  area: 'auth',
  repeat: 'single-use',
  summary: '用验证器应用的首个验证码开启两步验证，返回恢复码',
  input: firstCode,
  output: recoveryCodes,
})

export const userRecoveryCodes = defineCall({
  name: 'user/recoveryCodes',
  area: 'auth',
  repeat: 'single-use',
  summary: '重新生成恢复码，原有恢复码作废',
  input: ownFactor,
  output: recoveryCodes,
})

export const userEndSecondFactor = defineCall({
  name: 'user/endSecondFactor',
  area: 'auth',
  repeat: 'single-use',
  summary: '关闭两步验证',
  input: ownFactor,
  output: done,
})

/** The second step of signing in; until then every other call is refused with `secondFactorRequired`. */
export const userProveSecondFactor = defineCall({
  name: 'user/proveSecondFactor',
  area: 'auth',
  beforeSecondFactor: true,
  repeat: 'single-use',
  summary: '登录的第二步：验证器应用的验证码，或恢复码',
  input: ownFactor,
  output: done,
})

/** For a customer who lost both the phone and the recovery codes, after staff have identified the person. */
export const accountEndSecondFactor = defineCall({
  area: 'staff',
  action: 'account.vouch',
  name: 'account/endSecondFactor',
  repeat: 'sets-state',
  summary: '核实身份后关闭客户的两步验证',
  input: z.strictObject({ id: idField, reason: requiredText('核实方式', 200) }),
  output: done,
})

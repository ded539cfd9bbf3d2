import { defineRefusals } from '../../platform/contract/refusal.ts'

export const apiKeyErrors = defineRefusals({
  tooManyKeys: ['密钥数量已达上限，请先停用不再使用的密钥', 409],
  keyExpiryPast: '有效期不能早于今天',
  keyInvalid: ['密钥无效、已停用或已过期', 401],
  notForKeys: ['此接口不对开放接口密钥开放', 403],
  scopeMissing: ['密钥没有此接口所需的权限范围', 403],
  keyTooMany: ['调用过于频繁，请在一分钟后重试', 429],
})

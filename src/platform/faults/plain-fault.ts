import { networkWords } from '../contract/network-words.ts'

/** What only the operator of this machine can mend. */
const OWN: Record<string, string> = { CERT_NOT_YET_VALID: '证书尚未生效（请检查本机时间）' }

/** What PostgreSQL says to somebody whom it does not let in. */
const DATABASE: Record<string, string> = {
  '28P01': '用户名或密码不正确',
  '28000': '数据库不允许这个用户从本机登录（pg_hba.conf）',
  '3D000': '这个名称的数据库不存在',
  '53300': '数据库的连接已用完',
  '57P01': '数据库正在停止',
  '57P03': '数据库正在启动或停止',
}

/**
 * Why a connection failed, in plain words; undefined for what is no fault of a connection. Libraries replace the code by one of their own (ESOCKET,
 * EDNS) and leave the first one in the message.
 */
export function plainFault(error: unknown): string | undefined {
  const { code = '', message = '', cause } = error as { code?: string; message?: string; cause?: { code?: string } }
  const named = /\b(E[A-Z]{4,}|EAI_AGAIN)\b/.exec(message)?.[1] ?? ''
  const words = { ...networkWords, ...OWN, ...DATABASE }
  for (const each of [code, cause?.code ?? '', named]) if (words[each]) return words[each]
  return /connection timeout|timeout e(xpired|xceeded)/i.test(message) ? '连接超时' : undefined
}

const NETWORK: Record<string, string> = {
  ENOTFOUND: '域名无法解析',
  EAI_AGAIN: '域名解析暂时失败',
  ECONNREFUSED: '连接被拒绝',
  ECONNRESET: '连接被断开',
  ETIMEDOUT: '连接超时',
  ABORT_ERR: '连接超时',
  EPIPE: '连接被断开',
  EHOSTUNREACH: '网络不通',
  ENETUNREACH: '网络不通',
  CERT_HAS_EXPIRED: '证书已过期',
  CERT_NOT_YET_VALID: '证书尚未生效（请检查本机时间）',
  DEPTH_ZERO_SELF_SIGNED_CERT: '证书是自签名的',
  SELF_SIGNED_CERT_IN_CHAIN: '证书链中有自签名的证书',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '证书链不完整（缺少中间证书）',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: '证书的签发者不受信任',
  ERR_TLS_CERT_ALTNAME_INVALID: '证书不是为这个域名签发的',
}

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
  const words = { ...NETWORK, ...DATABASE }
  for (const each of [code, cause?.code ?? '', named]) if (words[each]) return words[each]
  return /connection timeout|timeout e(xpired|xceeded)/i.test(message) ? '连接超时' : undefined
}

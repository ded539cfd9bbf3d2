/** Why a connection failed, in plain words, by the code that Node and its TLS give. */
export const networkWords: Record<string, string> = {
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
  CERT_NOT_YET_VALID: '证书尚未生效',
  DEPTH_ZERO_SELF_SIGNED_CERT: '证书是自签名的',
  SELF_SIGNED_CERT_IN_CHAIN: '证书链中有自签名的证书',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '证书链不完整（缺少中间证书）',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: '证书的签发者不受信任',
  ERR_TLS_CERT_ALTNAME_INVALID: '证书不是为这个域名签发的',
}

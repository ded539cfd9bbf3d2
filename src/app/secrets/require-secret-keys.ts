import { configError } from '../../config.ts'
import type { Services } from '../../platform/http/ctx.ts'
import { countSecrets } from '../../platform/auth/secret-rows.ts'
import { secretPlaces } from './secret-places.ts'

/** What no key of SECRETS_KEY can read, in words: the kind, how many, and the id of the key that is missing. */
export async function lostSecrets(services: Services): Promise<string[]> {
  const lost = (await countSecrets(services, secretPlaces)).filter(({ readable }) => !readable)
  return lost.map(({ place, keyId, count }) => `${place.label} ${count} 个（密钥编号 ${keyId}）`)
}

/** Stops the start when secrets cannot be read; otherwise the first person who signs in would notice. */
export async function requireSecretKeys(services: Services): Promise<void> {
  const lost = await lostSecrets(services)
  if (lost.length === 0) return
  throw configError([
    `SECRETS_KEY: 数据库中有用其他密钥加密的内容：${lost.join('、')}。请把加密它们的密钥也写入 SECRETS_KEY；密钥已丢失时运行 npm run mingxi -- secrets forget 密钥编号`,
  ])
}

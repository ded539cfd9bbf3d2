import { countSecrets } from '../../../platform/auth/secret-rows.ts'
import { secretPlaces } from '../../secrets/secret-places.ts'
import { error, type InstallationCheck, ok, warning } from '../finding.ts'

/** Whether secrets in the database can be read, and are encrypted when there is a key. */
export const secretsCheck: InstallationCheck = {
  key: 'secrets',
  cheap: true,
  find: async ({ ctx, config }) => {
    const name = '数据库中的密钥'
    const counts = await countSecrets(ctx, secretPlaces)
    const total = (of: typeof counts) => of.reduce((sum, { count }) => sum + count, 0)
    const lost = counts.filter(({ readable }) => !readable)
    if (lost.length > 0) {
      const ids = [...new Set(lost.map(({ keyId }) => keyId))].join('、')
      const todo = '把这些密钥也写入 SECRETS_KEY；已丢失时运行 npm run mingxi -- secrets forget 密钥编号'
      return [error(name, `${total(lost)} 个无法读取，缺少密钥 ${ids}`, todo)]
    }
    const clear = counts.filter(({ keyId }) => keyId === null)
    if (config.SECRETS_KEY.length > 0)
      return clear.length > 0 && config.SECRETS_KEY[0] !== 'none'
        ? [
            warning(
              name,
              `${total(clear)} 个仍是明文`,
              'worker 每小时加密一次；立即加密：npm run mingxi -- secrets encrypt',
            ),
          ]
        : [ok(name, `${total(counts)} 个，${clear.length === 0 ? '全部加密' : `其中 ${total(clear)} 个是明文`}`)]
    return config.demo
      ? []
      : [
          warning(
            name,
            `${total(clear)} 个是明文`,
            '设置 SECRETS_KEY（docs/operations/secrets.md）；备份与数据库副本中就不再有它们',
          ),
        ]
  },
}

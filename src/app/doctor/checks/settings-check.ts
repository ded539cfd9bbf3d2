import { ConfigError, readConfig, settingNames } from '../../../config.ts'
import { error, type Finding, type HostCheck, ok, warning } from '../finding.ts'

/** The first part of settings that belong together; a variable with it that is no setting is most likely a mistake. */
const GROUPS = /^(DATABASE|CACHE|S3|ALIYUN|WECHAT|WECHATPAY|ALIPAY|NUONUO|SF|SMTP|CLAMD|WEBHOOK)_/

/** Faults that keep the server from starting; empty when it would start. */
export function settingFaults(env: Record<string, string | undefined>): Finding[] {
  try {
    readConfig(env)
    return []
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault
    const lines = fault.message.split('\n').slice(1)
    return lines.map((line) => error('设置', line.trim(), '对照 docs/OPERATIONS.md 改正这项设置'))
  }
}

export const settingsCheck: HostCheck = {
  key: 'settings',
  cheap: true,
  find: async ({ env }) => {
    const unknown = Object.keys(env).filter((name) => env[name] && !settingNames.includes(name))
    const found = unknown.flatMap((name) => {
      const near = settingNames.find((setting) => setting.length >= 6 && distance(name, setting) <= 2)
      if (near) return [warning('设置', `${name} 不是设置，与 ${near} 相近`, `如果是写错，请改为 ${near}`)]
      return GROUPS.test(name) ? [warning('设置', `不认识 ${name}`, '对照 docs/OPERATIONS.md 检查名称，或删除')] : []
    })
    return found.length > 0 ? found : [ok('设置', '全部有效，没有不认识的名称')]
  },
}

/** How many letters have to be added, removed or changed to make one name of the other. */
export function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? 0
}

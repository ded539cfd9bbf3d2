import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { error, type Finding, type HostCheck, ok, warning } from '../finding.ts'

const OTHERS = 0o007
const OTHERS_READ = 0o004
const KEYS = ['WECHATPAY_PRIVATE_KEY', 'ALIPAY_PRIVATE_KEY'] as const
/** Where the units of deploy/systemd and docs/operations/running.md keep settings, and where a checkout may keep them. */
export const settingFiles = [
  '/etc/mingxi/mingxi.env',
  '/etc/mingxi/web.env',
  resolve(import.meta.dirname, '../../../../.env'),
]

/** Who may read the data, the settings and the keys. Windows has no such modes. */
export const permissionCheck: HostCheck = {
  key: 'permissions',
  cheap: true,
  find: async ({ config, env }) => {
    if (process.platform === 'win32') return []
    const keys = KEYS.flatMap((name) => (/^[/.]/.test(env[name] ?? '') ? [[name, env[name] ?? ''] as const] : []))
    const found = [
      ...(await dataFolderFindings(config.DATA_DIR)),
      ...(await Promise.all(keys.map(([name, path]) => secretFinding(`密钥文件（${name}）`, path)))).flat(),
      ...(await Promise.all(settingFiles.map((path) => secretFinding('设置文件', path)))).flat(),
    ]
    return found
  },
}

async function dataFolderFindings(folder: string): Promise<Finding[]> {
  const name = '数据目录的权限'
  const found = await stat(folder).catch(() => undefined)
  if (!found) return [error(name, `${folder} 不存在`, '首次启动会创建它；检查 DATA_DIR')]
  const own = process.getuid?.()
  const findings: Finding[] = []
  if (own !== undefined && own !== 0 && found.uid !== own)
    findings.push(warning(name, `属于用户 ${found.uid}，服务以用户 ${own} 运行`, `chown -R ${own} ${folder}`))
  if (found.mode & OTHERS)
    findings.push(
      warning(name, `其他用户可以进入（权限 ${modeText(found.mode)}），其中有客户资料`, `chmod 750 ${folder}，或 700`),
    )
  return findings.length > 0 ? findings : [ok(name, modeText(found.mode))]
}

/** Nothing for a file that is not there. */
async function secretFinding(name: string, path: string): Promise<Finding[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  return found.mode & OTHERS_READ
    ? [error(name, `其他用户可以读取 ${path}（权限 ${modeText(found.mode)}）`, `chmod 640 ${path}，或 600`)]
    : [ok(name, `${path} ${modeText(found.mode)}`)]
}

function modeText(mode: number): string {
  return (mode & 0o777).toString(8)
}

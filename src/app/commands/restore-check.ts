import { type Findings, holds, inspect } from '../backup/restore-installation.ts'
import { faultsInPlainText } from './backup.ts'
import type { Command } from './command.ts'
import { readOptions } from './read-options.ts'
import { withInstallation } from './with-installation.ts'

export const restoreCheck: Command = {
  verb: 'restore-check',
  runsInServer: true,
  summary: '恢复之后核对：账目、操作日志、密钥、文件与记录',
  usage:
    '用法：npm run mingxi -- restore-check\n\n  只核对，不改动。用 PITR 或 pg_restore 恢复之后、启动服务之前运行。\n',
  run: async (input) => {
    readOptions(input.args, {})
    return faultsInPlainText(() =>
      withInstallation(input, async ({ ctx }) => {
        const findings = await inspect(ctx, true)
        input.write(`${findingLines(findings).join('\n')}\n`)
        return holds(findings) ? 0 : 1
      }),
    )
  },
}

export function findingLines({ books, audit, auditLinks, secrets, files }: Findings): string[] {
  const lines = [
    books === 0 ? '✓ 账目相符' : `✗ 账目有 ${books} 处不符，运行 npm run mingxi -- books 查看`,
    audit === 0
      ? `✓ 操作日志完好，共 ${auditLinks} 环`
      : `✗ 操作日志有 ${audit} 处不符，运行 npm run mingxi -- audit 查看`,
  ]
  if (secrets.length > 0)
    lines.push(
      `✗ SECRETS_KEY 不是备份时的密钥，服务将不能启动：${secrets.join('、')}。请写入那时的密钥；已丢失时运行 npm run mingxi -- secrets forget 密钥编号`,
    )
  if (files === undefined) return lines
  lines.push(
    files.missing === 0
      ? `✓ 文件齐全：${files.rows} 条记录都有文件`
      : `✗ ${files.missing} 条记录没有文件：${files.missingKeys.join('、')}`,
  )
  if (files.strays > 0) lines.push(`  文件库另有 ${files.strays} 个没有记录的文件，启动后由清理任务删除`)
  return lines
}

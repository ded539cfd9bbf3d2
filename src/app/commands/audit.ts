import { chainHead, checkChain, hashAt } from '../../platform/audit/seal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { type Command, UsageError } from './command.ts'
import { readOptions } from './read-options.ts'
import { withInstallation } from './with-installation.ts'

export const audit: Command = {
  verb: 'audit',
  summary: '核对操作日志与校验链',
  usage: `用法：npm run mingxi -- audit [--head 环数:校验值]… [--json]
  核对操作日志与校验链，并显示最后一环的校验值，请记在系统之外。有不符时以 1 结束。
  --head 环数:校验值   并与以前记下的校验值比较，可以给出多次
  --json               结果为 JSON
`,
  runsInServer: true,
  run: (input) => {
    const { values } = readOptions(input.args, {
      head: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    })
    const heads = (values.head ?? []).map(keptHead)
    return withInstallation(input, ({ ctx }) => runAudit(ctx, heads, values.json ?? false, input.write))
  },
}

/** A head of the chain that was written down earlier. */
export interface KeptHead {
  n: number
  hash: string
}

export function keptHead(text: string): KeptHead {
  const [, n = '', hash = ''] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? []
  if (n === '') throw new UsageError(`校验值应为「环数:64 位校验值」：${text}`)
  return { n: Number(n), hash }
}

/** Checks the audit log and writes what does not hold. Returns 1 when something does not. */
export async function runAudit(
  ctx: Ctx,
  heads: readonly KeptHead[],
  asJson: boolean,
  write: (text: string) => void,
): Promise<number> {
  const { links, found, faults } = await checkChain(ctx)
  const compared = await Promise.all(heads.map(async (kept) => ({ ...kept, now: await hashAt(ctx.db, kept.n) })))
  const broken = found + compared.filter(({ hash, now }) => hash !== now).length
  const head = await chainHead(ctx.db)
  if (asJson) {
    const heads = compared.map(({ n, hash, now }) => ({ n, holds: hash === now, missing: now === undefined }))
    write(`${JSON.stringify({ found: broken, links, faults, heads, head: head ? `${head.n}:${head.hash}` : null })}\n`)
    return broken === 0 ? 0 : 1
  }
  for (const fault of faults) write(`✗ ${fault}\n`)
  if (found > faults.length) write(`  共 ${found} 处\n`)
  for (const { n, hash, now } of compared) write(`${comparedText(n, hash, now)}\n`)
  if (head) write(`校验值 ${head.n}:${head.hash}（${shanghaiTime(head.sealedAt)} 封存，请记在系统之外）\n`)
  write(broken === 0 ? `操作日志完好，共 ${links} 环\n` : `发现 ${broken} 处不符\n`)
  return broken === 0 ? 0 : 1
}

function comparedText(n: number, hash: string, now: string | undefined): string {
  if (now === hash) return `✓ 第 ${n} 环与记下的校验值一致`
  return now === undefined ? `✗ 校验链没有第 ${n} 环，末尾已被删除` : `✗ 第 ${n} 环与记下的校验值不同，校验链被重写过`
}

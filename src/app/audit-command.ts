import { chainHead, checkChain, hashAt } from '../platform/audit/seal.ts'
import type { Ctx } from '../platform/http/ctx.ts'
import { shanghaiTime } from '../platform/time.ts'

const usage = `用法：npm run audit:check                       核对操作日志与校验链
      npm run audit:check -- --head 环数:校验值   并与以前记下的校验值比较
`

/** A head of the chain that was written down earlier. */
export interface KeptHead {
  n: number
  hash: string
}

/** Parses the arguments before a database is opened: the heads to compare, or the usage text. */
export function readCommand(given: readonly string[]): KeptHead[] | string {
  const heads: KeptHead[] = []
  for (let at = 0; at < given.length; at += 2) {
    const [, n = '', hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(given[at + 1] ?? '') ?? []
    if (given[at] !== '--head' || n === '' || n === '0') return usage
    heads.push({ n: Number(n), hash })
  }
  return heads
}

/** Checks the audit log and writes what does not hold. Returns the exit code: 1 when something does not. */
export async function runAuditCommand(
  ctx: Ctx,
  heads: readonly KeptHead[],
  write: (text: string) => void,
): Promise<number> {
  const { links, found, faults } = await checkChain(ctx)
  for (const fault of faults) write(`✗ ${fault}\n`)
  if (found > faults.length) write(`  共 ${found} 处\n`)
  let broken = found
  for (const { n, hash } of heads) {
    const now = await hashAt(ctx.db, n)
    if (now === hash) {
      write(`✓ 第 ${n} 环与记下的校验值一致\n`)
      continue
    }
    broken += 1
    write(
      now === undefined ? `✗ 校验链没有第 ${n} 环，末尾已被删除\n` : `✗ 第 ${n} 环与记下的校验值不同，校验链被重写过\n`,
    )
  }
  const head = await chainHead(ctx.db)
  if (head) write(`校验值 ${head.n}:${head.hash}（${shanghaiTime(head.sealedAt)} 封存，请记在系统之外）\n`)
  write(broken === 0 ? `操作日志完好，共 ${links} 环\n` : `发现 ${broken} 处不符\n`)
  return broken === 0 ? 0 : 1
}

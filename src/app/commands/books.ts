import { checkBooks } from '../../money/books/run-actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { bookChecks } from '../book-checks.ts'
import type { Command } from './command.ts'
import { readOptions } from './read-options.ts'
import { withInstallation } from './with-installation.ts'

export const books: Command = {
  verb: 'books',
  summary: '核对全部账目',
  usage: `用法：npm run mingxi -- books [--json]
  逐项核对账目并保存结果，不改正任何数据。有不符时以 1 结束。
  --json   结果为 JSON
`,
  runsInServer: true,
  run: (input) => {
    const { values } = readOptions(input.args, { json: { type: 'boolean' } })
    return withInstallation(input, ({ ctx }) => runBooks(ctx, values.json ?? false, input.write))
  },
}

/** Checks the books and writes what does not tie. Returns 1 when something does not. */
export async function runBooks(ctx: Ctx, asJson: boolean, write: (text: string) => void): Promise<number> {
  const { found, ms, results } = await checkBooks(ctx, bookChecks, 'command')
  if (asJson) write(`${JSON.stringify({ found, ms, checks: results })}\n`)
  else {
    for (const { key, found, faults, ms } of results) {
      const check = bookChecks.find((each) => each.key === key)
      write(`${found === 0 ? '✓' : '✗'} ${check?.invariant} ${check?.title}  ${ms} 毫秒\n`)
      for (const fault of faults) write(`    ${fault}\n`)
      if (found > faults.length) write(`    共 ${found} 处\n`)
    }
    write(found === 0 ? `账目相符，${bookChecks.length} 项，${ms} 毫秒\n` : `发现 ${found} 处不符\n`)
  }
  return found === 0 ? 0 : 1
}

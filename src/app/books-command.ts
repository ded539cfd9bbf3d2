import { checkBooks } from '../money/books/run-actions.ts'
import type { Ctx } from '../platform/http/ctx.ts'
import { bookChecks } from './book-checks.ts'

/** Checks the books and writes what does not tie. Returns the exit code: 1 when something does not. */
export async function runBooksCommand(ctx: Ctx, write: (text: string) => void): Promise<number> {
  const run = await checkBooks(ctx, bookChecks, 'command')
  for (const { key, found, faults, ms } of run.results) {
    const check = bookChecks.find((each) => each.key === key)
    write(`${found === 0 ? '✓' : '✗'} ${check?.invariant} ${check?.title}  ${ms} 毫秒\n`)
    for (const fault of faults) write(`    ${fault}\n`)
    if (found > faults.length) write(`    共 ${found} 处\n`)
  }
  write(run.found === 0 ? `账目相符，${bookChecks.length} 项，${run.ms} 毫秒\n` : `发现 ${run.found} 处不符\n`)
  return run.found === 0 ? 0 : 1
}

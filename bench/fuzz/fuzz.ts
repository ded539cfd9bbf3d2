import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { search } from './search.ts'
import { targets } from './targets.ts'

/**
 * Changes small files of every format that the product reads, keeps those that reach new code, and changes them again; a reader may refuse in
 * its own words and must not fail, hang or answer what is no number. Run: node bench/fuzz/fuzz.ts [target …] [--minutes 1] [--seed 1] [--keep folder]
 * Ends with 1 when something was found; `--keep` writes the inputs of findings there.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
})
const wanted = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
if (wanted.length === 0) throw new Error(`no such target; there are ${targets.map(({ name }) => name).join(', ')}`)
for (const target of wanted) {
  const until = performance.now() + Number(values.minutes) * 60_000
  const found = await search(target, { seed: Number(values.seed), isOver: () => performance.now() > until })
  console.log(
    `${target.name}: ${found.inputs} inputs, ${found.corpus} kept, ${found.blocks} blocks reached, ${found.findings.length} findings`,
  )
  for (const [at, { reason, input }] of found.findings.entries()) {
    console.log(`  ${reason.split('\n').slice(0, 3).join('\n    ')}`)
    console.log(`  ${JSON.stringify(input.toString('latin1').slice(0, 200))}`)
    process.exitCode = 1
    if (values.keep === undefined) continue
    mkdirSync(values.keep, { recursive: true })
    writeFileSync(join(values.keep, `${target.name}-${at}`), input)
  }
}

// The command line of an installation: `npm run mingxi -- VERB …` in a checkout, `./mingxi VERB …` in the packed tree and in the image.
// It uses the environment of the server (docs/operations/command-line.md).
import './node-env.ts'
import { runWhereItBelongs } from './app/commands/run-where.ts'
import { verbs } from './app/commands/verbs.ts'
import { asTyped } from './platform/typed-command.ts'

const write = (text: string) => process.stdout.write(asTyped(text))
const complain = (text: string) => process.stderr.write(asTyped(text))

// The first Ctrl-C lets the verb end its step, the second one ends the process.
const cancel = new AbortController()
process.on('SIGINT', () => {
  if (cancel.signal.aborted) process.exit(130)
  cancel.abort()
  complain('正在取消，再按一次 Ctrl-C 立即结束\n')
})

const caller = { env: process.env, write, signal: cancel.signal }
process.exitCode = await runWhereItBelongs(verbs, process.argv.slice(2), caller, complain)

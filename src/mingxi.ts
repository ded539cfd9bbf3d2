// The command line of an installation: `npm run mingxi -- VERB …` in a checkout, `./mingxi VERB …` in the packed tree and in the image.
// It uses the environment of the server (docs/OPERATIONS.md).
import './node-env.ts'
import { runCommand } from './app/commands/run-command.ts'
import { verbs } from './app/commands/verbs.ts'

const write = (text: string) => process.stdout.write(text)
const complain = (text: string) => process.stderr.write(text)
process.exitCode = await runCommand(verbs, process.argv.slice(2), { env: process.env, write }, complain)

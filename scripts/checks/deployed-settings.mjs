// Which of the environment variables in files of deploy/ the server does not read: a misspelt one would be ignored in silence.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../provision.mjs'

/** Read by Node. */
const OF_NODE = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'TZ']
/** How sentences name the command line (src/platform/typed-command.ts). */
const OF_COMMAND = ['MINGXI_COMMAND']

/** The settings of src/config.ts. */
export function settings() {
  const text = readFileSync(join(PROJECT, 'src/config.ts'), 'utf8')
  return [...text.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)
}

/** @param {Iterable<string>} names also `NAME_FILE`, a file that holds the value */
export function unknownSettings(names) {
  const known = new Set([...settings(), ...OF_NODE, ...OF_COMMAND])
  return [...names].filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')))
}

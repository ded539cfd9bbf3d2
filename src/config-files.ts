import { readFileSync } from 'node:fs'

type Env = Record<string, string | undefined>

/**
 * `NAME_FILE` names a file that holds the value of the setting `NAME`, as secrets are given to containers and by systemd: so a password stands neither
 * in the environment of the process nor in a list of processes. A line end after the value is not part of it.
 */
export function withFiles(env: Env, names: readonly string[]): { env: Env; faults: string[] } {
  const read: Env = { ...env }
  const faults: string[] = []
  for (const name of names) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) faults.push(`${name}_FILE: 与 ${name} 只能设置一个`)
    else
      try {
        read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      } catch (error) {
        faults.push(`${name}_FILE: 无法读取 ${path}（${(error as NodeJS.ErrnoException).code ?? String(error)}）`)
      }
  }
  return { env: read, faults }
}

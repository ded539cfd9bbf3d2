import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT } from '../../scripts/provision.mjs'

export interface Served {
  stop: () => Promise<void>
}

/** Packs the commit that released last, in a working tree of its own, with the installed packages where they fit. */
export async function packedRelease(folder: string): Promise<string> {
  const run = (command: string, args: string[], cwd = PROJECT) =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const tree = `${folder}-source`
  const commit = run('git', ['log', '-1', '--format=%H', '--', 'migrations/released.json']).trim()
  run('git', ['worktree', 'add', '--detach', tree, commit])
  try {
    // Hard links: npm replaces what does not fit and does not touch the packages here.
    run('cp', ['-al', join(PROJECT, 'node_modules'), join(tree, 'node_modules')])
    run(process.execPath, ['scripts/pack.mjs', folder], tree)
  } finally {
    run('git', ['worktree', 'remove', '--force', tree])
  }
  return folder
}

/** Starts a packed tree and waits until it is ready. */
export async function serve(tree: string, settings: Record<string, string>, port: number): Promise<Served> {
  const child = spawn(join(tree, 'start'), {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  await isReady(`http://127.0.0.1:${port}/readyz`)
  return {
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = await ended
      if (code !== 0) throw new Error(`${tree} ended with ${code}`)
    },
  }
}

async function isReady(url: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`${url} does not become ready`)
}

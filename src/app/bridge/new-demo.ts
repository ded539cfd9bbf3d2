import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import type { Config } from '../../config.ts'
import { lockFolder } from '../../platform/db/embedded/folder-lock.ts'
import type { Database } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { BridgeFault, OlderData } from './faults.ts'
import { unusedName } from './folder-copy.ts'

export const newDemoOffer = '这里只有演示数据：可运行 npm start -- --new-demo 重新生成演示（原目录改名保留，不会删除）'

/**
 * Whether an embedded database holds nobody's data but that of the demo: all staff and all customers are published demo accounts. Reads only
 * columns that every version has; anything unexpected counts as real data.
 */
export async function hasOnlyDemoData(config: Config, database: Database): Promise<boolean> {
  if (!config.demo || database.engine !== 'pglite') return false
  try {
    const { others, staff } = await database.one<{ others: number; staff: number }>(sql`
      select (select count(*) from public.staff where account not like '%@demo')
          + (select count(*) from public.customers c where phone is not null and email not like '%@demo.example') as others,
        (select count(*) from public.staff) as staff`)
    return others === 0 && staff > 0
  } catch {
    return false
  }
}

/**
 * Opens the installation. `--new-demo` moves the folder of the demo aside first; without it the question is asked at a terminal when only data of
 * the demo is there and cannot be opened.
 */
export async function startWithNewDemo<T>(
  config: Config,
  given: readonly string[],
  open: () => Promise<T>,
): Promise<T> {
  if (given.includes('--new-demo')) await moveAndSay(config)
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof OlderData && error.onlyDemo && process.stdin.isTTY && process.stdout.isTTY)) throw error
    if (!(await saysYes(`${error.message}\n现在就重新生成演示吗？(y/N) `))) throw error
    await moveAndSay(config)
    return open()
  }
}

async function moveAndSay(config: Config): Promise<void> {
  const aside = await moveDemoAside(config, new Date())
  if (aside !== undefined) process.stdout.write(`原来的演示数据保留在 ${aside}\n`)
}

async function saysYes(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return ['y', 'yes', '是'].includes((await terminal.question(question)).trim().toLowerCase())
  } finally {
    terminal.close()
  }
}

/** `npm start -- --new-demo`: the folder gets another name, and the start makes a new one. Answers the name; undefined without a folder. */
export async function moveDemoAside(config: Config, now: Date): Promise<string | undefined> {
  if (config.DATABASE_URL || !config.demo)
    throw new BridgeFault('--new-demo 只用于内置数据库的演示；使用 DATABASE_URL 或 DEMO=off 时不移动任何数据')
  const folder = config.DATA_DIR.replace(/[/\\]+$/, '')
  if (!existsSync(folder)) return undefined
  // Refused while a server uses the folder.
  lockFolder(folder)()
  const aside = unusedName(`${folder}.${shanghaiDate(now)}`, now)
  await rename(folder, aside)
  return aside
}

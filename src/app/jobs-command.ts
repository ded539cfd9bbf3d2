import { recordAudit } from '../platform/http/audit.ts'
import { type Ctx, inTx } from '../platform/http/ctx.ts'
import { type DeadJob, deadJobs, discardJob, reviveJob } from '../platform/jobs/job-rows.ts'
import { shanghaiTime } from '../platform/time.ts'

const usage = `用法：npm run jobs -- list            列出已停止重试的任务
      npm run jobs -- retry 编号…      重新执行（all 为全部）
      npm run jobs -- discard 编号…    丢弃，不再执行
`

const PAGE = 200

export type JobsCommand = { verb: 'list' } | { verb: 'retry' | 'discard'; ids: number[] | 'all' }

/** Parses the arguments before a database is opened: the command, or the usage text. */
export function readCommand([verb, ...named]: readonly string[]): JobsCommand | string {
  if (verb === 'list' && named.length === 0) return { verb }
  if (verb === 'retry' && named.join() === 'all') return { verb, ids: 'all' }
  const ids = named.map(Number)
  const wrong = ids.length === 0 || ids.some((id) => !Number.isSafeInteger(id) || id < 1)
  return (verb === 'retry' || verb === 'discard') && !wrong ? { verb, ids } : usage
}

/** Lists, retries or discards dead jobs. Returns the exit code: 1 when a job was not dead. */
export async function runCommand(ctx: Ctx, command: JobsCommand, write: (text: string) => void): Promise<number> {
  if (command.verb === 'list') return list(ctx, write)
  const ids = command.ids === 'all' ? (await allDead(ctx)).map(({ id }) => id) : command.ids
  return each(ctx, ids, command.verb === 'retry' ? retry : discard, write)
}

async function list(ctx: Ctx, write: (text: string) => void): Promise<number> {
  const dead = await allDead(ctx)
  for (const { id, name, attempts, runAt, payload, lastError } of dead) {
    const error = (lastError ?? '').split('\n', 1)[0]
    write(`${id}  ${shanghaiTime(runAt)}  ${name}  已试 ${attempts} 次  ${JSON.stringify(payload)}  ${error}\n`)
  }
  write(`共 ${dead.length} 个\n`)
  return 0
}

async function allDead(ctx: Ctx): Promise<DeadJob[]> {
  const all: DeadJob[] = []
  for (let page = 1; ; page++) {
    const { list } = await deadJobs(ctx.db, { page, size: PAGE })
    all.push(...list)
    if (list.length < PAGE) return all
  }
}

interface Verb {
  action: string
  done: string
  /** The copy of the job for the audit log; undefined when it was not dead. */
  run: (ctx: Ctx, id: number) => Promise<object | undefined>
}

const retry: Verb = {
  action: 'job.replay',
  done: '将重新执行',
  run: async (ctx, id) => ((await reviveJob(ctx.db, id, ctx.clock.now())) ? {} : undefined),
}
const discard: Verb = { action: 'job.discard', done: '已丢弃', run: (ctx, id) => discardJob(ctx.db, id) }

/** Each job separately, so that one that is no longer dead does not stop the others. A running worker finds retried jobs within a second. */
async function each(ctx: Ctx, ids: readonly number[], verb: Verb, write: (text: string) => void): Promise<number> {
  let missed = 0
  for (const id of ids) {
    const done = await inTx(ctx, async (inner) => {
      const before = await verb.run(inner, id)
      if (before) await recordAudit(inner, { action: verb.action, subject: `job:${id}`, before })
      return before !== undefined
    })
    if (!done) missed += 1
    write(done ? `${id} ${verb.done}\n` : `${id} 不是已停止重试的任务\n`)
  }
  return missed > 0 ? 1 : 0
}

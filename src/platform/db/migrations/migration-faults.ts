/** What stopped a migration; the message says in Chinese what happened to the data and what to do. */
export type FaultReason =
  | 'changed'
  | 'backfill'
  | 'diskFull'
  | 'locked'
  | 'disconnected'
  | 'readOnly'
  | 'denied'
  | 'failed'

/** A migration could not be applied. Nothing of it is left behind, so the next start tries it again. */
export class MigrationFault extends Error {
  readonly reason: FaultReason
  readonly migration: string

  constructor(reason: FaultReason, migration: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'MigrationFault'
    this.reason = reason
    this.migration = migration
  }
}

export function changedFault(name: string): MigrationFault {
  const message = `数据库与程序不一致：迁移 ${name} 在执行之后被改动。请恢复为发布时的文件；要改动表结构，请新增迁移`
  return new MigrationFault('changed', name, message)
}

export function backfillFault(name: string, backfill: string): MigrationFault {
  const message = `不能升级：迁移 ${name} 要求先完成数据回填 ${backfill}。请启动带有该回填的上一个版本，用 npm run mingxi -- backfills list 查看进度，完成后再升级；数据没有改动`
  return new MigrationFault('backfill', name, message)
}

/** `waitedFor` names the transaction that most likely holds the lock. */
export function lockFault(name: string, tries: number, waitedFor: string, cause: unknown): MigrationFault {
  const message = `升级数据库时等不到表锁（${name}，试了 ${tries} 次）：${waitedFor}。这一步已撤销，数据没有变化；请等该事务结束或终止它，然后重新启动`
  return new MigrationFault('locked', name, message, cause)
}

const codeOf = (error: unknown): string => (error as { code?: string })?.code ?? ''
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A lock was not granted within `lock_timeout`, or two transactions waited for each other: worth another try. */
export function isLockRefused(error: unknown): boolean {
  return codeOf(error) === '55P03' || codeOf(error) === '40P01'
}

/** The fault for an error of the driver. */
export function faultOf(name: string, error: unknown): MigrationFault {
  if (error instanceof MigrationFault) return error
  const [reason, say] = KINDS.find(([, , is]) => is(codeOf(error), textOf(error))) ?? FAILED
  return new MigrationFault(reason, name, say(name, textOf(error)), error)
}

type Kind = readonly [FaultReason, (name: string, text: string) => string, (code: string, text: string) => boolean]

const UNDONE = '这一步已撤销，数据没有变化'
const KINDS: readonly Kind[] = [
  [
    'diskFull',
    (name) => `升级数据库时磁盘空间已满（${name}）：${UNDONE}。请清理或扩容，然后重新启动`,
    // The embedded engine may report the file system's own error instead of the SQLSTATE.
    (code, text) => code === '53100' || code === 'ENOSPC' || /no space left on device/i.test(text),
  ],
  [
    'readOnly',
    (name) => `升级数据库时发现它是只读的（${name}）：DATABASE_URL 可能指向备库，请改为主库的地址`,
    (code) => code === '25006',
  ],
  [
    'denied',
    (name, text) =>
      `升级数据库时权限不足（${name}：${text}）：${UNDONE}。DATABASE_URL 的用户必须是各表的所有者，并可在 public 中建表；处理请求的用户不能升级，请先以所有者运行 migrate`,
    (code) => code === '42501',
  ],
  [
    'disconnected',
    (name) => `升级数据库时连接中断（${name}）：未完成的部分不会生效。请确认数据库正常，然后重新启动，会从这里继续`,
    (code, text) =>
      /^(08...|57P0[123]|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/.test(code) || /connection terminated/i.test(text),
  ],
]
const FAILED: Kind = ['failed', (name, text) => `升级数据库失败（${name}）：${text}。${UNDONE}`, () => true]

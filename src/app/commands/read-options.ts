import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { UsageError } from './command.ts'

/** Reads the arguments of a verb. What it does not know, or an option without its value, is a UsageError with a Chinese sentence. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  { positionals = 0 }: { positionals?: number } = {},
) {
  try {
    const read = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    const surplus = read.positionals[positionals]
    if (surplus !== undefined) throw new UsageError(`多余的参数：${surplus}`)
    return read
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(sentence(error as NodeJS.ErrnoException))
  }
}

function sentence({ code, message }: NodeJS.ErrnoException): string {
  const [, name = ''] = /'(-[^' =]*)/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `没有选项 ${name}`
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return /does not take/.test(message) ? `选项 ${name} 不带值` : `选项 ${name} 缺少值`
  throw Object.assign(new Error(message), { code })
}

/** A whole number above zero. */
export function countOf(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`${what}应为正整数：${text}`)
  return Number(text)
}

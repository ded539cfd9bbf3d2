import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { asTyped } from '../../platform/typed-command.ts'
import { runCommand } from './run-command.ts'
import { verbs } from './verbs.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/operations/command-line.md'), 'utf8')

/** The exit code and all that was said. */
async function ended(...given: string[]): Promise<[number, string]> {
  let said = ''
  const write = (piece: string) => void (said += piece)
  return [await runCommand(verbs, given, { env: {}, write }, write), said]
}

/** The part of the page below the heading of a verb. */
const section = (verb: string) => page.split(/^## /m).find((part) => part.startsWith(`${verb}\n`)) ?? ''

it('the page of the command line has a section with an example for every verb, and for no other', () => {
  const headings = [...page.matchAll(/^## ([a-z-]+)$/gm)].map(([, verb]) => verb)
  expect(headings).toEqual(verbs.map(({ verb }) => verb))
  for (const { verb } of verbs)
    expect([verb, section(verb).includes(`npm run mingxi -- ${verb}`)]).toEqual([verb, true])
})

it('the examples use only options that the usage of the verb names', () => {
  for (const { verb, usage } of verbs) {
    const examples = [...section(verb).matchAll(/^npm run mingxi -- (.*)$/gm)].map(([, line = '']) => line)
    const used = examples.flatMap((line) => line.match(/--[a-z-]+/g) ?? [])
    expect([verb, used.filter((option) => !usage.includes(option))]).toEqual([verb, []])
  }
})

it('every verb has one line for the list and a usage that begins with how to call it', async () => {
  for (const { verb, summary, usage } of verbs) {
    expect([verb, /^[一-鿿].{0,39}$/u.test(summary)]).toEqual([verb, true])
    expect(usage).toMatch(new RegExp(`^用法：npm run mingxi -- ${verb}[^]*\n$`))
    let text = ''
    const write = (piece: string) => void (text += piece)
    expect([await runCommand(verbs, ['help', verb], { env: {}, write }, write), text]).toEqual([0, usage])
  }
})

it('an unknown verb and an unknown option are answered with what there is, and end with 2', async () => {
  let said = ''
  const complain = (piece: string) => void (said += piece)
  const caller = { env: {}, write: complain }
  expect(await runCommand(verbs, ['fly'], caller, complain)).toBe(2)
  expect(said).toMatch(/^没有命令 fly\n用法：[^]*books/)
  said = ''
  expect(await runCommand(verbs, ['version', '--fly'], caller, complain)).toBe(2)
  expect(said).toMatch(/^没有选项 --fly\n用法：/)
  said = ''
  expect(await runCommand(verbs, [], caller, complain)).toBe(0)
  expect(said).toContain('migrate')
})

it('[Q-251] restore-check refuses what it does not know, before it opens anything', async () => {
  expect(await ended('restore-check', '--fly')).toEqual([2, expect.stringMatching(/^没有选项 --fly\n用法：/)])
})

it('[Q-252] a verb of verbs says what is missing or unknown', async () => {
  for (const verb of ['secrets', 'backfills', 'jobs', 'import']) {
    expect(await ended(verb)).toEqual([2, expect.stringMatching(/^请在命令后写明要做什么：\S+\n用法：/)])
    expect(await ended(verb, 'fly', 'x')).toEqual([2, expect.stringMatching(/^没有 fly，只有 \S+\n用法：/)])
  }
  expect(await ended('jobs', 'show')).toEqual([2, expect.stringMatching(/^show 后面的内容不对/)])
})

it('[Q-254] a folder for a drill without --drill is refused', async () => {
  expect(await ended('restore', 'x.tar', '--in', '/tmp')).toEqual([2, expect.stringMatching(/^--in 只用于 --drill/)])
})

it('[Q-255] a file for an export names its format', async () => {
  expect(await ended('export', 'orders', '--out', 'o.pdf')).toEqual([2, expect.stringMatching(/^文件名应以 \.csv 或/)])
})

it('[Q-256] sentences name the command line as it was typed', () => {
  expect(asTyped('请先运行 npm run mingxi -- migrate', 'mingxi')).toBe('请先运行 mingxi migrate')
  expect(asTyped('npm run mingxi -- books', undefined)).toBe('npm run mingxi -- books')
})

it('[Q-258] --help lists the verbs', async () => {
  expect(await ended('--help')).toEqual([0, expect.stringMatching(/^用法：[^]*migrate/)])
  expect(await ended('-h', 'books')).toEqual([0, expect.stringMatching(/^用法：npm run mingxi -- books/)])
})

it('wrong settings are one list without a stack', async () => {
  let said = ''
  const complain = (piece: string) => void (said += piece)
  expect(await runCommand(verbs, ['books'], { env: { PORT: 'x' }, write: complain }, complain)).toBe(1)
  expect(said).toMatch(/^配置有误：\n {2}PORT/)
  expect(said).not.toContain('    at ')
})

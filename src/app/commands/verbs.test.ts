import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from './run-command.ts'
import { verbs } from './verbs.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/operations/command-line.md'), 'utf8')

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

it('wrong settings are one list without a stack', async () => {
  let said = ''
  const complain = (piece: string) => void (said += piece)
  expect(await runCommand(verbs, ['books'], { env: { PORT: 'x' }, write: complain }, complain)).toBe(1)
  expect(said).toMatch(/^配置有误：\n {2}PORT/)
  expect(said).not.toContain('    at ')
})

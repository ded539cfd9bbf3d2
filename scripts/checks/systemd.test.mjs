// The units of systemd: their syntax, how far they are shut, and that they set what the server reads.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { unknownSettings } from './deployed-settings.mjs'
import { PROJECT } from '../provision.mjs'

/** `systemd-analyze` counts exposure from 0 to 10 and takes the limit in tenths. */
const MOST_EXPOSURE = 3
const FOLDER = join(PROJECT, 'deploy/systemd')
const units = readdirSync(FOLDER).filter((name) => /\.(service|timer)$/.test(name))
const services = units.filter((name) => name.endsWith('.service'))
const textOf = (name) => readFileSync(join(FOLDER, name), 'utf8')
const installed = spawnSync('systemd-analyze', ['--version']).status === 0
if (!installed) console.log('the units are not checked by systemd: not installed here: systemd-analyze')

test('systemd is installed, when nothing may be skipped', () => {
  if (process.env.CI) expect(installed).toBe(true)
})

describe.skipIf(!installed)('systemd', () => {
  const root = mkdtempSync(join(tmpdir(), 'mingxi-units-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test.each(services)(`finds an exposure of ${MOST_EXPOSURE} at most in %s`, (name) => {
    const limit = `--threshold=${MOST_EXPOSURE * 10}`
    const run = spawnSync('systemd-analyze', ['security', '--offline=true', limit, '--no-pager', join(FOLDER, name)], {
      encoding: 'utf8',
    })
    const [line] = /Overall exposure.*/.exec(run.stdout) ?? [run.stderr]
    expect(run, line).toMatchObject({ status: 0, stdout: expect.stringContaining('Overall exposure') })
  })

  test('finds no fault in any unit', () => {
    // The programs that the units start exist only on a server.
    for (const path of ['opt/mingxi/current/start', 'opt/mingxi/current/mingxi']) {
      mkdirSync(join(root, path, '..'), { recursive: true })
      writeFileSync(join(root, path), '#!/bin/sh\n', { mode: 0o755 })
    }
    const folder = join(root, 'etc/systemd/system')
    mkdirSync(folder, { recursive: true })
    for (const name of units) writeFileSync(join(folder, name), textOf(name))
    const instances = units.map((name) => name.replace('@.', '@3001.'))
    const run = spawnSync('systemd-analyze', ['verify', '--man=no', `--root=${root}`, ...instances], {
      encoding: 'utf8',
    })
    // Units of the system are not in this folder.
    const faults = run.stderr
      .split('\n')
      .filter((line) => /mingxi/.test(line) && !/not found|Failed to load/i.test(line))
    expect(faults).toEqual([])
  })

  test('a misspelt setting of a unit is found', () => {
    const file = join(root, 'wrong.service')
    writeFileSync(file, textOf('mingxi.service').replace('PrivateTmp=', 'PrivateTemp='))
    const run = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    expect(run.stderr).toContain('PrivateTemp')
  })
})

test.each(services)('%s sets only settings that the server reads', (name) => {
  const lines = textOf(name).matchAll(/^Environment=(.+)$/gm)
  const names = [...lines].flatMap(([, line]) => line.split(' ').map((pair) => pair.split('=')[0]))
  expect(names.length).toBeGreaterThan(0)
  expect(unknownSettings(names)).toEqual([])
})

test.each(services)('[Q-284] sentences of %s name the command line as it is typed on the server', (name) => {
  expect(textOf(name)).toMatch(/^Environment=.*\bMINGXI_COMMAND=mingxi$/m)
})

test('[Q-249] no unit restarts a server whose settings are wrong', () => {
  const restarted = services.filter((name) => textOf(name).includes('Restart=on-failure'))
  expect(restarted).toHaveLength(3)
  for (const name of restarted) expect(textOf(name)).toContain('\nRestartPreventExitStatus=78\n')
})

test('the verbs of the command line that units run exist', () => {
  const verbs = services.flatMap((name) => /^ExecStart=\S*\/mingxi (\S+)/m.exec(textOf(name))?.[1] ?? [])
  expect(verbs).toEqual(['backup'])
  for (const verb of verbs) expect(existsSync(join(PROJECT, `src/app/commands/${verb}.ts`)), verb).toBe(true)
})

test.each(services)('%s lets Node compile while it runs', (name) => {
  expect(textOf(name)).not.toMatch(/^MemoryDenyWriteExecute=(true|yes|1|on)/m)
})

test('[Q-253] the command reads settings as systemd does, and what stands before it wins', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-command-'))
  const settings = join(folder, 'mingxi.env')
  const url = 'postgres://mingxi:p$1@db/mingxi?sslmode=verify-full&sslrootcert=/ca.pem'
  writeFileSync(settings, `# a comment\nDATABASE_URL=${url}\nMAIL_FROM="Lab <lab@lab.example>"\nPORT=3001`)
  const text = textOf('mingxi-command').replace('/etc/mingxi/mingxi.env', settings)
  const show = text.replace(/^exec .*/m, 'exec env')
  const run = (env) =>
    spawnSync('sh', ['-c', show], { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } }).stdout
  expect(run({}).split('\n')).toEqual(
    expect.arrayContaining([`DATABASE_URL=${url}`, 'MAIL_FROM=Lab <lab@lab.example>', 'DATA_DIR=/var/lib/mingxi']),
  )
  expect(run({ DATABASE_URL: 'postgres://other' })).toContain('DATABASE_URL=postgres://other\n')
  rmSync(folder, { recursive: true, force: true })
})

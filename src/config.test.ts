import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('links lead to PUBLIC_URL, with or without a slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://lab.example/' }).siteUrl).toBe('https://lab.example')
  expect(readConfig({ PUBLIC_URL: 'https://lab.example/shop' }).siteUrl).toBe('https://lab.example/shop')
})

test('without PUBLIC_URL a printed code leads to this machine, never to a bare path', () => {
  expect(readConfig({ PORT: '4000' }).siteUrl).toBe('http://127.0.0.1:4000')
  expect(readConfig({ HOST: '0.0.0.0' }).siteUrl).toBe('http://127.0.0.1:3000')
  expect(readConfig({ HOST: '::1' }).siteUrl).toBe('http://[::1]:3000')
})

test('[V3.5.4] the console may have a host of its own, which the site does not have', () => {
  const read = (CONSOLE_URL: string, PUBLIC_URL = 'https://lab.example') => readConfig({ PUBLIC_URL, CONSOLE_URL })
  expect(read('https://console.lab.example/').consoleUrl).toBe('https://console.lab.example')
  expect(read('').consoleUrl).toBe('https://lab.example')
  expect(() => read('https://console.lab.example', '')).toThrow('CONSOLE_URL: needs PUBLIC_URL')
  expect(() => read('https://LAB.example:8443')).toThrow('CONSOLE_URL: must have another host than PUBLIC_URL')
  expect(() => read('http://console.lab.example')).toThrow('CONSOLE_URL: must begin with the same protocol')
  expect(() => read('https://console.lab.example/staff')).toThrow('CONSOLE_URL: must have no path')
})

test('every fault of the environment is named at once', () => {
  const read = () => readConfig({ PORT: 'many', PUBLIC_URL: 'lab.example' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/PORT[^]*PUBLIC_URL/)
})

test('[Q-257] a wrong setting says what it must be', () => {
  expect(() => readConfig({ PORT: 'many' })).toThrow('PORT: 应为数字')
  expect(() => readConfig({ PORT: '70000' })).toThrow('PORT: 最多为 65535')
  expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL: 只能是 trace、debug、info')
  expect(() => readConfig({ PUBLIC_URL: 'lab.example' })).toThrow('PUBLIC_URL: 应为以协议开头的网址')
  expect(() => readConfig({ DATABASE_URL: 'mysql://x' })).toThrow('DATABASE_URL: 应为以协议开头的网址')
})

test('[F-02] a trusted proxy is a number of hops or a list of networks', () => {
  const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY
  expect(['', 'off', '0', '2'].map(read)).toEqual([false, false, false, 2])
  expect(read('127.0.0.1, 10.0.0.0/8,fd00::/8,loopback')).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback'])
})

test('[F-02] a setting that would believe every visitor ends the start and says what to write', () => {
  for (const TRUST_PROXY of ['on', 'true', 'yes', '*', '0.0.0.0/0', '::/0', '10.0.0.0/33', 'proxy.example', '11', '-1'])
    expect(() => readConfig({ TRUST_PROXY }), TRUST_PROXY).toThrow(/TRUST_PROXY: must be the number of proxies/)
})

test('a setting is read from the file that NAME_FILE names, and a fault of the file ends the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-config-'))
  const file = join(folder, 'database_url')
  try {
    writeFileSync(file, 'postgres://mingxi:secret@database/mingxi\n')
    const { DATABASE_URL, demo } = readConfig({ DATABASE_URL_FILE: file })
    expect({ DATABASE_URL, demo }).toEqual({ DATABASE_URL: 'postgres://mingxi:secret@database/mingxi', demo: false })
    expect(() => readConfig({ DATABASE_URL_FILE: join(folder, 'gone') })).toThrow(
      /DATABASE_URL_FILE: 无法读取 .*ENOENT/,
    )
    const both = { DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://other/mingxi' }
    expect(() => readConfig(both)).toThrow('DATABASE_URL_FILE: 与 DATABASE_URL 只能设置一个')
    writeFileSync(file, 'mysql://database/mingxi')
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/DATABASE_URL: /)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('direct uploads need a store', () => {
  expect(() => readConfig({ S3_DIRECT: 'on' })).toThrow('S3_DIRECT: needs S3_BUCKET')
  const store = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ ...store, S3_DIRECT: 'on', S3_PUBLIC_ENDPOINT: 'https://files.example' }).S3_DIRECT).toBe(true)
  expect(readConfig(store).S3_DIRECT).toBe(false)
})

test('[Q-245] a setting with several values is named as such, without the place of the wrong one', () => {
  expect(() => readConfig({ SECRETS_KEY: 'short' })).toThrow(/^配置有误：\n {2}SECRETS_KEY: must be 32 bytes/)
  expect(() => readConfig({ DATABASE_HOSTS: 'db1:5432,db2' })).toThrow('DATABASE_HOSTS: must be host:port')
})

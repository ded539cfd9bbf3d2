import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const place = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)

/** A process that watches itself as the server does and then meets an error that nothing catches. */
async function ending(how: string): Promise<{ code: unknown; out: string; err: string }> {
  const script = `
    import { watchProcess } from ${place('last-words.ts')}
    import { FaultBook } from ${place('../../platform/faults/fault-book.ts')}
    import { createLogger } from ${place('../../platform/log/logger.ts')}
    const faults = new FaultBook({ now: () => new Date() })
    watchProcess({ log: createLogger('info'), faults }, async () => {
      const [fault] = faults.take().faults
      console.log('reported ' + fault.kind + ' ' + fault.type)
      ${how.includes('hangs') ? 'await new Promise(() => {})' : ''}
    })
    const error = Object.assign(new Error('duplicate key: "13812345678" 张三'), { code: '23505', detail: '13812345678' })
    ${how.includes('promise') ? 'Promise.reject(error)' : 'setTimeout(() => { throw error })'}
    setTimeout(() => console.log('goes on'), 20_000)`
  const args = ['--input-type=module-typescript', '-e', script]
  const ended = await promisify(execFile)(process.execPath, args, { timeout: 15_000 }).catch((error: unknown) => error)
  const { code, stdout, stderr } = ended as { code?: number; stdout: string; stderr: string }
  return { code, out: stdout, err: stderr }
}

it.each(['an error', 'a promise', 'an error while the database hangs'])(
  '[G-18] a process that ends by %s writes one line of the log and an error report, and quotes nothing',
  async (how) => {
    const { code, out, err } = await ending(how)
    expect(code).toBe(1)
    const [line = '', ...more] = out.trim().split('\n')
    expect(JSON.parse(line)).toMatchObject({ level: 60, err: { type: 'Error', code: '23505' } })
    expect(more).toEqual(['reported process Error'])
    expect(out + err).not.toMatch(/13812345678|张三/)
  },
)

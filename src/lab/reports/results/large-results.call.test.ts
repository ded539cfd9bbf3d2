import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import {
  staffUploadCancel,
  staffUploadDirect,
  staffUploadFinish,
  staffUploadPart,
  staffUploadPartAddress,
  staffUploadState,
} from '../../../core/files/parts/part-contract.ts'
import { s3Double } from '../../../platform/files/s3-double.ts'
import { s3Store } from '../../../platform/files/s3-store.ts'
import { staffReportDetail } from '../contract.ts'
import { staffReportAdd, staffReportBegin } from './upload-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
}, 120_000)
afterAll(() => app.close())

describe('a result file in parts', () => {
  it('is added to its sample when it is complete, and its owner can stop it before', async () => {
    const order = await scene.testing(await scene.buyer(0), 1)
    const as = scene.staff.lab
    const bytes = Buffer.from('10 1\n20 5\n')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { orderNo, sampleNos } = order
    const start = { orderNo, name: `${sampleNos[0]}.xy`, size: bytes.length, fingerprint: sha256 }
    const stopped = await app.call(staffReportBegin, { ...start, size: 99 }, { as })
    await app.call(staffUploadCancel, { uploadNo: stopped.uploadNo }, { as })
    expect(await app.refusal(staffReportBegin, { ...start, name: 'MX26010100099-01.xy' }, { as })).toMatchObject({
      error: 'foreignSample',
    })
    const { uploadNo } = await app.call(staffReportBegin, start, { as })
    await app.call(staffUploadPart, { uploadNo, part: 1, sha256 }, { as, file: { name: 'blob', content: bytes } })
    const checksum = createHash('sha256').update(sha256).digest('hex')
    await app.call(staffUploadFinish, { uploadNo, checksum }, { as })
    await app.drain()
    const { fileId, state } = await app.call(staffUploadState, { uploadNo }, { as })
    expect(state).toBe('ready')
    const entry = { orderNo, fileId: fileId ?? 0 }
    // Nobody else adds it, and it is added once.
    expect(await app.refusal(staffReportAdd, entry, { as: await app.staff('lab') })).toMatchObject({ status: 404 })
    expect(await app.call(staffReportAdd, entry, { as })).toMatchObject({ sampleNo: sampleNos[0], version: 1 })
    expect(await app.refusal(staffReportAdd, entry, { as })).toMatchObject({ error: 'fileAttached' })
  })

  it('goes straight to the store when browsers may reach it, and a report lists the hash of the whole file', async () => {
    const keys = { accessKeyId: 'id', secretAccessKey: 'secret' }
    const store = s3Double('results', keys, { now: () => app.clock.now() })
    await new Promise<void>((resolve) => store.server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(store.server.address() as AddressInfo).port}`
    const spoolFolder = join(app.folder, 'spool')
    app.services.files = s3Store({ ...keys, endpoint, bucket: 'results', region: 'auto', spoolFolder })
    app.services.config.S3_DIRECT = true
    const { orderNo, sampleNos } = await scene.testing(await scene.buyer(0), 1)
    const as = scene.staff.lab
    const bytes = Buffer.from('10 2\n20 6\n')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const start = { orderNo, name: `${sampleNos[0]}.xy`, size: bytes.length, fingerprint: sha256 }
    const { uploadNo } = await app.call(staffReportBegin, start, { as })
    expect(await app.call(staffUploadDirect, { uploadNo }, { as })).toMatchObject({ direct: 'yes' })
    const { url, headers } = await app.call(staffUploadPartAddress, { uploadNo, part: 1, sha256 }, { as })
    expect((await fetch(url, { method: 'PUT', headers, body: bytes })).status).toBe(200)
    const checksum = createHash('sha256').update(sha256).digest('hex')
    await app.call(staffUploadFinish, { uploadNo, checksum, sha256 }, { as })
    await app.drain()
    const { fileId } = await app.call(staffUploadState, { uploadNo }, { as })
    const entry = { orderNo, fileId: fileId ?? 0 }
    expect(await app.call(staffReportAdd, entry, { as })).toMatchObject({ sampleNo: sampleNos[0], version: 1 })
    const { files } = await app.call(staffReportDetail, { orderNo }, { as })
    expect(files).toMatchObject([{ sha256 }])
    store.server.close()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { fileLink, staffFileUpload } from '../../../core/files/contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { staffOrderApprove } from '../../orders/staff/staff-contract.ts'
import { staffSampleLabels } from '../../intake/contract.ts'
import { sampleList } from '../contract.ts'
import { samplePhotos, staffSamplePhotoAdd, staffSamplePhotoRemove, staffSamplePhotos } from './photo-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
})
afterAll(() => app.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function uploaded(as: TestPerson, seed: string, bytes = png, name = `${seed}.png`) {
  const { id } = await app.call(staffFileUpload, { purpose: 'photo' }, { as, file: { name, content: bytes } })
  return id
}

async function approved() {
  const customer = await scene.buyer(0)
  const { orderNo, sampleNos } = await scene.order(customer, 2)
  await app.call(staffOrderApprove, { orderNo }, { as: scene.staff.manager })
  return { customer, orderNo, sampleNo: sampleNos[0] ?? '', other: sampleNos[1] ?? '' }
}

describe('photos of samples', () => {
  it('staff take them at intake; the customer sees them and nobody else does', async () => {
    const { customer, orderNo, sampleNo } = await approved()
    const { logistics } = scene.staff
    const fileId = await uploaded(logistics, 'first')
    const added = await app.call(staffSamplePhotoAdd, { sampleNo, fileId }, { as: logistics })
    expect(added).toMatchObject({ photos: [{ id: fileId, printed: true }], removable: true })
    // The same photo again changes nothing.
    expect((await app.call(staffSamplePhotoAdd, { sampleNo, fileId }, { as: logistics })).photos).toHaveLength(1)
    const own = await app.call(samplePhotos, { sampleNo }, { as: customer })
    expect(own.photos.map(({ id }) => id)).toEqual([fileId])
    const { list } = await app.call(sampleList, { orderNo }, { as: customer })
    expect(list.map(({ hasPhotos }) => hasPhotos).toSorted()).toEqual([false, true])
    expect((await app.call(fileLink, { id: fileId }, { as: customer })).url).toContain('/files/')
    const stranger = await scene.buyer(1)
    expect(await app.refusal(samplePhotos, { sampleNo }, { as: stranger })).toMatchObject({ error: 'notFound' })
    expect(await app.refusal(fileLink, { id: fileId }, { as: stranger })).toMatchObject({ error: 'notFound' })
  })

  it('at most six, of types that a report can print, and only own uploads', async () => {
    const { sampleNo, other } = await approved()
    const { logistics, lab } = scene.staff
    const ids = []
    for (let n = 0; n < 7; n++) ids.push(await uploaded(logistics, `many-${n}`))
    for (const fileId of ids.slice(0, 6)) await app.call(staffSamplePhotoAdd, { sampleNo, fileId }, { as: logistics })
    const [first = 0, , , , , , seventh = 0] = ids
    const add = (fileId: number, as: TestPerson, to = sampleNo) =>
      app.refusal(staffSamplePhotoAdd, { sampleNo: to, fileId }, { as })
    expect(await add(seventh, logistics)).toMatchObject({ error: 'tooManyPhotos' })
    expect(await add(seventh, lab, other)).toMatchObject({ error: 'notFound' })
    expect(await add(first, logistics, other)).toMatchObject({ error: 'fileAttached' })
    const gif = await uploaded(logistics, 'moving', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 'a.gif')
    expect(await add(gif, logistics, other)).toMatchObject({ error: 'photoKind' })
    expect((await app.call(staffSamplePhotos, { sampleNo: other }, { as: lab })).photos).toEqual([])
  })

  it('one that is removed before the test is printed no more, and later none is removed', async () => {
    const { lab, logistics } = scene.staff
    const { customer, sampleNo } = await approved()
    const first = await uploaded(logistics, 'a')
    const second = await uploaded(logistics, 'b')
    for (const fileId of [first, second]) await app.call(staffSamplePhotoAdd, { sampleNo, fileId }, { as: logistics })
    const left = await app.call(staffSamplePhotoRemove, { sampleNo, fileId: first }, { as: logistics })
    expect(left.photos).toMatchObject([{ id: second, printed: true }])
    expect((await app.call(samplePhotos, { sampleNo }, { as: customer })).photos).toHaveLength(1)
    const order = await scene.testing(await scene.buyer(0))
    const underTest = order.sampleNos[0] ?? ''
    const fileId = await uploaded(lab, 'c')
    await app.call(staffSamplePhotoAdd, { sampleNo: underTest, fileId }, { as: lab })
    expect(await app.refusal(staffSamplePhotoRemove, { sampleNo: underTest, fileId }, { as: lab })).toMatchObject({
      error: 'photoKept',
      status: 409,
    })
    expect(await app.db.row(sql`select photo_file_id from samples where sample_no = ${underTest}`)).toEqual({
      photoFileId: fileId,
    })
  })
})

it('labels of samples of several orders are printed together, each with its project', async () => {
  const [one, two] = [await approved(), await approved()]
  const { samples } = await app.call(
    staffSampleLabels,
    { sampleNos: [two.sampleNo, one.other] },
    { as: scene.staff.logistics },
  )
  expect(samples.map(({ sampleNo }) => sampleNo)).toEqual([two.sampleNo, one.other])
  for (const { projectName } of samples) expect(projectName).not.toBe('')
  expect(
    await app.refusal(staffSampleLabels, { sampleNos: [`${one.orderNo}99`] }, { as: scene.staff.logistics }),
  ).toMatchObject({ error: 'unknownNumber' })
})

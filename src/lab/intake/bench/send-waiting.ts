import { staffFileUpload } from '../../../core/files/contract.ts'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { staffOrderStartTesting } from '../../orders/staff/staff-contract.ts'
import { staffSamplePhotoAdd } from '../../samples/photos/photo-contract.ts'
import { shelfList, staffSampleMove } from '../../samples/shelves/shelf-contract.ts'
import { placeText } from '../../samples/shelves/shelf-rules.ts'
import { staffSampleReceive } from '../contract.ts'
import { changeOne } from './waiting-kept.ts'
import type { Waiting } from './waiting-rules.ts'

/** Sends one piece of work by the calls of the console. Throws ApiError like them. */
export async function sendWaiting({ key, sampleNo, doneAt, act }: Waiting): Promise<void> {
  switch (act.kind) {
    case 'receive': {
      const { kind: _kind, ...facts } = act
      await send(staffSampleReceive, { sampleNo, ...facts }, { idempotencyKey: key })
      return
    }
    case 'move':
      await send(staffSampleMove, {
        ...{ sampleNos: [sampleNo], shelfId: await shelfIdOf(act.shelf) },
        // By the clock of the phone alone, which may be wrong against that of the server.
        secondsAgo: Math.max(0, Math.floor((Date.now() - Date.parse(doneAt)) / 1000)),
      })
      return
    case 'startTesting':
      await send(staffOrderStartTesting, { orderNo: act.orderNo })
      return
    case 'photo': {
      let { fileId } = act
      if (fileId === undefined) {
        const file = new File([act.photo], act.name, { type: act.photo.type })
        fileId = (await send(staffFileUpload, { purpose: 'photo' }, { file, idempotencyKey: key })).id
        await changeOne(key, { act: { ...act, fileId } })
      }
      await send(staffSamplePhotoAdd, { sampleNo, fileId })
    }
  }
}

/** Looked up when it is sent: the list of shelves may have changed since. */
async function shelfIdOf(shelf: string): Promise<number> {
  const code = placeText(shelf)
  const found = (await send(shelfList, { codes: [code] })).list.find((each) => each.code === code)
  if (!found) throw new ApiError(`没有架位 ${code}`, 'shelfNotFound', 404)
  return found.id
}

import { staffFileUpload } from '../../../core/files/contract.ts'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { staffOrderDetail, staffOrderStartTesting } from '../../orders/staff/staff-contract.ts'
import { staffSamplePhotoAdd } from '../../samples/photos/photo-contract.ts'
import { shelfList, staffSampleMove } from '../../samples/shelves/shelf-contract.ts'
import { placeText } from '../../samples/shelves/shelf-rules.ts'
import { staffSampleReceive } from '../contract.ts'
import { changeOne } from './waiting-kept.ts'
import type { Waiting } from './waiting-rules.ts'

/** Sends one piece of work by the calls of the console. Throws ApiError like them. `ask`: replaced by tests. */
export async function sendWaiting(
  { key, staffId, sampleNo, doneAt, act }: Waiting,
  ask: typeof send = send,
): Promise<void> {
  switch (act.kind) {
    case 'receive': {
      const { kind: _kind, ...facts } = act
      await ask(staffSampleReceive, { sampleNo, ...facts }, { idempotencyKey: key })
      return
    }
    case 'move':
      await ask(staffSampleMove, {
        ...{ sampleNos: [sampleNo], shelfId: await shelfIdOf(ask, act.shelf) },
        // By the clock of the phone alone, which may be wrong against that of the server.
        secondsAgo: Math.max(0, Math.floor((Date.now() - Date.parse(doneAt)) / 1000)),
      })
      return
    case 'startTesting':
      await startTesting(ask, act.orderNo, staffId)
      return
    case 'photo': {
      let { fileId } = act
      if (fileId === undefined) {
        const file = new File([act.photo], act.name, { type: act.photo.type })
        fileId = (await ask(staffFileUpload, { purpose: 'photo' }, { file, idempotencyKey: key })).id
        await changeOne(key, { act: { ...act, fileId } })
      }
      await ask(staffSamplePhotoAdd, { sampleNo, fileId })
    }
  }
}

/** An order that this person already tests was started by an attempt whose answer was lost. */
async function startTesting(ask: typeof send, orderNo: string, staffId: number): Promise<void> {
  try {
    await ask(staffOrderStartTesting, { orderNo })
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status !== 409) throw fault
    const { stage, assignedTo } = await ask(staffOrderDetail, { orderNo })
    if (stage !== 'testing' || assignedTo !== staffId) throw fault
  }
}

/** Looked up when it is sent: the list of shelves may have changed since. */
async function shelfIdOf(ask: typeof send, shelf: string): Promise<number> {
  const code = placeText(shelf)
  const found = (await ask(shelfList, { codes: [code] })).list.find((each) => each.code === code)
  if (!found) throw new ApiError(`没有架位 ${code}`, 'shelfNotFound', 404)
  return found.id
}

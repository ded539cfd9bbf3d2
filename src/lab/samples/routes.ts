import { handle } from '../../platform/http/handler.ts'
import { findSamples, giveWaybill, whoseSamples } from './actions.ts'
import { listPage } from '../../core/lists/listed-actions.ts'
import { routeForParty, routeForStaff } from './parcels/parcel-actions.ts'
import { sampleList, sampleRoute, sampleWaybill, staffSampleRoute } from './contract.ts'
import { samples } from './list-actions.ts'
import { staffSampleList } from './list-contract.ts'
import { addPhoto, photosForParty, photosForStaff, removePhoto } from './photos/photo-actions.ts'
import {
  samplePhotos,
  staffSamplePhotoAdd,
  staffSamplePhotoRemove,
  staffSamplePhotos,
} from './photos/photo-contract.ts'
import { addShelf, editShelf, moveToShelf, removeShelf, shelfMap } from './shelves/shelf-actions.ts'
import { shelfAdd, shelfEdit, shelfList, shelfRemove, staffSampleMove } from './shelves/shelf-contract.ts'
import { sampleWire } from './wire-rules.ts'

export const routes = [
  handle(sampleList, async (ctx, input) => listed(await findSamples(ctx, whoseSamples(ctx.actor), input), input)),
  handle(sampleWaybill, (ctx, input) => giveWaybill(ctx, input.ids, input.courier, input.waybill)),
  handle(sampleRoute, (ctx, { sampleNo }) => routeForParty(ctx, whoseSamples(ctx.actor), sampleNo)),
  handle(staffSampleRoute, (ctx, { sampleNo }) => routeForStaff(ctx, sampleNo)),
  handle(samplePhotos, (ctx, { sampleNo }) => photosForParty(ctx, whoseSamples(ctx.actor), sampleNo)),
  handle(staffSamplePhotos, (ctx, { sampleNo }) => photosForStaff(ctx, sampleNo)),
  handle(staffSamplePhotoAdd, (ctx, { sampleNo, fileId }) => addPhoto(ctx, sampleNo, fileId)),
  handle(staffSamplePhotoRemove, (ctx, { sampleNo, fileId }) => removePhoto(ctx, sampleNo, fileId)),
  handle(shelfList, (ctx, input) => shelfMap(ctx, input)),
  handle(shelfAdd, (ctx, input) => addShelf(ctx, input)),
  handle(shelfEdit, (ctx, input) => editShelf(ctx, input)),
  handle(shelfRemove, (ctx, input) => removeShelf(ctx, input)),
  handle(staffSampleMove, (ctx, input) => moveToShelf(ctx, input)),
  handle(staffSampleList, (ctx, input) => listPage(ctx, samples, input)),
]

function listed(
  { rows, ...counted }: Awaited<ReturnType<typeof findSamples>>,
  { page, size }: { page: number; size: number },
) {
  return { list: rows.map(sampleWire), ...counted, page, size }
}

import { handle } from '../../platform/http/handler.ts'
import { keepUpload, linkTo } from './actions.ts'
import {
  staffUploadCancel,
  staffUploadDirect,
  staffUploadFinish,
  staffUploadPart,
  staffUploadPartAddress,
  staffUploadState,
  uploadCancel,
  uploadDirect,
  uploadFinish,
  uploadPart,
  uploadPartAddress,
  uploadState,
} from './parts/part-contract.ts'
import { makeDirect, signPart } from './direct/direct-actions.ts'
import { cancelUpload, finishUpload, keepPart, uploadProgress } from './parts/part-actions.ts'
import { fileLink, fileUpload, staffFileLink, staffFileUpload } from './contract.ts'

export const routes = [
  handle(fileUpload, (ctx, input, file) => keepUpload(ctx, file, input.purpose)),
  handle(staffFileUpload, (ctx, input, file) => keepUpload(ctx, file, input.purpose)),
  handle(fileLink, (ctx, input) => linkTo(ctx, input.id, input.browserKey)),
  handle(staffFileLink, (ctx, input) => linkTo(ctx, input.id, input.browserKey)),
  handle(uploadPart, (ctx, input, file) => keepPart(ctx, input, file)),
  handle(uploadDirect, async (ctx, input) => {
    await makeDirect(ctx, input.uploadNo)
    return uploadProgress(ctx, input.uploadNo)
  }),
  handle(uploadPartAddress, (ctx, input) => signPart(ctx, input)),
  handle(uploadState, (ctx, input) => uploadProgress(ctx, input.uploadNo)),
  handle(uploadFinish, (ctx, input) => finishUpload(ctx, input)),
  handle(uploadCancel, async (ctx, input) => {
    await cancelUpload(ctx, input.uploadNo)
    return {}
  }),
  handle(staffUploadPart, (ctx, input, file) => keepPart(ctx, input, file)),
  handle(staffUploadDirect, async (ctx, input) => {
    await makeDirect(ctx, input.uploadNo)
    return uploadProgress(ctx, input.uploadNo)
  }),
  handle(staffUploadPartAddress, (ctx, input) => signPart(ctx, input)),
  handle(staffUploadState, (ctx, input) => uploadProgress(ctx, input.uploadNo)),
  handle(staffUploadFinish, (ctx, input) => finishUpload(ctx, input)),
  handle(staffUploadCancel, async (ctx, input) => {
    await cancelUpload(ctx, input.uploadNo)
    return {}
  }),
]

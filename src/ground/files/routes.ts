import { handle } from '../../platform/http/handler.ts'
import { keepUpload, linkTo } from './actions.ts'
import {
  staffUploadCancel,
  staffUploadFinish,
  staffUploadPart,
  staffUploadState,
  uploadCancel,
  uploadFinish,
  uploadPart,
  uploadState,
} from './part-contract.ts'
import { cancelUpload, finishUpload, keepPart, uploadProgress } from './part-actions.ts'
import { fileLink, fileUpload, staffFileLink, staffFileUpload } from './contract.ts'

export const routes = [
  handle(fileUpload, (ctx, input, file) => keepUpload(ctx, file, input.purpose)),
  handle(staffFileUpload, (ctx, input, file) => keepUpload(ctx, file, input.purpose)),
  handle(fileLink, (ctx, input) => linkTo(ctx, input.id, input.browserKey)),
  handle(staffFileLink, (ctx, input) => linkTo(ctx, input.id, input.browserKey)),
  handle(uploadPart, (ctx, input, file) => keepPart(ctx, input, file)),
  handle(uploadState, (ctx, input) => uploadProgress(ctx, input.uploadNo)),
  handle(uploadFinish, (ctx, input) => finishUpload(ctx, input)),
  handle(uploadCancel, async (ctx, input) => {
    await cancelUpload(ctx, input.uploadNo)
    return {}
  }),
  handle(staffUploadPart, (ctx, input, file) => keepPart(ctx, input, file)),
  handle(staffUploadState, (ctx, input) => uploadProgress(ctx, input.uploadNo)),
  handle(staffUploadFinish, (ctx, input) => finishUpload(ctx, input)),
  handle(staffUploadCancel, async (ctx, input) => {
    await cancelUpload(ctx, input.uploadNo)
    return {}
  }),
]

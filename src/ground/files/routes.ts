import { handle } from '../../platform/http/handler.ts'
import { keepUpload, linkTo } from './actions.ts'
import { fileLink, fileUpload, staffFileLink, staffFileUpload } from './contract.ts'

export const routes = [
  handle(fileUpload, (ctx, input, file) => keepUpload(ctx, file, input.purpose)),
  handle(staffFileUpload, (ctx, input, file) => keepUpload(ctx, file, input.purpose)),
  handle(fileLink, (ctx, input) => linkTo(ctx, input.id, input.browserKey)),
  handle(staffFileLink, (ctx, input) => linkTo(ctx, input.id, input.browserKey)),
]

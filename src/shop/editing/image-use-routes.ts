import { handle } from '../../platform/http/handler.ts'
import { deleteImage, imageUses } from './image-use-actions.ts'
import { contentImageDelete, contentImageUses } from './image-use-contract.ts'

export const routes = [
  handle(contentImageUses, (ctx, input) => imageUses(ctx, input)),
  handle(contentImageDelete, async (ctx, input) => {
    await deleteImage(ctx, input)
    return {}
  }),
]

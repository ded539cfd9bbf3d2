import { handle } from '../../platform/http/handler.ts'
import { deleteImage, imageUses, type OtherUses } from './image-use-actions.ts'
import { contentImageDelete, contentImageUses } from './image-use-contract.ts'

export const routes = (others: OtherUses) => [
  handle(contentImageUses, (ctx, input) => imageUses(ctx, input, others)),
  handle(contentImageDelete, async (ctx, input) => {
    await deleteImage(ctx, input, others)
    return {}
  }),
]

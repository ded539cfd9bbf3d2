import { listPage } from '../../../core/lists/listed-actions.ts'
import { handle } from '../../../platform/http/handler.ts'
import type { ImagePlaces } from '../../media/library-actions.ts'
import { deleteImage, imageUses } from './image-use-actions.ts'
import { contentImageDelete, contentImageUses } from './image-use-contract.ts'
import { editImage, imageLibrary, replaceImage } from './library-actions.ts'
import { contentImageEdit, contentImageIndex, contentImageReplace } from './library-contract.ts'

/** `others`: the pictures of slices that this one does not know. */
export const routes = (others: readonly ImagePlaces[]) => {
  const library = imageLibrary(others)
  return [
    handle(contentImageIndex, (ctx, query) => listPage(ctx, library, query)),
    handle(contentImageUses, (ctx, input) => imageUses(ctx, input, others)),
    handle(contentImageEdit, async (ctx, input) => {
      await editImage(ctx, input, others)
      return {}
    }),
    handle(contentImageReplace, (ctx, input) => replaceImage(ctx, input, others)),
    handle(contentImageDelete, async (ctx, input) => {
      await deleteImage(ctx, input, others)
      return {}
    }),
  ]
}

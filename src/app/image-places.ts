import { goodsImages } from '../money/points/goods/goods-actions.ts'
import type { ImagePlaces } from '../shop/media/library-actions.ts'
import { reviewImages } from '../shop/reviews/actions.ts'

/** Pictures of the library in other slices than those of editors. */
export const imagePlaces: readonly ImagePlaces[] = [goodsImages, reviewImages]

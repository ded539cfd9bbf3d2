import { handle } from '../../platform/http/handler.ts'
import { choicesOf, curvesFile, curvesToDraw, listCurves, noteCurve, removeNote, tagCurves } from './actions.ts'
import {
  addCollection,
  collectionPage,
  editCollection,
  listCollections,
  removeCollection,
  shareCollection,
  sharedCollection,
  unshareCollection,
} from './collections/collection-actions.ts'
import {
  collectionAdd,
  collectionDetail,
  collectionEdit,
  collectionList,
  collectionRemove,
  collectionShare,
  collectionShared,
  collectionUnshare,
} from './collections/collection-contract.ts'
import {
  libraryChoices,
  libraryCurves,
  libraryFile,
  libraryList,
  libraryNote,
  libraryNoteRemove,
  libraryTag,
} from './contract.ts'

export const routes = [
  handle(libraryList, (ctx, input) => listCurves(ctx, input)),
  handle(libraryChoices, (ctx) => choicesOf(ctx)),
  handle(libraryCurves, async (ctx, { ids }) => ({ list: await curvesToDraw(ctx, ids) })),
  handle(libraryTag, async (ctx, input) => {
    await tagCurves(ctx, input)
    return {}
  }),
  handle(libraryNote, (ctx, input) => noteCurve(ctx, input)),
  handle(libraryNoteRemove, async (ctx, { id }) => {
    await removeNote(ctx, id)
    return {}
  }),
  handle(libraryFile, (ctx, input) => curvesFile(ctx, input)),
  handle(collectionList, (ctx, input) => listCollections(ctx, input)),
  handle(collectionDetail, (ctx, { id }) => collectionPage(ctx, id)),
  handle(collectionAdd, (ctx, input) => addCollection(ctx, input)),
  handle(collectionEdit, (ctx, input) => editCollection(ctx, input)),
  handle(collectionRemove, async (ctx, { id }) => {
    await removeCollection(ctx, id)
    return {}
  }),
  handle(collectionShare, (ctx, input) => shareCollection(ctx, input)),
  handle(collectionUnshare, async (ctx, { id }) => {
    await unshareCollection(ctx, id)
    return {}
  }),
  handle(collectionShared, (ctx, { token }) => sharedCollection(ctx, token)),
]

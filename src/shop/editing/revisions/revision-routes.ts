import { handle } from '../../../platform/http/handler.ts'
import { copyProject } from '../copy-actions.ts'
import { projectCopy } from '../copy-contract.ts'
import {
  discardDraft,
  moveItem,
  publishDraft,
  restoreVersion,
  saveDraft,
  scheduleDraft,
  setArchived,
  unscheduleDraft,
} from './revision-actions.ts'
import {
  contentArchive,
  contentDiscard,
  contentItem,
  contentItemList,
  contentKindList,
  contentMove,
  contentPreview,
  contentPreviewTyped,
  contentProjectNames,
  contentPublish,
  contentRestore,
  contentSave,
  contentSchedule,
  contentUnarchive,
  contentUnschedule,
  contentVersion,
} from './revision-contract.ts'
import {
  itemDetail,
  itemList,
  kindList,
  previewLink,
  projectNames,
  typedPreviewLink,
  versionDetail,
} from './revision-view-actions.ts'

const done = async (action: Promise<void>) => {
  await action
  return {}
}

export const routes = [
  handle(projectCopy, (ctx, { rid }) => copyProject(ctx, rid)),
  handle(contentKindList, (ctx) => kindList(ctx)),
  handle(contentItemList, (ctx, input) => itemList(ctx, input)),
  handle(contentItem, (ctx, input) => itemDetail(ctx, input)),
  handle(contentVersion, (ctx, input) => versionDetail(ctx, input)),
  handle(contentSave, (ctx, input) => saveDraft(ctx, input)),
  handle(contentPublish, (ctx, input) => done(publishDraft(ctx, input))),
  handle(contentSchedule, (ctx, input) => done(scheduleDraft(ctx, input))),
  handle(contentUnschedule, (ctx, input) => done(unscheduleDraft(ctx, input))),
  handle(contentDiscard, (ctx, input) => done(discardDraft(ctx, input))),
  handle(contentRestore, (ctx, input) => restoreVersion(ctx, input)),
  handle(contentArchive, (ctx, input) => done(setArchived(ctx, input, true))),
  handle(contentUnarchive, (ctx, input) => done(setArchived(ctx, input, false))),
  handle(contentMove, (ctx, input) => done(moveItem(ctx, input))),
  handle(contentProjectNames, (ctx, { rids }) => projectNames(ctx, rids)),
  handle(contentPreviewTyped, (ctx, input) => typedPreviewLink(ctx, input)),
  handle(contentPreview, (ctx, input) => previewLink(ctx, input)),
]

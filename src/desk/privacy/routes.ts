import { handle } from '../../platform/http/handler.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { askToClose, privacyOf, takeBackClosing } from './close-actions.ts'
import { userClose, userCloseCancel, userCode4Privacy, userExport, userPrivacy } from './contract.ts'
import { askForExport, sendPrivacyCode } from './export-actions.ts'

export const routes = [
  handle(userPrivacy, (ctx) => privacyOf(ctx)),
  handle(userCode4Privacy, async (ctx) => {
    await sendPrivacyCode(ctx)
    return {}
  }),
  handle(userExport, async (ctx, input) => {
    await askForExport(ctx, input)
    return {}
  }),
  handle(userClose, async (ctx, input) => ({ closesAt: shanghaiTime(await askToClose(ctx, input.code)) })),
  handle(userCloseCancel, async (ctx) => {
    await takeBackClosing(ctx)
    return {}
  }),
]

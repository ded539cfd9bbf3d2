import type { HeldData } from '../../platform/held-data.ts'
import { type Handler, handle } from '../../platform/http/handler.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { askToClose, privacyOf, takeBackClosing } from './close-actions.ts'
import { userClose, userCloseCancel, userCode4Privacy, userExport, userPrivacy } from './contract.ts'
import { askForExport, sendPrivacyCode } from './export-actions.ts'

/** `held` lists what every slice holds about a customer; src/app collects it. */
export const routes = (held: readonly HeldData[]): Handler[] => [
  handle(userPrivacy, (ctx) => privacyOf(ctx, held)),
  handle(userCode4Privacy, async (ctx) => {
    await sendPrivacyCode(ctx)
    return {}
  }),
  handle(userExport, async (ctx, input) => {
    await askForExport(ctx, input)
    return {}
  }),
  handle(userClose, async (ctx, input) => ({ closesAt: shanghaiTime(await askToClose(ctx, held, input.code)) })),
  handle(userCloseCancel, async (ctx) => {
    await takeBackClosing(ctx)
    return {}
  }),
]

import { listPage } from '../../core/lists/listed-actions.ts'
import { demands } from './list-actions.ts'
import { staffDemandList } from './list-contract.ts'
import { handle } from '../../platform/http/handler.ts'
import { acceptOffer, addDemand, demandsFor, withdrawDemand } from './actions.ts'
import {
  demandAccept,
  demandAdd,
  demandCancel,
  demandList,
  staffDemandAnswer,
  staffDemandClose,
  staffDemandDetail,
  staffDemandReply,
  staffDemandSettle,
} from './contract.ts'
import { takeRequirement } from './require-actions.ts'
import { requirementSend } from './require-contract.ts'
import { answerDemand, closeDemand, demandForStaff, replyToVisitor, settleDemand } from './staff-actions.ts'

export const routes = [
  handle(requirementSend, (ctx, input, _file, files) => takeRequirement(ctx, input, files)),
  handle(demandAdd, (ctx, input) => addDemand(ctx, input)),
  handle(demandList, (ctx, input) => demandsFor(ctx, input)),
  handle(demandCancel, (ctx, { id, version }) => withdrawDemand(ctx, id, version)),
  handle(demandAccept, (ctx, { id, version }) => acceptOffer(ctx, id, version)),
  handle(staffDemandList, (ctx, input) => listPage(ctx, demands, input)),
  handle(staffDemandDetail, (ctx, { id }) => demandForStaff(ctx, id)),
  handle(staffDemandAnswer, (ctx, input) => answerDemand(ctx, input)),
  handle(staffDemandClose, (ctx, { id, version, reason }) => closeDemand(ctx, id, version, reason)),
  handle(staffDemandReply, (ctx, { id, version, text }) => replyToVisitor(ctx, id, version, text)),
  handle(staffDemandSettle, (ctx, { id, version, reason }) => settleDemand(ctx, id, version, reason)),
]

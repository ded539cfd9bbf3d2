import { inviteInit, inviteList, inviteOrderDetail } from '../../people/invitations/contract.ts'
import { handle } from '../../platform/http/handler.ts'
import { friendOrder, friendsOf, invitationsInit } from './view-actions.ts'

export const routes = [
  handle(inviteInit, (ctx) => invitationsInit(ctx)),
  handle(inviteList, (ctx, input) => friendsOf(ctx, input)),
  handle(inviteOrderDetail, (ctx, { id }) => friendOrder(ctx, id)),
]

import { changeInfo } from '../../people/customers/actions.ts'
import { userUpdateInfo, userUpdateProfile } from '../../people/customers/profile-contract.ts'
import { userInfo } from '../../people/customers/person-contract.ts'
import { handle } from '../../platform/http/handler.ts'
import { completeProfile, userInfoOf } from './profile-actions.ts'

export const routes = [
  handle(userInfo, (ctx) => userInfoOf(ctx)),
  handle(userUpdateProfile, async (ctx, input) => {
    await completeProfile(ctx, ctx.actor.id, input)
    return {}
  }),
  handle(userUpdateInfo, async (ctx, input) => {
    await changeInfo(ctx, input)
    return {}
  }),
]

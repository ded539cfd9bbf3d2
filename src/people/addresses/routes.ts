import { handle } from '../../platform/http/handler.ts'
import { addAddress, chooseDefault, editAddress, listAddresses, removeAddress } from './actions.ts'
import { addressAdd, addressDefault, addressDel, addressEdit, addressList } from './contract.ts'
import { addressToWire } from './wire-rules.ts'

export const routes = [
  handle(addressList, async (ctx) => ({ list: (await listAddresses(ctx, ctx.actor.id)).map(addressToWire) })),
  handle(addressAdd, async (ctx, input) => addressToWire(await addAddress(ctx, ctx.actor.id, fromWire(input)))),
  handle(addressEdit, async (ctx, input) =>
    addressToWire(await editAddress(ctx, ctx.actor.id, input.address_rid, fromWire(input))),
  ),
  handle(addressDel, async (ctx, input) => {
    await removeAddress(ctx, ctx.actor.id, input.address_rid)
    return {}
  }),
  handle(addressDefault, async (ctx, input) => {
    await chooseDefault(ctx, ctx.actor.id, input.address_rid)
    return {}
  }),
]

function fromWire(input: { name: string; phone: string; address: string; address_code: string; default?: boolean }) {
  return { ...input, addressCode: input.address_code, isDefault: input.default }
}

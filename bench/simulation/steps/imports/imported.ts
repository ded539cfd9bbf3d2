import { addressDel, addressEdit, addressList } from '../../../../src/people/addresses/contract.ts'
import { userUpdateProfile } from '../../../../src/people/customers/profile-contract.ts'
import { code4sms, loginForCode } from '../../../../src/people/sign-in/contract.ts'
import { customerIdOf } from '../../../../src/people/customers/actions.ts'
import type { Person } from '../../base.ts'
import { accountsOf, userTypes } from '../../models/imports/accounts.ts'
import { addressText } from '../../models/imports/addresses.ts'
import type { Scene, StepKind } from '../../scene.ts'
import { orderFor } from '../ordering.ts'

/** Imported customers sign in with a code, fill in their profiles, order and change their addresses. */
export const imported: StepKind[] = [
  { name: 'an imported customer comes', weight: 1.2, act: (scene) => come(scene) },
  { name: 'an imported customer does something', weight: 2, act: (scene) => use(scene) },
]
const RULE = 'an imported customer signs in with a code and owns the account'

/** One of these phones, or anybody who was imported and has not come yet. */
export async function come(scene: Scene, phones?: readonly string[]): Promise<void> {
  const { world } = scene
  const { accounts, visitors } = world.model.imports
  const isNew = (phone: string) => phone.startsWith('137000') && accounts.has(phone) && !visitors.has(phone)
  const phone = scene.one([...(phones ?? accounts.keys())].filter(isNew))
  if (!phone) return
  world.app.clock.advance({ minutes: 2 })
  const code = await world.code(code4sms, { phone, useFor: 3 }, { token: '', phone })
  const { data, status, faults, body } = await world.send(loginForCode, { phone, code })
  scene.lines.push(`${phone} signs in: ${body.code === 1 ? 'ok' : (body.error ?? status)}`)
  if (body.code !== 1) {
    if (faults.length === 0) scene.breaks(RULE, `${phone} cannot sign in: ${body.error}`)
    return
  }
  const id = (await customerIdOf(world.app.system, phone)) ?? 0
  const person: Person = {
    ...{ name: phone, kind: 'individual', id, token: data.token, phone, password: '', groupNo: '', decides: false },
  }
  visitors.set(phone, person)
  await world.keepSignedIn(person)
  if (scene.random.chance(0.5)) await fillIn(scene, person)
}

/** One of these phones, or anybody who was imported. */
export async function use(scene: Scene, phones?: readonly string[]): Promise<void> {
  const { visitors, accounts } = scene.world.model.imports
  const person = scene.one([...visitors.values()].filter(({ phone }) => !phones || phones.includes(phone)))
  if (!person) return come(scene, phones)
  const account = accounts.get(person.phone)
  if (!account) return scene.breaks(RULE, `the account of ${person.phone} is gone`)
  const what = scene.random.weighted({ profile: 2, order: 3, address: 3 })
  if (what === 'profile' || !account.isCompleted) await fillIn(scene, person)
  else if (what === 'order') await orderFor(scene, person, '')
  else await changeAddress(scene, person)
}

/** Customers write what they like, also something else than the table said. */
async function fillIn(scene: Scene, person: Person): Promise<void> {
  const { random, world } = scene
  const account = world.model.imports.accounts.get(person.phone)
  if (!account) return scene.breaks(RULE, `the account of ${person.phone} is gone`)
  const organization = Number(Object.keys(userTypes).find((type) => userTypes[Number(type)] === account.userType) ?? 1)
  const profile = {
    name: random.chance(0.5) && account.name ? account.name : `本人${random.whole(1, 99)}`,
    email: account.email || 'own@example.com',
    company: random.chance(0.6) && account.company ? account.company : `本人单位${random.whole(1, 99)}`,
    teacher: account.teacher || '本人导师',
  }
  const rest = { teacher_phone: '', teacher_mail: '', address_code: '320211', address: '本人路 9 号' }
  const done = await scene.by(person, userUpdateProfile, { ...profile, organization, ...rest })
  if (!done) return scene.hadFaults ? relearn(scene, person) : undefined
  const isFirst = !account.isCompleted
  Object.assign(account, profile, { userType: userTypes[organization], isCompleted: true })
  if (isFirst && account.addresses.length === 0)
    account.addresses.push({
      text: addressText(profile.name, person.phone, '320211', '本人路 9 号'),
      isDefault: true,
    })
}

async function changeAddress(scene: Scene, person: Person): Promise<void> {
  const { random, world } = scene
  const found = scene.one((await scene.by(person, addressList, {}))?.list)
  const account = world.model.imports.accounts.get(person.phone)
  if (!found || !account) return
  const { address_rid, name, phone, address_code } = found
  const text = addressText(name, phone, address_code, found.address)
  const at = account.addresses.findIndex((each) => each.text === text)
  const kept = account.addresses[at]
  if (!kept) return scene.breaks(RULE, `${person.phone} reads ${text}`)
  if (random.chance(0.5)) {
    if (await scene.by(person, addressDel, { address_rid })) account.addresses.splice(at, 1)
    else await relearn(scene, person)
    return
  }
  const address = `本人路 ${random.whole(10, 99)} 号`
  if (await scene.by(person, addressEdit, { address_rid, name, phone, address_code, address }))
    kept.text = addressText(name, phone, address_code, address)
  else await relearn(scene, person)
}

/** After a doubtful refusal the customer looks what is stored. */
async function relearn({ world }: Scene, { phone }: Person): Promise<void> {
  const { accounts } = world.model.imports
  const stored = (await accountsOf(world.database, [phone])).get(phone)
  const known = accounts.get(phone)
  if (!stored || !known) return
  // Rows of imports know the addresses that are as they were.
  const addresses = stored.addresses.map(({ text, isDefault }) =>
    Object.assign(known.addresses.find((each) => each.text === text) ?? { text }, { isDefault }),
  )
  accounts.set(phone, { ...stored, addresses })
}
